import { Type } from "@sinclair/typebox";

import { IdParams, IdText } from "#contract/ids.ts";
import { HOST_NOTICE_HOURS } from "#contract/limits/meetings.ts";
import {
  Meeting,
  MeetingPatch,
  MeetingSummary,
  NewAnswer,
  NewMeeting,
  TellMembers,
  Unanswered,
} from "#contract/meetings.ts";
import { Nullable } from "#contract/nullable.ts";
import { HundredLimit } from "#contract/paging.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";
import { done, NO_CONTENT } from "#server/http/no-content.ts";

import { answerMeeting, withdrawAnswer } from "./answers.ts";
import { HOSTS_MAY } from "./host-mails.ts";
import { runsMeeting } from "./host-rule.ts";
import { showCurrentMeeting, showMeeting } from "./meeting-view.ts";
import { changeMeeting, listMeetings, listUnanswered, planMeeting, removeMeeting, setCancelled } from "./meetings.ts";

const TELLS = "With `tell`, members get an email about it.";
const CANCELLATION = {
  admin: true,
  throws: { conflict: "The meeting is over." },
  params: IdParams,
  body: Type.Optional(TellMembers),
  response: Meeting,
} as const;
const OWN_ANSWER = {
  throws: { conflict: "The meeting is over or was canceled." },
  params: IdParams,
  response: Meeting,
};

export const meetingRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "meetings", tag: "Meetings" })
    .get("/api/meetings", ({ query, user }) => listMeetings(deps, query, user), {
      member: true,
      detail: { summary: "List meetings", description: "By date, the latest first, undated ones before all others." },
      query: Type.Object({ before: Type.Optional(IdText), limit: Type.Optional(HundredLimit) }),
      response: Type.Array(MeetingSummary),
    })
    .get("/api/meetings/current", ({ user }) => showCurrentMeeting(deps, user), {
      member: true,
      detail: {
        summary: "Show the current meeting",
        description: "The next one that isn't over, else the latest; null when there is none.",
      },
      response: Nullable(Meeting),
    })
    .get("/api/meetings/:id", ({ params, user }) => showMeeting(deps, params.id, user), {
      member: true,
      detail: { summary: "Show a meeting" },
      params: IdParams,
      response: Meeting,
    })
    .post("/api/meetings", ({ body, by, status }) => status(201, planMeeting(deps, body, by)), {
      admin: true,
      detail: { summary: "Plan a meeting", description: "About the current book, unless `bookId` says otherwise." },
      body: NewMeeting,
      response: { 201: Meeting },
    })
    .patch("/api/meetings/:id", ({ params, body, by }) => changeMeeting(deps, params.id, body, by), {
      host: runsMeeting(deps),
      detail: {
        summary: "Change a meeting",
        description: `${TELLS} Only admins choose its book. A host's new date is at least ${HOST_NOTICE_HOURS} hours ahead.`,
      },
      throws: { conflict: "The meeting was over more than 7 days ago.", ...HOSTS_MAY },
      params: IdParams,
      body: MeetingPatch,
      response: Meeting,
    })
    .post(
      "/api/meetings/:id/cancel",
      ({ params, body, by }) => setCancelled(deps, params.id, { ...body, isCancelled: true }, by),
      { ...CANCELLATION, detail: { summary: "Cancel a meeting", description: TELLS } },
    )
    .post(
      "/api/meetings/:id/restore",
      ({ params, body, by }) => setCancelled(deps, params.id, { ...body, isCancelled: false }, by),
      { ...CANCELLATION, detail: { summary: "Restore a canceled meeting", description: TELLS } },
    )
    .delete("/api/meetings/:id", ({ params, by, status }) => status(204, done(removeMeeting(deps, params.id, by))), {
      admin: true,
      detail: { summary: "Delete a meeting" },
      throws: { conflict: "It has answers, claims or posts: cancel it instead." },
      params: IdParams,
      response: NO_CONTENT,
    })
    .get("/api/meetings/:id/unanswered", ({ params }) => listUnanswered(deps, params.id), {
      admin: true,
      detail: { summary: "List who hasn't answered" },
      params: IdParams,
      response: Type.Array(Unanswered),
    })
    .put("/api/meetings/:id/answer", ({ params, body, by }) => answerMeeting(deps, params.id, body, by), {
      member: true,
      ...OWN_ANSWER,
      detail: { summary: "Answer a meeting", description: '"no" gives your claims back.' },
      body: NewAnswer,
    })
    .delete("/api/meetings/:id/answer", ({ params, by }) => withdrawAnswer(deps, params.id, by), {
      member: true,
      ...OWN_ANSWER,
      detail: { summary: "Withdraw your answer", description: "Your claims are given back." },
    });
