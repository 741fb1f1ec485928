import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";

import { IdParams, IdText } from "#contract/ids.ts";
import { Meeting, MeetingPatch, MeetingSummary, NewAnswer, NewMeeting, Tell, Unanswered } from "#contract/meetings.ts";
import { Nullable } from "#contract/nullable.ts";
import { HundredLimit } from "#contract/paging.ts";
import { guards } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

import { answerMeeting, withdrawAnswer } from "./answers.ts";
import { showCurrentMeeting, showMeeting } from "./meeting-view.ts";
import {
  cancelMeeting,
  changeMeeting,
  listMeetings,
  listUnanswered,
  planMeeting,
  removeMeeting,
  restoreMeeting,
} from "./meetings.ts";

export const meetingRoutes = (deps: Deps) =>
  new Elysia({ name: "meetings" })
    .use(guards(deps))
    .get(
      "/api/meetings",
      ({ query, user }) =>
        listMeetings(
          deps,
          {
            before: query.before === undefined ? undefined : Number(query.before),
            limit: query.limit === undefined ? undefined : Number(query.limit),
          },
          user,
        ),
      {
        member: true,
        query: Type.Object({ before: Type.Optional(IdText), limit: Type.Optional(HundredLimit) }),
        response: Type.Array(MeetingSummary),
      },
    )
    .get("/api/meetings/current", ({ user }) => showCurrentMeeting(deps, user), {
      member: true,
      response: Nullable(Meeting),
    })
    .get("/api/meetings/:id", ({ params, user }) => showMeeting(deps, Number(params.id), user), {
      member: true,
      params: IdParams,
      response: Meeting,
    })
    .post("/api/meetings", ({ body, by, status }) => status(201, planMeeting(deps, body, by)), {
      admin: true,
      body: NewMeeting,
      response: { 201: Meeting },
    })
    .patch("/api/meetings/:id", ({ params, body, by }) => changeMeeting(deps, Number(params.id), body, by), {
      admin: true,
      params: IdParams,
      body: MeetingPatch,
      response: Meeting,
    })
    .post(
      "/api/meetings/:id/cancel",
      ({ params, body, by }) => cancelMeeting(deps, Number(params.id), body ?? {}, by),
      {
        admin: true,
        params: IdParams,
        body: Type.Optional(Tell),
        response: Meeting,
      },
    )
    .post(
      "/api/meetings/:id/restore",
      ({ params, body, by }) => restoreMeeting(deps, Number(params.id), body ?? {}, by),
      {
        admin: true,
        params: IdParams,
        body: Type.Optional(Tell),
        response: Meeting,
      },
    )
    .delete(
      "/api/meetings/:id",
      ({ params, by, status }) => {
        removeMeeting(deps, Number(params.id), by);
        return status(204, undefined);
      },
      { admin: true, params: IdParams, response: { 204: Type.Undefined() } },
    )
    .get("/api/meetings/:id/unanswered", ({ params }) => listUnanswered(deps, Number(params.id)), {
      admin: true,
      params: IdParams,
      response: Type.Array(Unanswered),
    })
    .put("/api/meetings/:id/answer", ({ params, body, by }) => answerMeeting(deps, Number(params.id), body, by), {
      member: true,
      params: IdParams,
      body: NewAnswer,
      response: Meeting,
    })
    .delete("/api/meetings/:id/answer", ({ params, by }) => withdrawAnswer(deps, Number(params.id), by), {
      member: true,
      params: IdParams,
      response: Meeting,
    });
