import { expect } from "bun:test";

import type { Meeting } from "#contract/meetings.ts";
import { answerAddress } from "#server/mail/answer-links.ts";
import { datesAddress } from "#server/mail/date-links.ts";
import { also, json, madeBy, type Row, row, type Told } from "#tests/support/access-row.ts";
import { asJson, type World } from "#tests/support/access-world.ts";
import { jsonOf } from "#tests/support/json.ts";

export const told: Told = {
  "what you answer and bring to meetings": [
    "meeting_answers",
    "meeting_needs",
    "meeting_dates",
    "meeting_date_votes",
    "meeting_date_answers",
  ],
  "Your calendar and feed addresses": ["calendar_feeds"],
  "The club's books, meetings and messages": ["meetings", "month_messages", "content", "host_mails"],
};

const DATES = [
  { date: "2026-12-17", time: "19:00" },
  { date: "2026-12-18", time: "19:30" },
];

export const rows: readonly Row[] = [
  row("AZ08", "GET /api/content", 401, 200, 200),
  row("AZ09", "PATCH /api/content", 401, 403, 200, {
    records: ["content-changed"],
    ...json({ meetingLocation: "At Mia's" }),
    checks: {
      "the known fields alone": async ({ admin }) => {
        const known = Object.keys(await jsonOf(admin.call("GET", "/api/content")));
        const asked = { id: 7, isAdmin: true, updatedAt: "1970", clubName: "x" };
        expect((await admin.call("PATCH", "/api/content", asked)).status).toBe(422);
        expect(
          Object.keys(await jsonOf(admin.call("PATCH", "/api/content", { ...asked, welcomeMessage: "x" }))),
        ).toEqual(known);
      },
    },
  }),
  also("GET /api/calendar/meeting.ics", 401, 200, 200, {
    to: async ({ admin }) => {
      await admin.call("PATCH", "/api/content", {
        meetingDate: "2026-12-10",
        meetingTime: "19:00",
        meetingLocation: "The cellar",
      });
      return "/api/calendar/meeting.ics";
    },
  }),
  also("GET /api/meetings", 401, 200, 200),
  also("GET /api/meetings/current", 401, 200, 200),
  also("GET /api/meetings/:id", 401, 200, 200, { to: ofMeeting("") }),
  also("POST /api/meetings", 401, 403, 201, {
    ...json({ date: "2027-01-13", time: "19:00", location: "The cellar" }),
    records: ["meeting-planned"],
  }),
  also("PATCH /api/meetings/:id", 401, 403, 200, {
    records: ["meeting-changed"],
    ...json({ time: "20:00" }),
    to: ofMeeting(""),
  }),
  also("POST /api/meetings/:id/cancel", 401, 403, 200, {
    records: ["meeting-cancelled"],
    ...json({ tell: true }),
    to: ofMeeting("/cancel"),
  }),
  also("POST /api/meetings/:id/restore", 401, 403, 200, {
    records: ["meeting-restored"],
    ...json({ tell: true }),
    to: ofMeeting("/restore"),
  }),
  also("DELETE /api/meetings/:id", 401, 403, 204, { records: ["meeting-removed"], to: ofMeeting("") }),
  also("GET /api/meetings/:id/unanswered", 401, 403, 200, { to: ofMeeting("/unanswered") }),
  also("PUT /api/meetings/:id/answer", 401, 200, 200, { ...json({ answer: "yes" }), to: ofMeeting("/answer") }),
  also("DELETE /api/meetings/:id/answer", 401, 200, 200, { to: ofMeeting("/answer") }),
  also("POST /api/meetings/:id/needs", 401, 403, 201, {
    records: [],
    ...json({ what: "Ice", quantity: 2 }),
    to: ofMeeting("/needs"),
  }),
  also("PATCH /api/needs/:id", 401, 403, 200, { records: [], ...json({ quantity: 3 }), to: ofNeed("") }),
  also("DELETE /api/needs/:id", 401, 403, 204, { records: [], to: ofNeed("") }),
  also("PUT /api/needs/:id/claim", 401, 200, 200, { ...json({ quantity: 1 }), to: ofNeed("/claim") }),
  also("DELETE /api/needs/:id/claim", 401, 204, 204, { to: ofNeed("/claim") }),
  also("PUT /api/meetings/:id/dates", 401, 403, 200, {
    records: ["dates-asked"],
    ...json({ dates: DATES, tell: true }),
    to: ofMeeting("/dates"),
  }),
  also("DELETE /api/meetings/:id/dates", 401, 403, 200, { records: ["dates-withdrawn"], to: ofDates("/dates") }),
  also("PUT /api/meetings/:id/dates/mine", 401, 200, 200, { ...json({ ids: [] }), to: ofDates("/dates/mine") }),
  also("POST /api/meetings/:id/dates/:dateId/choose", 401, 403, 200, {
    records: ["date-chosen"],
    ...json({ tell: true }),
    to: async (world) => {
      const { id, dates } = await askedMeeting(world);
      return `/api/meetings/${id}/dates/${dates[0]?.id}/choose`;
    },
  }),
  also("GET /api/meetings/hosts", 401, 200, 200),
  also("PUT /api/meetings/:id/host", 401, 200, 200, {
    records: ["host-named"],
    ...json({}),
    to: ofMeeting("/host"),
  }),
  also("DELETE /api/meetings/:id/host", 401, 200, 200, { records: ["host-ended"], to: ofMeeting("/host") }),
  also("GET /api/months", 401, 403, 200),
  also("GET /api/months/:month", 401, 403, 200, { to: () => "/api/months/2027-01" }),
  also("PATCH /api/months/:month", 401, 403, 200, {
    records: ["message-changed"],
    ...json({ message: "Dear all" }),
    to: () => "/api/months/2027-01",
  }),
  also("GET /api/profile/calendar", 401, 200, 200),
  also("POST /api/profile/calendar", 401, 201, 201),
  also("DELETE /api/profile/calendar", 401, 200, 200),
  also("GET /calendar/:file", 200, 200, 200, { to: calendar }),
  also("HEAD /calendar/:file", 200, 200, 200, { to: calendar }),
  also("GET /api/answer", 200, 200, 200, { to: async (world) => `/api/answer?token=${await answerToken(world)}` }),
  also("POST /api/answer", 200, 200, 200, {
    body: async (world) => asJson({ token: await answerToken(world), answer: "yes" }),
  }),
  also("GET /api/dates", 200, 200, 200, { to: async (world) => `/api/dates?token=${await datesToken(world)}` }),
  also("POST /api/dates", 200, 200, 200, {
    body: async (world) => asJson({ token: await datesToken(world), ids: [] }),
  }),
];

/** A new meeting that asks for its date. */
async function askedMeeting(world: World): Promise<Meeting> {
  return jsonOf(world.admin.call("PUT", await ofMeeting("/dates")(world), { dates: DATES }));
}

function ofDates(rest: string) {
  return async (world: World) => `/api/meetings/${(await askedMeeting(world)).id}${rest}`;
}

/** The token with which the other member answers a question for a date. */
async function datesToken(world: World): Promise<string> {
  const address = datesAddress(world.club.deps, world.other.user.id, (await askedMeeting(world)).id);
  return new URL(address).searchParams.get("token") ?? "";
}

/** The id of a new meeting. */
function newMeeting({ admin }: World): Promise<number> {
  return madeBy(admin, "/api/meetings", { date: "2026-12-16", time: "19:00", location: "The cellar" });
}

/** Address of the other member's calendar. */
async function calendar({ other }: World): Promise<string> {
  return new URL((await jsonOf(other.call("POST", "/api/profile/calendar"))).url).pathname;
}

/** The token with which the other member answers a new meeting. */
async function answerToken(world: World): Promise<string> {
  const address = answerAddress(world.club.deps, world.other.user.id, await newMeeting(world));
  return new URL(address).searchParams.get("token") ?? "";
}

function ofMeeting(rest: string) {
  return async (world: World) => `/api/meetings/${await newMeeting(world)}${rest}`;
}

function ofNeed(rest: string) {
  return async (world: World) => {
    const needs = `/api/meetings/${await newMeeting(world)}/needs`;
    return `/api/needs/${await madeBy(world.admin, needs, { what: "Ice", quantity: 2 })}${rest}`;
  };
}
