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
  ReplyPatch,
  TalkOpened,
} from "#contract/notes.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import { limitText } from "#server/access/limits.ts";
import { ACTIVITY_LIMIT } from "#server/audit/audit.ts";
import type { Deps } from "#server/deps.ts";
import { done, madeOnce, madeOrDeleted, NO_CONTENT } from "#server/http/no-content.ts";

import { NOTE_LIMITS } from "./note-limits.ts";
import { addNote, changeNote, countNotes, listNotes, openTalk, removeNote, setHeart } from "./notes.ts";
import { addReply, changeReply, removeReply } from "./replies.ts";

const HEART = { params: IdParams, response: Note };
const OWN_NOTE = { throws: { forbidden: "It's somebody else's note." }, params: IdParams };
const OWN_REPLY = { throws: { forbidden: "It's somebody else's reply." }, params: IdParams };

/** No answer contains what the member hasn't reached (BEYOND 6). */
export const noteRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "notes", tag: "Talk" })
    .get(
      "/api/books/:id/notes",
      ({ user, params, query: { chapter = null, kind = null } }) => listNotes(deps, user, params.id, { kind, chapter }),
      {
        member: true,
        detail: {
          summary: "List the notes on a book",
          description: "Those beyond what you have reached are only counted.",
        },
        params: IdParams,
        query: NotesQuery,
        response: Notes,
      },
    )
    .get("/api/books/:id/notes/count", ({ user, params }) => countNotes(deps, user, params.id), {
      member: true,
      detail: { summary: "Count the notes on a book" },
      params: IdParams,
      response: NoteCount,
    })
    .post(
      "/api/books/:id/notes",
      async ({ by, params, body }) => madeOrDeleted(await addNote(deps, by, params.id, body)),
      {
        member: true,
        detail: { summary: "Write a note", description: "At a place that you have reached." },
        throws: {
          forbidden: "Only admins and the host write questions for the evening.",
          "too-many": limitText(...NOTE_LIMITS),
        },
        params: IdParams,
        body: NewNote,
        response: madeOnce(Note),
      },
    )
    .post("/api/books/:id/notes/open", ({ by, params }) => openTalk(deps, by, params.id), {
      admin: true,
      detail: {
        summary: "Open the talk of a book",
        description: "Shows everyone all notes, where no meeting will do it.",
      },
      params: IdParams,
      response: TalkOpened,
    })
    .patch("/api/notes/:id", ({ by, params, body }) => changeNote(deps, by, params.id, body), {
      member: true,
      ...OWN_NOTE,
      detail: { summary: "Edit your own note" },
      body: NotePatch,
      response: Note,
    })
    .delete(
      "/api/notes/:id",
      async ({ by, params, status }) => status(204, done(await removeNote(deps, by, params.id))),
      {
        member: true,
        ...OWN_NOTE,
        detail: { summary: "Delete a note", description: "Your own; admins may delete any." },
        throws: { ...OWN_NOTE.throws, "too-many": limitText(ACTIVITY_LIMIT) },
        response: NO_CONTENT,
      },
    )
    .put("/api/notes/:id/heart", ({ by, params }) => setHeart(deps, by, params.id, true), {
      member: true,
      ...HEART,
      detail: { summary: "Give a note a heart" },
    })
    .delete("/api/notes/:id/heart", ({ by, params }) => setHeart(deps, by, params.id, false), {
      member: true,
      ...HEART,
      detail: { summary: "Take your heart back" },
    })
    .post(
      "/api/notes/:id/replies",
      async ({ by, params, body }) => madeOrDeleted(await addReply(deps, by, params.id, body)),
      {
        member: true,
        detail: { summary: "Reply to a note" },
        throws: { "too-many": limitText(...NOTE_LIMITS) },
        params: IdParams,
        body: NewReply,
        response: madeOnce(Reply),
      },
    )
    .patch("/api/replies/:id", ({ by, params, body }) => changeReply(deps, by, params.id, body), {
      member: true,
      ...OWN_REPLY,
      detail: { summary: "Edit your own reply" },
      body: ReplyPatch,
      response: Reply,
    })
    .delete(
      "/api/replies/:id",
      async ({ by, params, status }) => status(204, done(await removeReply(deps, by, params.id))),
      {
        member: true,
        ...OWN_REPLY,
        detail: { summary: "Delete a reply", description: "Your own; admins may delete any." },
        response: NO_CONTENT,
      },
    );
