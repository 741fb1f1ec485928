import { Type } from "@sinclair/typebox";

import { calls } from "./call.ts";
import { IdText } from "./ids.ts";
import { rangesResponse } from "./media.ts";
import { Anchor, BookTimeline, Match, MatchCorrection, NewAnchor } from "./place.ts";
import { Contents, FileWarnings } from "./reading.ts";

export const readingCalls = () =>
  calls("Reading", {
    "GET /api/books/:id/contents": {
      by: "member",
      summary: "Get an eBook's contents",
      response: Contents,
    },
    "GET /api/books/:id/warnings": {
      by: "admin",
      summary: "List warnings about a book's files",
      response: FileWarnings,
    },
    "GET /api/books/:id/text/*": {
      by: "member",
      summary: "Get a file of an eBook",
      description:
        "Its `href`, each segment percent-encoded. No script of a book ever runs. Only sound is sent in ranges.",
      params: TextParams,
      response: rangesResponse("The file.", ...TEXT_FILE_TYPES),
    },
    "GET /api/books/:id/timeline": {
      by: "member",
      summary: "Get the timeline of audiobook and text",
      response: BookTimeline,
    },
    "POST /api/books/:id/anchors": {
      by: "member",
      summary: "Create an anchor between audiobook and text",
      description: "This second of the audiobook is this place in the text.",
      body: NewAnchor,
      status: 201,
      response: Anchor,
    },
    "DELETE /api/anchors/:id": {
      by: "member",
      summary: "Delete an anchor",
    },
    "GET /api/books/:id/match": {
      by: "admin",
      summary: "Get the chapter match",
      response: Match,
    },
    "PUT /api/books/:id/match": {
      by: "admin",
      summary: "Correct the chapter match",
      body: MatchCorrection,
      response: Match,
    },
    "DELETE /api/books/:id/match": {
      by: "admin",
      summary: "Delete the chapter match and match again",
      description: "Removes a correction, and has the book listened to again.",
    },
  });

/** The server reads the rest of the path from the URL. */
const TextParams = Type.Object({ id: IdText }, { additionalProperties: true });

const TEXT_FILE_TYPES = ["application/xhtml+xml", "text/html", "text/css", "image/*", "font/*", "audio/*"];
