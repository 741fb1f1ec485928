import { ACTIVITY_LIMIT } from "#contract/audit.ts";
import type { Meeting } from "#contract/meetings.ts";
import { createAnswerUrl, createDatesUrl } from "#server/mail/answer-links.ts";
import type { World } from "#tests/support/access-world.ts";
import { jsonOf } from "#tests/support/json.ts";
import { type Effects, madeBy, type TestedResource } from "#tests/support/tested-resource.ts";

const HOST_CHANGES: Effects = { rows: 60, bytes: 5000, mails: 4, notices: 2, limit: ACTIVITY_LIMIT };

let plannedCount = 0;
const DATES = [
  { date: "2026-12-17", time: "19:00" },
  { date: "2026-12-18", time: "19:30" },
];

const newMeeting = ({ admin }: World): Promise<number> =>
  madeBy(admin, "/api/meetings", { date: "2026-12-16", time: "19:00", location: `Cellar ${(plannedCount += 1)}` });

async function askedMeeting(world: World): Promise<Meeting> {
  const path = `/api/meetings/${await newMeeting(world)}/dates`;
  return jsonOf(world.admin.call("PUT", path, { dates: DATES }));
}

const tokenIn = (address: string) => new URL(address).searchParams.get("token") ?? "";

/** The other member's token for answering a new meeting. */
async function answerToken(world: World): Promise<string> {
  return tokenIn(createAnswerUrl(world.club.deps, world.other.user.id, await newMeeting(world)));
}

/** The other member's token for answering a date question. */
async function datesToken(world: World): Promise<string> {
  return tokenIn(createDatesUrl(world.club.deps, world.other.user.id, (await askedMeeting(world)).id));
}

export const resource: TestedResource = {
  ids: {
    meetings: newMeeting,
    needs: async (world) =>
      madeBy(world.admin, `/api/meetings/${await newMeeting(world)}/needs`, { what: "Ice", quantity: 2 }),
  },
  paths: {
    "GET /api/answer": async (world) => `/api/answer?token=${await answerToken(world)}`,
    "GET /api/dates": async (world) => `/api/dates?token=${await datesToken(world)}`,
    "POST /api/meetings/:id/dates/:dateId/choose": async (world) => {
      const { id, dates } = await askedMeeting(world);
      return `/api/meetings/${id}/dates/${dates[0]?.id}/choose`;
    },
    "PUT /api/meetings/:id/dates/mine": async (world) => `/api/meetings/${(await askedMeeting(world)).id}/dates/mine`,
  },
  before: {
    "DELETE /api/meetings/:id/dates": ({ admin }, _who, path) => admin.call("PUT", path, { dates: DATES }),
  },
  bodies: {
    "PATCH /api/meetings/:id": { time: "20:00" },
    "POST /api/meetings": { date: "2027-01-13", time: "19:00", location: "The cellar" },
    "POST /api/meetings/:id/cancel": { tell: true },
    "POST /api/meetings/:id/dates/:dateId/choose": { tell: true },
    "POST /api/meetings/:id/restore": { tell: true },
    "PUT /api/meetings/:id/answer": { answer: "yes" },
    "PUT /api/meetings/:id/dates": { dates: DATES, tell: true },
    "PUT /api/meetings/:id/dates/mine": { ids: [] },
    "PUT /api/meetings/:id/host": {},
    "POST /api/answer": async (world) => ({ token: await answerToken(world), answer: "yes" }),
    "POST /api/dates": async (world) => ({ token: await datesToken(world), ids: [] }),
    "PATCH /api/needs/:id": { quantity: 3 },
    "POST /api/meetings/:id/needs": { what: "Ice", quantity: 2 },
    "PUT /api/needs/:id/claim": { quantity: 1 },
  },
  effects: {
    "DELETE /api/meetings/:id/dates": { rows: 1 },
    "DELETE /api/meetings/:id/host": { rows: 1 },
    "PATCH /api/meetings/:id": HOST_CHANGES,
    "POST /api/answer": { rows: 2, bytes: 200 },
    "POST /api/dates": { rows: 2, bytes: 200 },
    "POST /api/meetings/:id/dates/:dateId/choose": { rows: 8, bytes: 200, mails: 2, notices: 1 },
    "PUT /api/meetings/:id/answer": { rows: 2 },
    "PUT /api/meetings/:id/dates": HOST_CHANGES,
    "PUT /api/meetings/:id/dates/mine": { rows: 2 },
    // becoming and no longer being the host
    "PUT /api/meetings/:id/host": { rows: 2 * ACTIVITY_LIMIT.max + 2, limit: ACTIVITY_LIMIT },
    "PATCH /api/needs/:id": { bytes: 400 },
    "POST /api/meetings/:id/needs": { rows: 30, bytes: 12_000 },
    "PUT /api/needs/:id/claim": { rows: 2 },
  },
  audit: {
    "DELETE /api/meetings/:id": ["meeting-removed"],
    "DELETE /api/meetings/:id/dates": ["dates-withdrawn"],
    "DELETE /api/meetings/:id/host": ["host-ended"],
    "PATCH /api/meetings/:id": ["meeting-changed"],
    "POST /api/meetings": ["meeting-planned"],
    "POST /api/meetings/:id/cancel": ["meeting-cancelled"],
    "POST /api/meetings/:id/dates/:dateId/choose": ["date-chosen"],
    "POST /api/meetings/:id/restore": ["meeting-restored"],
    "PUT /api/meetings/:id/dates": ["dates-asked"],
    "PUT /api/meetings/:id/host": ["host-named"],
    "DELETE /api/needs/:id": [],
    "PATCH /api/needs/:id": [],
    "POST /api/meetings/:id/needs": [],
  },
  tables: {
    meetings: { privacy: "The club's books, meetings and messages", onDeletion: "anonymized" },
    host_mails: { privacy: "The club's books, meetings and messages", onDeletion: "anonymized" },
    meeting_answers: { privacy: "what you answer and bring to meetings", onDeletion: "deleted" },
    meeting_needs: { privacy: "what you answer and bring to meetings", onDeletion: "not-about-members" },
    meeting_dates: { privacy: "what you answer and bring to meetings", onDeletion: "not-about-members" },
    meeting_date_votes: { privacy: "what you answer and bring to meetings", onDeletion: "deleted" },
    meeting_date_answers: { privacy: "what you answer and bring to meetings", onDeletion: "deleted" },
  },
};
