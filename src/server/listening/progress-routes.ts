import { Type } from "@sinclair/typebox";

import { OfBook } from "#contract/ids.ts";
import { Jump, NewProgress, Progress, ProgressConflict } from "#contract/progress.ts";
import { batchWriteAs } from "#server/access/caller.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

import { listJumps, readProgress, saveProgress } from "./progress.ts";

const OF_BOOK = { throws: { "not-found": "There is no such book." }, query: OfBook };

export const progressRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "progress", tag: "Listening" })
    .get("/api/audiobook-progress", ({ user, query }) => readProgress(deps, user, query.bookId), {
      member: true,
      ...OF_BOOK,
      detail: { summary: "Show your place in an audiobook", description: "Revision 0 before the first save." },
      response: Progress,
    })
    .get("/api/audiobook-progress/history", ({ user, query }) => listJumps(deps, user, query.bookId), {
      member: true,
      ...OF_BOOK,
      detail: { summary: "List the places you jumped from" },
      response: Type.Array(Jump),
    })
    .post(
      "/api/audiobook-progress",
      async ({ by, body, status }) => {
        const saved = await batchWriteAs(deps, by, (author) => saveProgress(deps, author, body));
        return "message" in saved ? status(409, saved) : status(200, saved);
      },
      {
        member: true,
        detail: {
          summary: "Save your place in an audiobook",
          description:
            "With only `bookId`, `currentTime` and `chapter`, a save always counts. With `baseRevision`, one from a device that missed a newer place is refused, and the answer carries that place.",
        },
        throws: { "not-found": "There is no such book." },
        body: NewProgress,
        response: { 200: Progress, 409: ProgressConflict },
      },
    );
