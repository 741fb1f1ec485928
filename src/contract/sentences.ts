import { type Static, Type } from "@sinclair/typebox";

import { defineCalls } from "./call.ts";
import { IntegerParam } from "./ids.ts";
import { OneOf } from "./typebox.ts";

/** A sentence, or the corresponding part of an eBook's media overlay (BEYOND 11). */
export const Sentence = Type.Object({
  /** Seconds from the start of the audiobook. */
  start: Type.Number(),
  end: Type.Number(),
  /** Code points of the section's visible text. */
  from: Type.Integer(),
  to: Type.Integer(),
  /** At least nine of ten are right within a second. */
  sure: Type.Boolean(),
});
export type Sentence = Static<typeof Sentence>;

/** An audio file of an EPUB's media overlay; `start` and `seconds` count over all files. */
export const OverlayAudio = Type.Object({
  href: Type.String(),
  start: Type.Number(),
  seconds: Type.Number(),
});
export type OverlayAudio = Static<typeof OverlayAudio>;

export const SectionSentences = Type.Object({
  /** In order of the audio. Empty until the book is aligned. */
  sentences: Type.Array(Sentence),
  /** The eBook's own audio files, in order, if the book has no audiobook. */
  sound: Type.Optional(Type.Array(OverlayAudio)),
});
export type SectionSentences = Static<typeof SectionSentences>;

export const SentencesState = Type.Object({
  state: OneOf(["none", "waiting", "working", "ready", "not-possible"]),
  /** The share of sentences that are `sure`. */
  share: Type.Number(),
  progress: Type.Number(),
});
export type SentencesState = Static<typeof SentencesState>;

const SectionQuery = Type.Object({
  section: IntegerParam(/^\d+$/u, { max: 6, error: "Say which section of the text, by its index" }),
});

export const sentenceCalls = () =>
  defineCalls("Reading", "member", {
    "GET /api/books/:id/sentences": {
      summary: "Get the timings of a section's sentences",
      query: SectionQuery,
      response: SectionSentences,
      isRaw: true,
    },
  });
