import { type Static, Type } from "@sinclair/typebox";

import { calls } from "./call.ts";
import { IdParams, IntegerParam } from "./ids.ts";
import { OneOf } from "./typebox.ts";

/** One sentence, or what an eBook's own times name in its place (BEYOND 11). */
export const Sentence = Type.Object({
  /** Seconds of the whole audiobook. */
  start: Type.Number(),
  end: Type.Number(),
  /** Code points of the section's visible text. */
  from: Type.Integer(),
  to: Type.Integer(),
  /** Right within a second in at least nine of ten. */
  sure: Type.Boolean(),
});
export type Sentence = Static<typeof Sentence>;

/** An audio file of an EPUB's media overlay; `start` and `seconds` count over all files. */
export const OwnSound = Type.Object({
  /** Path in the archive, not URL-encoded, for `/api/books/{id}/text/{path}`. */
  href: Type.String(),
  start: Type.Number(),
  seconds: Type.Number(),
});
export type OwnSound = Static<typeof OwnSound>;

export const SectionSentences = Type.Object({
  /** In the order of the audio. Empty until the book is aligned. */
  sentences: Type.Array(Sentence),
  /** What to play where the book has no audiobook, one file after the other; left out for those with one. */
  sound: Type.Optional(Type.Array(OwnSound)),
});
export type SectionSentences = Static<typeof SectionSentences>;

export const SentencesState = Type.Object({
  /** No audio, pending, running, aligned, or impossible to align. */
  state: OneOf(["none", "waiting", "working", "ready", "not-possible"]),
  /** Of the text's sentences, those that are `sure`. */
  share: Type.Number(),
  /** While working, 0 to 1. */
  progress: Type.Number(),
});
export type SentencesState = Static<typeof SentencesState>;

const InSection = Type.Object({
  section: IntegerParam(/^\d+$/u, { max: 6, error: "Say which section of the text, by its index" }),
});

export const sentenceCalls = () =>
  calls("Reading", {
    "GET /api/books/:id/sentences": {
      by: "member",
      summary: "Get the timings of a section's sentences",
      params: IdParams,
      query: InSection,
      response: SectionSentences,
      isRaw: true,
    },
  });
