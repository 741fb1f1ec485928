import people from "../../demo/people.json" with { type: "json" };

export type DemoPerson = typeof people.admin | (typeof people.members)[number];

export const DEMO_PASSWORD = "one more chapter";

export const DEMO_ADMIN: DemoPerson = people.admin;
export const DEMO_MEMBERS: readonly DemoPerson[] = people.members;
