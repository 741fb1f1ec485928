import { also, json, type Row } from "./access-row.ts";
import { asJson, type World } from "./support/access-world.ts";

/** Who may do what with meetings, months, posts of one's own, the calendar and mails about them (BEYOND 1 to 3). */
export const MEETING_ROWS: readonly Row[] = [
  also("GET /api/meetings", 401, 200, 200),
  also("GET /api/meetings/current", 401, 200, 200),
  also("GET /api/meetings/:id", 401, 200, 200, { to: ofMeeting("") }),
  also("POST /api/meetings", 401, 403, 201, json({ date: "2027-01-13", time: "19:00", location: "The cellar" })),
  also("PATCH /api/meetings/:id", 401, 403, 200, { ...json({ time: "20:00" }), to: ofMeeting("") }),
  also("POST /api/meetings/:id/cancel", 401, 403, 200, { to: ofMeeting("/cancel") }),
  also("POST /api/meetings/:id/restore", 401, 403, 200, { to: ofMeeting("/restore") }),
  also("DELETE /api/meetings/:id", 401, 403, 204, { to: ofMeeting("") }),
  also("GET /api/meetings/:id/unanswered", 401, 403, 200, { to: ofMeeting("/unanswered") }),
  also("PUT /api/meetings/:id/answer", 401, 200, 200, { ...json({ answer: "yes" }), to: ofMeeting("/answer") }),
  also("DELETE /api/meetings/:id/answer", 401, 200, 200, { to: ofMeeting("/answer") }),
  also("POST /api/meetings/:id/needs", 401, 403, 201, {
    ...json({ what: "Ice", quantity: 2 }),
    to: ofMeeting("/needs"),
  }),
  also("PATCH /api/needs/:id", 401, 403, 200, { ...json({ quantity: 3 }), to: ofNeed("") }),
  also("DELETE /api/needs/:id", 401, 403, 204, { to: ofNeed("") }),
  also("PUT /api/needs/:id/claim", 401, 200, 200, { ...json({ quantity: 1 }), to: ofNeed("/claim") }),
  also("DELETE /api/needs/:id/claim", 401, 204, 204, { to: ofNeed("/claim") }),
  also("GET /api/months", 401, 403, 200),
  also("GET /api/months/:month", 401, 403, 200, { to: () => "/api/months/2027-01" }),
  also("PATCH /api/months/:month", 401, 403, 200, {
    ...json({ message: "Dear all" }),
    to: () => "/api/months/2027-01",
  }),
  also("PATCH /api/posts/:id", 401, 200, 200, {
    ...json({ content: "Two Riojas" }),
    to: async (world, who) => `/api/posts/${await world.post(who)}`,
  }),
  also("DELETE /api/posts/:id", 401, 204, 204, {
    to: async (world, who) => `/api/posts/${await world.post(who)}`,
    extra: "nobody else's post",
  }),
  also("GET /api/profile/calendar", 401, 200, 200),
  also("POST /api/profile/calendar", 401, 201, 201),
  also("DELETE /api/profile/calendar", 401, 200, 200),
  also("GET /calendar/:file", 200, 200, 200, { to: (world) => world.calendar() }),
  also("HEAD /calendar/:file", 200, 200, 200, { to: (world) => world.calendar() }),
  also("GET /api/answer", 200, 200, 200, { to: async (world) => `/api/answer?token=${await world.answerToken()}` }),
  also("POST /api/answer", 200, 200, 200, {
    body: async (world) => asJson({ token: await world.answerToken(), answer: "yes" }),
  }),
  also("POST /api/email/announcements", 401, 403, 202, json({ subject: "A toast", message: "To all of you." })),
];

function ofMeeting(rest: string) {
  return async (world: World) => `/api/meetings/${await world.meeting()}${rest}`;
}

function ofNeed(rest: string) {
  return async (world: World) => `/api/needs/${await world.need()}${rest}`;
}
