import { status } from "elysia";

import { importCalls } from "#contract/imports.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { exportCsv, exportJson } from "./export.ts";
import { importBooks, lastImport, planImport, undoImport } from "./import/import.ts";

export const importRoutes = (deps: Deps) =>
  routes(deps, importCalls())
    .on("GET /api/shelf/import", () => lastImport(deps))
    .on("POST /api/shelf/import", async ({ request, query, actor }) => {
      const { dryRun, ...choices } = query;
      if (dryRun === "true") return status(200, await planImport(deps, request, choices));
      return importBooks(deps, actor, request, choices);
    })
    .on("POST /api/shelf/import/:id/undo", ({ params, actor }) => undoImport(deps, actor, params.id))
    .on("GET /api/shelf/export.csv", () => download(exportCsv(deps), "text/csv; charset=utf-8", "shelf.csv"))
    .on("GET /api/shelf/export.json", async ({ user }) =>
      download(await exportJson(deps, user), "application/json", "shelf.json"),
    );

function download(text: string, type: string, filename: string): Response {
  return new Response(text, {
    headers: { "content-type": type, "content-disposition": `attachment; filename="${filename}"` },
  });
}
