import { create as contentDisposition } from "content-disposition";

import { routes } from "#server/access/routes.ts";
import { asciiFilename, highlightsFilename } from "#server/books/download-names.ts";
import type { Deps } from "#server/deps.ts";

import { getProgress, listJumps, saveProgress } from "./audiobook-progress.ts";
import { getBookProgress } from "./book-progress.ts";
import { deleteBookmark, listBookmarks, saveBookmark, updateBookmark } from "./bookmarks.ts";
import { getReadingProgress, listReadingJumps, saveReadingProgress } from "./ebook-progress.ts";
import { saveReportedFraction } from "./furthest.ts";
import { exportHighlights } from "./highlights.ts";
import { deletePaper, listPaperJumps, restorePaper, savePaper } from "./paper.ts";
import { getPlan } from "./plan.ts";
import { commitSave } from "./save-position.ts";

export const progressRoutes = (deps: Deps) =>
  routes(deps)
    .on("GET /api/audiobook-progress", ({ user, query }) => getProgress(deps, user, query.bookId))
    .on("GET /api/audiobook-progress/history", ({ user, query }) => listJumps(deps, user, query.bookId))
    .on("POST /api/audiobook-progress", ({ actor, body }) =>
      commitSave(deps, actor, (author) => saveProgress(deps, author, body)),
    )
    .on("GET /api/books/:id/place", ({ user, params }) => getBookProgress(deps, user, params.id))
    .on("PUT /api/books/:id/paper", ({ actor, params, body }) => savePaper(deps, actor, params.id, body))
    .on("DELETE /api/books/:id/paper", ({ actor, params }) => deletePaper(deps, actor, params.id))
    .on("POST /api/books/:id/paper/restore", ({ actor, params, body }) => restorePaper(deps, actor, params.id, body.id))
    .on("GET /api/books/:id/paper/history", ({ user, params }) => listPaperJumps(deps, user, params.id))
    .on("PUT /api/books/:id/reached", ({ actor, params, body }) => saveReportedFraction(deps, actor, params.id, body))
    .on("GET /api/reading-progress", ({ user, query }) => getReadingProgress(deps, user, query.bookId))
    .on("GET /api/reading-progress/history", ({ user, query }) => listReadingJumps(deps, user, query.bookId))
    .on("POST /api/reading-progress", ({ actor, body }) =>
      commitSave(deps, actor, (author) => saveReadingProgress(deps, author, body)),
    )
    .on("GET /api/books/:id/plan", ({ user, params }) => getPlan(deps, user, params.id))
    .on("GET /api/bookmarks", ({ user, query }) => listBookmarks(deps, user, query.bookId))
    .on("POST /api/bookmarks", ({ actor, body }) => saveBookmark(deps, actor, body))
    .on("PATCH /api/bookmarks/:id", ({ actor, params, body }) => updateBookmark(deps, actor, params.id, body.note))
    .on("DELETE /api/bookmarks/:id", ({ actor, params }) => deleteBookmark(deps, actor, params.id))
    .on("GET /api/books/:id/highlights.md", async ({ user, params }) => {
      const { title, markdown } = await exportHighlights(deps, user, params.id);
      const name = highlightsFilename(title);
      return new Response(markdown, {
        headers: {
          "content-type": "text/markdown; charset=utf-8",
          "content-disposition": contentDisposition(name, { fallback: asciiFilename(name) }),
        },
      });
    });
