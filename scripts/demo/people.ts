export type DemoPerson = {
  username: string;
  displayName: string;
  email: string;
  photo: string | null;
  joinedMonthsAgo: number;
};

export const DEMO_PASSWORD = "one more chapter";

export const DEMO_ADMIN: DemoPerson = {
  username: "margit",
  displayName: "Margit Sandoval",
  email: "margit@example.org",
  photo: "margit.webp",
  joinedMonthsAgo: 11,
};

export const DEMO_MEMBERS: readonly DemoPerson[] = [
  {
    username: "leopold",
    displayName: "Leopold Finch",
    email: "leopold@example.org",
    photo: "leopold.webp",
    joinedMonthsAgo: 10,
  },
  {
    username: "frances",
    displayName: "Frances Okafor",
    email: "frances@example.org",
    photo: "frances.webp",
    joinedMonthsAgo: 10,
  },
  { username: "dev", displayName: "Dev Raman", email: "dev@example.org", photo: null, joinedMonthsAgo: 8 },
  { username: "teo", displayName: "Teo Marchetti", email: "teo@example.org", photo: "teo.webp", joinedMonthsAgo: 5 },
  {
    username: "beatriz",
    displayName: "Beatriz Oyelaran-Whitcombe",
    email: "beatriz@example.org",
    photo: null,
    joinedMonthsAgo: 3,
  },
  { username: "hana", displayName: "Hana Lindqvist", email: "hana@example.org", photo: null, joinedMonthsAgo: 1 },
];
