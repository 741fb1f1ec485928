import { status } from "elysia";

import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";
import { findLastImport, importBooks, planImport, undoImport } from "#server/shelf/import/import.ts";

import { exportCsv, exportJson } from "./export.ts";
import { deleteReview, getShelf, getShelfPage, saveReview } from "./shelf.ts";
import { createWine, deleteWine, likeWine, listWines, updateWine } from "./wines.ts";

export const shelfRoutes = (deps: Deps) =>
  routes(deps)
    .on("GET /api/shelf", ({ query, user }) => getShelf(deps, user, query.year))
    .on("GET /api/shelf/:id", ({ params, user }) => getShelfPage(deps, user, params.id))
    .on("PUT /api/books/:id/review", ({ params, body, actor }) => saveReview(deps, actor, params.id, body))
    .on("DELETE /api/books/:id/review", ({ params, actor }) => deleteReview(deps, actor, params.id))
    .on("GET /api/wines", ({ query, user }) => listWines(deps, user, query))
    .on("POST /api/wines", ({ body, actor }) => createWine(deps, actor, body))
    .on("PATCH /api/wines/:id", ({ params, body, actor }) => updateWine(deps, actor, params.id, body))
    .on("DELETE /api/wines/:id", ({ params, actor }) => deleteWine(deps, actor, params.id))
    .on("PUT /api/wines/:id/like", ({ params, actor }) => likeWine(deps, actor, params.id, true))
    .on("DELETE /api/wines/:id/like", ({ params, actor }) => likeWine(deps, actor, params.id, false))
    .on("GET /api/shelf/import", () => findLastImport(deps))
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
