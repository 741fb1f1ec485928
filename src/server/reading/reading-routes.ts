import { Type } from "@sinclair/typebox";

import { IdParams, IdText } from "#contract/ids.ts";
import { Anchor, BookTimeline, Match, MatchCorrection, NewAnchor } from "#contract/place.ts";
import { Contents, FileWarnings } from "#contract/reading.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import { requireBook } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { respondsWithRanges } from "#server/http/described.ts";
import { done, NO_CONTENT } from "#server/http/no-content.ts";

import { readTimeline, removeAnchor, setAnchor } from "./anchors.ts";
import { loadContents } from "./contents.ts";
import { correctMatch, forgetMatch, readMatch } from "./match.ts";
import { serveText } from "./text-files.ts";
import { readWarnings } from "./warnings.ts";

/** The rest of the path is read from the URL: it may contain anything. */
const TextParams = Type.Object({ id: IdText }, { additionalProperties: true });

const SHOWN = ["application/xhtml+xml", "text/html", "text/css", "image/*", "font/*", "audio/*"];

export const readingRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "reading", tag: "Reading" })
    .get("/api/books/:id/contents", ({ user, params }) => loadContents(deps, requireBook(deps, user, params.id)), {
      member: true,
      detail: { summary: "Show an eBook's contents" },
      params: IdParams,
      response: Contents,
    })
    .get("/api/books/:id/warnings", ({ user, params }) => readWarnings(deps, requireBook(deps, user, params.id)), {
      admin: true,
      detail: { summary: "Show what of a book's files members don't get" },
      params: IdParams,
      response: FileWarnings,
    })
    .get(
      "/api/books/:id/text/*",
      async ({ request, params, user }) => {
        const book = requireBook(deps, user, params.id);
        return serveText(deps, request, book, pathInBook(request));
      },
      {
        member: true,
        detail: {
          summary: "Send one file of an eBook",
          description:
            "Its `href`, each segment percent-encoded. No script of a book ever runs. Only sound is sent in ranges.",
          ...respondsWithRanges("The file.", ...SHOWN),
        },
        params: TextParams,
      },
    )
    .get("/api/books/:id/timeline", ({ user, params }) => readTimeline(deps, user, params.id), {
      member: true,
      detail: { summary: "Show which second is which place in the text" },
      params: IdParams,
      response: BookTimeline,
    })
    .post(
      "/api/books/:id/anchors",
      ({ by, params, body, status }) => status(201, setAnchor(deps, by, params.id, body)),
      {
        member: true,
        detail: {
          summary: "Say that you are here in both",
          description: "This second of the audiobook is this place in the text.",
        },
        params: IdParams,
        body: NewAnchor,
        response: { 201: Anchor },
      },
    )
    .delete("/api/anchors/:id", ({ by, params, status }) => status(204, done(removeAnchor(deps, by, params.id))), {
      member: true,
      detail: { summary: "Take back that you were here" },
      params: IdParams,
      response: NO_CONTENT,
    })
    .get("/api/books/:id/match", ({ user, params }) => readMatch(deps, user, params.id), {
      admin: true,
      detail: { summary: "Show which chapter begins in which section" },
      params: IdParams,
      response: Match,
    })
    .put("/api/books/:id/match", ({ by, params, body }) => correctMatch(deps, by, params.id, body), {
      admin: true,
      detail: { summary: "Correct which chapter begins in which section" },
      params: IdParams,
      body: MatchCorrection,
      response: Match,
    })
    .delete(
      "/api/books/:id/match",
      async ({ by, params, status }) => status(204, done(await forgetMatch(deps, by, params.id))),
      {
        admin: true,
        detail: {
          summary: "Have chapters and sentences matched again",
          description: "Removes a correction, and has the book listened to again.",
        },
        params: IdParams,
        response: NO_CONTENT,
      },
    );

/** Path in the archive, each segment decoded. @throws AppError not-found */
function pathInBook(request: Request): string {
  const [, encoded = ""] = /^\/api\/books\/\d+\/text\/(.*)$/.exec(new URL(request.url).pathname) ?? [];
  try {
    return encoded.split("/").map(decodeURIComponent).join("/");
  } catch (error) {
    throw new AppError("not-found", "There is no such file in this book.", { cause: error });
  }
}
