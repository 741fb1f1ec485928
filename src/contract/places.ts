import { Type } from "@sinclair/typebox";

import { calls } from "./call.ts";
import { BookQuery } from "./ids.ts";
import { BookPlace, Reached, ReachedAnswer } from "./place.ts";
import { Jump, NewPaperPlace, NewProgress, PaperJump, PaperRestore, Progress, ProgressConflict } from "./progress.ts";
import { NewReadingProgress, ReadingConflict, ReadingJump, ReadingProgress } from "./reading.ts";

export const listeningCalls = () =>
  calls("Listening", {
    "GET /api/audiobook-progress": {
      by: "member",
      summary: "Get your position in an audiobook",
      description: "Revision 0 before the first save.",
      query: BookQuery,
      response: Progress,
    },
    "GET /api/audiobook-progress/history": {
      by: "member",
      summary: "List your previous positions in an audiobook",
      query: BookQuery,
      response: Type.Array(Jump),
    },
    "POST /api/audiobook-progress": {
      by: "member",
      summary: "Save your position in an audiobook",
      description:
        "With only `bookId`, `currentTime` and `chapter`, a save always counts. With `baseRevision`, one from a device that missed a newer place is refused, and the answer carries that place.",
      body: NewProgress,
      response: Progress,
      conflict: ProgressConflict,
      throws: { "not-found": "There is no such book." },
    },
  });

export const placeCalls = () =>
  calls("Reading", {
    "GET /api/books/:id/place": {
      by: "member",
      summary: "Get your position in text and audiobook",
      response: BookPlace,
    },
    "PUT /api/books/:id/paper": {
      by: "member",
      summary: "Set your page in the printed copy",
      description:
        "`page` alone sets how far you've read to its share of the pages; with `fraction`, where its words are in the text, it is a fixed point. Without `page`, the one before stays. Other `pages` forget the fixed points.",
      body: NewPaperPlace,
      response: BookPlace,
    },
    "DELETE /api/books/:id/paper": {
      by: "member",
      summary: "Delete your page in the printed copy",
    },
    "POST /api/books/:id/paper/restore": {
      by: "member",
      summary: "Restore a previous page",
      description: "With the fixed points it had, so a page typed wrong leaves nothing behind.",
      body: PaperRestore,
      response: BookPlace,
      throws: { conflict: "That page isn't in your history." },
    },
    "GET /api/books/:id/paper/history": {
      by: "member",
      summary: "List your previous pages",
      response: Type.Array(PaperJump),
    },
    "PUT /api/books/:id/reached": {
      by: "member",
      summary: "Set how far you have read",
      body: Reached,
      response: ReachedAnswer,
    },
    "GET /api/reading-progress": {
      by: "member",
      summary: "Get your position in an eBook",
      description: "Revision 0 before the first save.",
      query: BookQuery,
      response: ReadingProgress,
    },
    "GET /api/reading-progress/history": {
      by: "member",
      summary: "List your previous positions in an eBook",
      query: BookQuery,
      response: Type.Array(ReadingJump),
    },
    "POST /api/reading-progress": {
      by: "member",
      summary: "Save your position in an eBook",
      description:
        "By the rules of listening: a save from a device that missed a newer place is refused, and the answer carries that place.",
      body: NewReadingProgress,
      response: ReadingProgress,
      conflict: ReadingConflict,
      throws: { "not-found": "There is no such book." },
    },
  });
