import people from "../../demo/people.json" with { type: "json" };

export type DemoPerson = {
  username: string;
  displayName: string;
  email: string;
  photo: string | null;
  joinedMonthsAgo: number;
};

export const DEMO_PASSWORD = "one more chapter";

export const DEMO_ADMIN: DemoPerson = people.admin;
export const DEMO_MEMBERS: readonly DemoPerson[] = people.members;
