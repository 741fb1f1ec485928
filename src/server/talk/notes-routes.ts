import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { countNotes, createNote, deleteNote, listNotes, openTalk, setHeart, updateNote } from "./notes.ts";
import { createReply, deleteReply, updateReply } from "./replies.ts";

/** No response contains text beyond the member's furthest position (BEYOND 6). */
export const talkRoutes = (deps: Deps) =>
  routes(deps)
    .on("GET /api/books/:id/notes", ({ user, params, query: { chapter = null, kind = null, replies } }) =>
      listNotes(deps, user, params.id, { kind, chapter, hasReplies: replies !== "false" }),
    )
    .on("GET /api/books/:id/notes/count", ({ user, params }) => countNotes(deps, user, params.id))
    .on("POST /api/books/:id/notes", ({ actor, params, body }) => createNote(deps, actor, params.id, body))
    .on("POST /api/books/:id/notes/open", ({ actor, params }) => openTalk(deps, actor, params.id))
    .on("PATCH /api/notes/:id", ({ actor, params, body }) => updateNote(deps, actor, params.id, body))
    .on("DELETE /api/notes/:id", ({ actor, params }) => deleteNote(deps, actor, params.id))
    .on("PUT /api/notes/:id/heart", ({ actor, params }) => setHeart(deps, actor, params.id, true))
    .on("DELETE /api/notes/:id/heart", ({ actor, params }) => setHeart(deps, actor, params.id, false))
    .on("POST /api/notes/:id/replies", ({ actor, params, body }) => createReply(deps, actor, params.id, body))
    .on("PATCH /api/replies/:id", ({ actor, params, body }) => updateReply(deps, actor, params.id, body))
    .on("DELETE /api/replies/:id", ({ actor, params }) => deleteReply(deps, actor, params.id));
