import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";

import { IdParams } from "#contract/ids.ts";
import {
  NewNote,
  NewReply,
  Note,
  NoteCount,
  NotePatch,
  Notes,
  NotesQuery,
  Reply,
  TalkOpened,
} from "#contract/notes.ts";
import { guards } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

import { addNote, changeNote, countNotes, listNotes, openTalk, removeNote, setHeart } from "./notes.ts";
import { addReply, changeReply, removeReply } from "./replies.ts";

/** No answer contains what the member hasn't reached (BEYOND 6). */
export const noteRoutes = (deps: Deps) =>
  new Elysia({ name: "notes" })
    .use(guards(deps))
    .get(
      "/api/books/:id/notes",
      ({ user, params, query: { chapter, kind = null } }) =>
        listNotes(deps, user, Number(params.id), { kind, chapter: chapter === undefined ? null : Number(chapter) }),
      { member: true, params: IdParams, query: NotesQuery, response: Notes },
    )
    .get("/api/books/:id/notes/count", ({ user, params }) => countNotes(deps, user, Number(params.id)), {
      member: true,
      params: IdParams,
      response: NoteCount,
    })
    .post(
      "/api/books/:id/notes",
      async ({ by, params, body, status }) => status(201, await addNote(deps, by, Number(params.id), body)),
      { member: true, params: IdParams, body: NewNote, response: { 201: Note } },
    )
    .post("/api/books/:id/notes/open", ({ by, params }) => openTalk(deps, by, Number(params.id)), {
      admin: true,
      params: IdParams,
      response: TalkOpened,
    })
    .patch("/api/notes/:id", ({ by, params, body }) => changeNote(deps, by, Number(params.id), body), {
      member: true,
      params: IdParams,
      body: NotePatch,
      response: Note,
    })
    .delete(
      "/api/notes/:id",
      async ({ by, params, status }) => {
        await removeNote(deps, by, Number(params.id));
        return status(204, undefined);
      },
      { member: true, params: IdParams, response: { 204: Type.Undefined() } },
    )
    .put("/api/notes/:id/heart", ({ by, params }) => setHeart(deps, by, Number(params.id), true), {
      member: true,
      params: IdParams,
      response: Note,
    })
    .delete("/api/notes/:id/heart", ({ by, params }) => setHeart(deps, by, Number(params.id), false), {
      member: true,
      params: IdParams,
      response: Note,
    })
    .post(
      "/api/notes/:id/replies",
      async ({ by, params, body, status }) => status(201, await addReply(deps, by, Number(params.id), body)),
      { member: true, params: IdParams, body: NewReply, response: { 201: Reply } },
    )
    .patch("/api/replies/:id", ({ by, params, body }) => changeReply(deps, by, Number(params.id), body), {
      member: true,
      params: IdParams,
      body: NewReply,
      response: Reply,
    })
    .delete(
      "/api/replies/:id",
      async ({ by, params, status }) => {
        await removeReply(deps, by, Number(params.id));
        return status(204, undefined);
      },
      { member: true, params: IdParams, response: { 204: Type.Undefined() } },
    );
