import { Elysia } from "elysia";

import { Content, ContentChange } from "#contract/content.ts";
import { guards } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

import { changeContent, readContent } from "./content.ts";

export const contentRoutes = (deps: Deps) =>
  new Elysia({ name: "content" })
    .use(guards(deps))
    .get("/api/content", () => readContent(deps), { member: true, response: Content })
    .patch("/api/content", ({ body, by }) => changeContent(deps, body, by), {
      admin: true,
      body: ContentChange,
      response: Content,
    });
