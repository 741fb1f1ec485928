import { IdParams } from "#contract/ids.ts";
import { ImportPlan, ImportQuery, ImportUndone, LastImport, ShelfExport } from "#contract/imports.ts";
import { Nullable } from "#contract/nullable.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";
import { accepts, respondsWith, respondsWithJson } from "#server/http/described.ts";

import { exportCsv, exportJson } from "./export.ts";
import { importBooks, lastImport, planImport, undoImport } from "./import/import.ts";

export const importRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "imports", tag: "Shelf" })
    .get("/api/shelf/import", () => lastImport(deps), {
      admin: true,
      detail: { summary: "Show the last import", description: "While it can be undone; else null." },
      response: Nullable(LastImport),
    })
    .post(
      "/api/shelf/import",
      async ({ request, query, by, status }) => {
        const { dryRun, ...choices } = query;
        if (dryRun === "true") return status(200, await planImport(deps, request, choices));
        return status(201, await importBooks(deps, request, { by, choices }));
      },
      {
        admin: true,
        detail: {
          summary: "Import books",
          description:
            "From a CSV file with title, author and month, from Goodreads or StoryGraph, or from an export of a shelf.",
          ...accepts("At most 4 MB, in UTF-8.", "text/csv", "application/json"),
        },
        parse: "none",
        query: ImportQuery,
        response: { 200: ImportPlan, 201: ImportPlan },
      },
    )
    .post("/api/shelf/import/:id/undo", ({ params, by }) => undoImport(deps, params.id, by), {
      admin: true,
      detail: {
        summary: "Undo an import",
        description: "Books that have files, reviews or notes since then stay, and are named.",
      },
      throws: { conflict: "It was undone, or is older than 24 hours." },
      params: IdParams,
      response: ImportUndone,
    })
    .get("/api/shelf/export.csv", () => download(exportCsv(deps), "text/csv; charset=utf-8", "shelf.csv"), {
      member: true,
      detail: { summary: "Download the shelf as CSV", ...respondsWith("The books.", "text/csv") },
    })
    .get(
      "/api/shelf/export.json",
      async ({ user }) => download(await exportJson(deps, user), "application/json", "shelf.json"),
      {
        member: true,
        detail: {
          summary: "Download the shelf as JSON",
          description: "With the reviews that you may see.",
          ...respondsWithJson("The books.", ShelfExport),
        },
      },
    );

function download(text: string, type: string, filename: string): Response {
  return new Response(text, {
    headers: { "content-type": type, "content-disposition": `attachment; filename="${filename}"` },
  });
}
