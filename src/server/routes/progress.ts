import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";

import { IdText } from "#contract/ids.ts";
import { NewProgress, Progress } from "#contract/progress.ts";
import type { Deps } from "#server/deps.ts";
import { guards } from "#server/guards.ts";
import { readProgress, saveProgress } from "#server/services/progress.ts";

/** The member's own place in an audiobook (SPEC 7). */
export const progressRoutes = (deps: Deps) =>
  new Elysia({ name: "progress" })
    .use(guards(deps))
    .get("/api/audiobook-progress", ({ user, query }) => readProgress(deps, user.id, Number(query.bookId)), {
      member: true,
      query: Type.Object({ bookId: IdText }),
      response: Progress,
    })
    .post("/api/audiobook-progress", ({ user, body }) => saveProgress(deps, user.id, body), {
      member: true,
      body: NewProgress,
      response: Progress,
    });
