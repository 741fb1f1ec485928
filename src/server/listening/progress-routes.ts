import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";

import { IdText } from "#contract/ids.ts";
import { Jump, NewProgress, Progress, ProgressConflict } from "#contract/progress.ts";
import { batchWriteAs } from "#server/access/caller.ts";
import { guards } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

import { listJumps, readProgress, saveProgress } from "./progress.ts";

const OfBook = Type.Object({ bookId: IdText });

export const progressRoutes = (deps: Deps) =>
  new Elysia({ name: "progress" })
    .use(guards(deps))
    .get("/api/audiobook-progress", ({ user, query }) => readProgress(deps, user, Number(query.bookId)), {
      member: true,
      query: OfBook,
      response: Progress,
    })
    .get("/api/audiobook-progress/history", ({ user, query }) => listJumps(deps, user, Number(query.bookId)), {
      member: true,
      query: OfBook,
      response: Type.Array(Jump),
    })
    .post(
      "/api/audiobook-progress",
      async ({ by, body, status }) => {
        const saved = await batchWriteAs(deps, by, (author) => saveProgress(deps, author, body));
        return "message" in saved ? status(409, saved) : status(200, saved);
      },
      { member: true, body: NewProgress, response: { 200: Progress, 409: ProgressConflict } },
    );
