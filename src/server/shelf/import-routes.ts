import { Elysia } from "elysia";

import { IdParams } from "#contract/ids.ts";
import { ImportPlan, ImportQuery, ImportUndone, LastImport } from "#contract/imports.ts";
import { Nullable } from "#contract/nullable.ts";
import { guards } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

export const importRoutes = (deps: Deps) =>
  new Elysia({ name: "imports" })
    .use(guards(deps))
    .get("/api/shelf/import", async () => (await import("./import/import.ts")).lastImport(deps), {
      admin: true,
      response: Nullable(LastImport),
    })
    .post(
      "/api/shelf/import",
      async ({ request, query, by, status }) => {
        const { importBooks, planImport } = await import("./import/import.ts");
        if (query.dryRun === "true") return status(200, await planImport(deps, request));
        return status(201, await importBooks(deps, request, by));
      },
      { admin: true, parse: "none", query: ImportQuery, response: { 200: ImportPlan, 201: ImportPlan } },
    )
    .post(
      "/api/shelf/import/:id/undo",
      async ({ params, by }) => (await import("./import/import.ts")).undoImport(deps, Number(params.id), by),
      { admin: true, params: IdParams, response: ImportUndone },
    )
    .get(
      "/api/shelf/export.csv",
      async () => {
        const { exportCsv } = await import("./export.ts");
        return download(exportCsv(deps), "text/csv; charset=utf-8", "shelf.csv");
      },
      { member: true },
    )
    .get(
      "/api/shelf/export.json",
      async ({ user }) => {
        const { exportJson } = await import("./export.ts");
        return download(exportJson(deps, user), "application/json", "shelf.json");
      },
      { member: true },
    );

function download(text: string, type: string, filename: string): Response {
  return new Response(text, {
    headers: { "content-type": type, "content-disposition": `attachment; filename="${filename}"` },
  });
}
