import { type TestedResource } from "#tests/support/tested-resource.ts";

export const resource: TestedResource = {
  ids: {
    months: () => "2027-01",
  },
  bodies: {
    "PATCH /api/content": { meetingLocation: "At Mia's" },
    "PATCH /api/months/:month": { message: "Dear all" },
  },
  audit: {
    "PATCH /api/content": ["content-changed"],
    "PATCH /api/months/:month": ["message-changed"],
  },
  tables: {
    month_messages: { privacy: "The club's books, meetings and messages", onDeletion: "not-about-members" },
    content: { privacy: "The club's books, meetings and messages", onDeletion: "not-about-members" },
  },
};
