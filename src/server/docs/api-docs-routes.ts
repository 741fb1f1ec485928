import { type AnyElysia, Elysia } from "elysia";

import { guards } from "#server/access/guards.ts";
import { VERSION } from "#server/config.ts";
import type { Deps } from "#server/deps.ts";

import { apiPage } from "./api-docs.ts";

export const docsRoutes = (deps: Deps, app: () => AnyElysia) => {
  const document = async () => {
    const { toOpenAPISchema } = await import("@elysiajs/openapi/openapi");
    return { openapi: "3.0.3", info: { title: deps.config.clubName, version: VERSION }, ...toOpenAPISchema(app()) };
  };
  return new Elysia({ name: "docs" })
    .use(guards(deps))
    .get(
      "/api/docs",
      async () => new Response(apiPage(await document()), { headers: { "content-type": "text/html; charset=utf-8" } }),
      { admin: true },
    )
    .get("/api/docs/openapi.json", () => document(), { admin: true });
};
