import { Type } from "@sinclair/typebox";

import { IdParams, OfBook } from "#contract/ids.ts";
import { NewPaperPlace, PaperJump, PaperRestore } from "#contract/paper.ts";
import { BookPlace, Reached, ReachedAnswer } from "#contract/place.ts";
import { Jump, NewProgress, Progress, ProgressConflict } from "#contract/progress.ts";
import { NewReadingProgress, ReadingConflict, ReadingJump, ReadingProgress } from "#contract/reading.ts";
import { batchWriteAs } from "#server/access/caller.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";
import { done, NO_CONTENT } from "#server/http/no-content.ts";

import { HEARD_SHARES } from "./heard-shares.ts";
import { listPaperJumps, removePaper, restorePaper, savePaper } from "./paper.ts";
import { readPlace } from "./place.ts";
import { saveReached } from "./reached.ts";
import { listJumps, readProgress, saveProgress } from "./sound.ts";
import { listReadingJumps, readReadingProgress, saveReadingProgress } from "./text.ts";

const OF_BOOK = { throws: { "not-found": "There is no such book." }, query: OfBook };

export const listeningPlaceRoutes = (deps: Deps) => {
  Object.assign(deps.heardShares, HEARD_SHARES);
  return guardedRoutes(deps, { name: "listening-places", tag: "Listening" })
    .get("/api/audiobook-progress", ({ user, query }) => readProgress(deps, user, query.bookId), {
      member: true,
      ...OF_BOOK,
      detail: { summary: "Show your place in an audiobook", description: "Revision 0 before the first save." },
      response: Progress,
    })
    .get("/api/audiobook-progress/history", ({ user, query }) => listJumps(deps, user, query.bookId), {
      member: true,
      ...OF_BOOK,
      detail: { summary: "List the places you jumped from" },
      response: Type.Array(Jump),
    })
    .post(
      "/api/audiobook-progress",
      async ({ by, body, status }) => {
        const saved = await batchWriteAs(deps, by, (author) => saveProgress(deps, author, body));
        return "message" in saved ? status(409, saved) : status(200, saved);
      },
      {
        member: true,
        detail: {
          summary: "Save your place in an audiobook",
          description:
            "With only `bookId`, `currentTime` and `chapter`, a save always counts. With `baseRevision`, one from a device that missed a newer place is refused, and the answer carries that place.",
        },
        throws: { "not-found": "There is no such book." },
        body: NewProgress,
        response: { 200: Progress, 409: ProgressConflict },
      },
    );
};

export const readingPlaceRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "reading-places", tag: "Reading" })
    .get("/api/books/:id/place", ({ user, params }) => readPlace(deps, user, params.id), {
      member: true,
      detail: { summary: "Show your place in text and sound" },
      params: IdParams,
      response: BookPlace,
    })
    .put("/api/books/:id/paper", ({ by, params, body }) => savePaper(deps, by, params.id, body), {
      member: true,
      detail: {
        summary: "Say which page of your paper copy you're on",
        description:
          "`page` alone sets how far you've read to its share of the pages; with `fraction`, where its words are in the text, it is a fixed point. Without `page`, the one before stays. Other `pages` forget the fixed points.",
      },
      params: IdParams,
      body: NewPaperPlace,
      response: BookPlace,
    })
    .delete("/api/books/:id/paper", ({ by, params, status }) => status(204, done(removePaper(deps, by, params.id))), {
      member: true,
      detail: { summary: "Forget your paper copy" },
      params: IdParams,
      response: NO_CONTENT,
    })
    .post("/api/books/:id/paper/restore", ({ by, params, body }) => restorePaper(deps, by, params.id, body.id), {
      member: true,
      detail: {
        summary: "Go back to a page that you replaced",
        description: "With the fixed points it had, so a page typed wrong leaves nothing behind.",
      },
      throws: { conflict: "That page isn't in your history." },
      params: IdParams,
      body: PaperRestore,
      response: BookPlace,
    })
    .get("/api/books/:id/paper/history", ({ user, params }) => listPaperJumps(deps, user, params.id), {
      member: true,
      detail: { summary: "List the pages that you replaced" },
      params: IdParams,
      response: Type.Array(PaperJump),
    })
    .put("/api/books/:id/reached", ({ by, params, body }) => saveReached(deps, by, params.id, body), {
      member: true,
      detail: { summary: "Say how far you have read on paper" },
      params: IdParams,
      body: Reached,
      response: ReachedAnswer,
    })
    .get("/api/reading-progress", ({ user, query }) => readReadingProgress(deps, user, query.bookId), {
      member: true,
      ...OF_BOOK,
      detail: { summary: "Show your place in an eBook", description: "Revision 0 before the first save." },
      response: ReadingProgress,
    })
    .get("/api/reading-progress/history", ({ user, query }) => listReadingJumps(deps, user, query.bookId), {
      member: true,
      ...OF_BOOK,
      detail: { summary: "List the places you jumped from in the text" },
      response: Type.Array(ReadingJump),
    })
    .post(
      "/api/reading-progress",
      async ({ by, body, status }) => {
        const saved = await batchWriteAs(deps, by, (author) => saveReadingProgress(deps, author, body));
        return "message" in saved ? status(409, saved) : status(200, saved);
      },
      {
        member: true,
        detail: {
          summary: "Save your place in an eBook",
          description:
            "By the rules of listening: a save from a device that missed a newer place is refused, and the answer carries that place.",
        },
        throws: { "not-found": "There is no such book." },
        body: NewReadingProgress,
        response: { 200: ReadingProgress, 409: ReadingConflict },
      },
    );
