import { Type } from "@sinclair/typebox";

import { calls } from "./call.ts";
import { IdParams, IdText } from "./ids.ts";
import { sendsRanges } from "./media.ts";
import { Anchor, BookTimeline, Match, MatchCorrection, NewAnchor } from "./place.ts";
import { Contents, FileWarnings } from "./reading.ts";

export const readingCalls = () =>
  calls("Reading", {
    "GET /api/books/:id/contents": {
      by: "member",
      summary: "Show an eBook's contents",
      params: IdParams,
      response: Contents,
    },
    "GET /api/books/:id/warnings": {
      by: "admin",
      summary: "Show what of a book's files members don't get",
      params: IdParams,
      response: FileWarnings,
    },
    "GET /api/books/:id/text/*": {
      by: "member",
      summary: "Send one file of an eBook",
      description:
        "Its `href`, each segment percent-encoded. No script of a book ever runs. Only sound is sent in ranges.",
      params: TextParams,
      response: sendsRanges("The file.", ...SHOWN),
    },
    "GET /api/books/:id/timeline": {
      by: "member",
      summary: "Show which second is which place in the text",
      params: IdParams,
      response: BookTimeline,
    },
    "POST /api/books/:id/anchors": {
      by: "member",
      summary: "Say that you are here in both",
      description: "This second of the audiobook is this place in the text.",
      params: IdParams,
      body: NewAnchor,
      status: 201,
      response: Anchor,
    },
    "DELETE /api/anchors/:id": {
      by: "member",
      summary: "Take back that you were here",
      params: IdParams,
      status: 204,
    },
    "GET /api/books/:id/match": {
      by: "admin",
      summary: "Show which chapter begins in which section",
      params: IdParams,
      response: Match,
    },
    "PUT /api/books/:id/match": {
      by: "admin",
      summary: "Correct which chapter begins in which section",
      params: IdParams,
      body: MatchCorrection,
      response: Match,
    },
    "DELETE /api/books/:id/match": {
      by: "admin",
      summary: "Have chapters and sentences matched again",
      description: "Removes a correction, and has the book listened to again.",
      params: IdParams,
      status: 204,
    },
  });

/** The server reads the rest of the path from the URL: it may contain anything. */
const TextParams = Type.Object({ id: IdText }, { additionalProperties: true });

const SHOWN = ["application/xhtml+xml", "text/html", "text/css", "image/*", "font/*", "audio/*"];
