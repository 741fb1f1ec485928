import { create as contentDisposition } from "content-disposition";

import { bookmarkCalls, highlightCalls } from "#contract/bookmarks.ts";
import { listeningCalls, placeCalls } from "#contract/places.ts";
import { planCalls } from "#contract/plan.ts";
import { routes } from "#server/access/routes.ts";
import { asciiFilename, highlightsFilename } from "#server/books/download-names.ts";
import type { Deps } from "#server/deps.ts";

import { listJumps, readProgress, saveProgress } from "./audiobook-progress.ts";
import { changeBookmark, listBookmarks, removeBookmark, setBookmark } from "./bookmarks.ts";
import { listReadingJumps, readReadingProgress, saveReadingProgress } from "./ebook-progress.ts";
import { saveReached } from "./furthest.ts";
import { writeHighlights } from "./highlights.ts";
import { listPaperJumps, removePaper, restorePaper, savePaper } from "./paper.ts";
import { readPlace } from "./place.ts";
import { readPlan } from "./plan.ts";
import { commitSave } from "./save-place.ts";

export const listeningPlaceRoutes = (deps: Deps) =>
  routes(deps, listeningCalls())
    .on("GET /api/audiobook-progress", ({ user, query }) => readProgress(deps, user, query.bookId))
    .on("GET /api/audiobook-progress/history", ({ user, query }) => listJumps(deps, user, query.bookId))
    .on("POST /api/audiobook-progress", ({ actor, body }) =>
      commitSave(deps, actor, (author) => saveProgress(deps, author, body)),
    );

export const readingPlaceRoutes = (deps: Deps) =>
  routes(deps, placeCalls())
    .on("GET /api/books/:id/place", ({ user, params }) => readPlace(deps, user, params.id))
    .on("PUT /api/books/:id/paper", ({ actor, params, body }) => savePaper(deps, actor, params.id, body))
    .on("DELETE /api/books/:id/paper", ({ actor, params }) => removePaper(deps, actor, params.id))
    .on("POST /api/books/:id/paper/restore", ({ actor, params, body }) => restorePaper(deps, actor, params.id, body.id))
    .on("GET /api/books/:id/paper/history", ({ user, params }) => listPaperJumps(deps, user, params.id))
    .on("PUT /api/books/:id/reached", ({ actor, params, body }) => saveReached(deps, actor, params.id, body))
    .on("GET /api/reading-progress", ({ user, query }) => readReadingProgress(deps, user, query.bookId))
    .on("GET /api/reading-progress/history", ({ user, query }) => listReadingJumps(deps, user, query.bookId))
    .on("POST /api/reading-progress", ({ actor, body }) =>
      commitSave(deps, actor, (author) => saveReadingProgress(deps, author, body)),
    );

export const planRoutes = (deps: Deps) =>
  routes(deps, planCalls()).on("GET /api/books/:id/plan", ({ user, params }) => readPlan(deps, user, params.id));

export const bookmarkRoutes = (deps: Deps) =>
  routes(deps, bookmarkCalls())
    .on("GET /api/bookmarks", ({ user, query }) => listBookmarks(deps, user, query.bookId))
    .on("POST /api/bookmarks", ({ actor, body }) => setBookmark(deps, actor, body))
    .on("PATCH /api/bookmarks/:id", ({ actor, params, body }) => changeBookmark(deps, actor, params.id, body.note))
    .on("DELETE /api/bookmarks/:id", ({ actor, params }) => removeBookmark(deps, actor, params.id));

export const highlightRoutes = (deps: Deps) =>
  routes(deps, highlightCalls()).on("GET /api/books/:id/highlights.md", async ({ user, params }) => {
    const { title, markdown } = await writeHighlights(deps, user, params.id);
    const name = highlightsFilename(title);
    return new Response(markdown, {
      headers: {
        "content-type": "text/markdown; charset=utf-8",
        "content-disposition": contentDisposition(name, { fallback: asciiFilename(name) }),
      },
    });
  });
