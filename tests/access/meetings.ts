import { expect } from "bun:test";

import type { Meeting } from "#contract/meetings.ts";
import { answerAddress } from "#server/mail/answer-links.ts";
import { datesAddress } from "#server/mail/date-links.ts";
import { json, madeBy, type Rows, type Told } from "#tests/support/access-row.ts";
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

export const rows: Rows = {
  "GET /api/content": { id: "AZ08" },
  "PATCH /api/content": {
    id: "AZ09",
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
  },
  "GET /api/calendar/meeting.ics": {
    to: async ({ admin }) => {
      await admin.call("PATCH", "/api/content", {
        meetingDate: "2026-12-10",
        meetingTime: "19:00",
        meetingLocation: "The cellar",
      });
      return "/api/calendar/meeting.ics";
    },
  },
  "GET /api/meetings/:id": { to: ofMeeting("") },
  "POST /api/meetings": {
    ...json({ date: "2027-01-13", time: "19:00", location: "The cellar" }),
    records: ["meeting-planned"],
  },
  "PATCH /api/meetings/:id": { records: ["meeting-changed"], ...json({ time: "20:00" }), to: ofMeeting("") },
  "POST /api/meetings/:id/cancel": {
    records: ["meeting-cancelled"],
    ...json({ tell: true }),
    to: ofMeeting("/cancel"),
  },
  "POST /api/meetings/:id/restore": {
    records: ["meeting-restored"],
    ...json({ tell: true }),
    to: ofMeeting("/restore"),
  },
  "DELETE /api/meetings/:id": { records: ["meeting-removed"], to: ofMeeting("") },
  "GET /api/meetings/:id/unanswered": { to: ofMeeting("/unanswered") },
  "PUT /api/meetings/:id/answer": { ...json({ answer: "yes" }), to: ofMeeting("/answer") },
  "DELETE /api/meetings/:id/answer": { to: ofMeeting("/answer") },
  "POST /api/meetings/:id/needs": { records: [], ...json({ what: "Ice", quantity: 2 }), to: ofMeeting("/needs") },
  "PATCH /api/needs/:id": { records: [], ...json({ quantity: 3 }), to: ofNeed("") },
  "DELETE /api/needs/:id": { records: [], to: ofNeed("") },
  "PUT /api/needs/:id/claim": { ...json({ quantity: 1 }), to: ofNeed("/claim") },
  "DELETE /api/needs/:id/claim": { to: ofNeed("/claim") },
  "PUT /api/meetings/:id/dates": {
    records: ["dates-asked"],
    ...json({ dates: DATES, tell: true }),
    to: ofMeeting("/dates"),
  },
  "DELETE /api/meetings/:id/dates": { records: ["dates-withdrawn"], to: ofDates("/dates") },
  "PUT /api/meetings/:id/dates/mine": { ...json({ ids: [] }), to: ofDates("/dates/mine") },
  "POST /api/meetings/:id/dates/:dateId/choose": {
    records: ["date-chosen"],
    ...json({ tell: true }),
    to: async (world) => {
      const { id, dates } = await askedMeeting(world);
      return `/api/meetings/${id}/dates/${dates[0]?.id}/choose`;
    },
  },
  "PUT /api/meetings/:id/host": { records: ["host-named"], ...json({}), to: ofMeeting("/host") },
  "DELETE /api/meetings/:id/host": { records: ["host-ended"], to: ofMeeting("/host") },
  "GET /api/months/:month": { to: () => "/api/months/2027-01" },
  "PATCH /api/months/:month": {
    records: ["message-changed"],
    ...json({ message: "Dear all" }),
    to: () => "/api/months/2027-01",
  },
  "GET /calendar/:file": { to: calendar },
  "HEAD /calendar/:file": { to: calendar },
  "GET /api/answer": { to: async (world) => `/api/answer?token=${await answerToken(world)}` },
  "POST /api/answer": { body: async (world) => asJson({ token: await answerToken(world), answer: "yes" }) },
  "GET /api/dates": { to: async (world) => `/api/dates?token=${await datesToken(world)}` },
  "POST /api/dates": { body: async (world) => asJson({ token: await datesToken(world), ids: [] }) },
};

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
