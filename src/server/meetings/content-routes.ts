import { Content, ContentChange } from "#contract/content.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

import { changeContent, readContent } from "./content.ts";

export const contentRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "content", tag: "Months" })
    .get("/api/content", () => readContent(deps), {
      member: true,
      detail: { summary: "Show the messages and the current meeting" },
      response: Content,
    })
    .patch("/api/content", ({ body, by }) => changeContent(deps, body, by), {
      admin: true,
      detail: {
        summary: "Change the messages and the current meeting",
        description: "A date after a meeting that is over plans a new one.",
      },
      throws: { conflict: "A field in `was` has changed in the meantime." },
      body: ContentChange,
      response: Content,
    });
