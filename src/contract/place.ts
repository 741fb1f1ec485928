import { type Static, Type } from "@sinclair/typebox";

import { Edition, Fraction, OfEdition } from "./progress.ts";
import { SentencesState } from "./sentences.ts";
import { ExactText } from "./text.ts";
import { Timeline } from "./timeline.ts";
import { Nullable, OneOf } from "./typebox.ts";

/** Which audiobook chapter (index) begins in which section of the text. */
const PairFields = Type.Object({
  chapter: Type.Integer({ minimum: 0, maximum: 100_000, error: "Not a valid chapter" }),
  section: Type.Integer({ minimum: 0, maximum: 100_000, error: "Not a valid section" }),
});
const Fragment = Nullable(ExactText({ max: 1000, error: "Not a valid fragment" }));

/** Matches chapters of the audiobook and the text. */
export const MatchedChapters = Type.Object({
  confidence: Type.Number(),
  pairs: Type.Array(
    // `fragment` where one file of the text holds several chapters
    Type.Object({
      chapter: Type.Integer(),
      section: Type.Integer(),
      fragment: Nullable(Type.String()),
      confidence: Type.Number(),
    }),
  ),
  /** True once an admin has set the pairs. */
  corrected: Type.Boolean(),
});
export type MatchedChapters = Static<typeof MatchedChapters>;

export const Match = Type.Object({ ...MatchedChapters.properties, sentences: SentencesState });
export type Match = Static<typeof Match>;

export const MatchCorrection = Type.Object({
  pairs: Type.Array(
    Type.Object({
      ...PairFields.properties,
      fragment: Type.Optional(Fragment),
      confidence: Type.Optional(Type.Number()),
    }),
    { maxItems: 5000, error: "Send the pairs of chapters and sections" },
  ),
});
export type MatchCorrection = Static<typeof MatchCorrection>;

export const BookTimeline = Type.Object({
  timeline: Timeline,
  /** Places that several members confirmed by "I'm here". */
  agreed: Type.Integer(),
});
export type BookTimeline = Static<typeof BookTimeline>;

/** "I'm here": this second of the audiobook is this place in the text. */
export const NewAnchor = Type.Object({
  seconds: Type.Integer({ minimum: 0, maximum: 10_000_000, error: "The position must be whole seconds" }),
  fraction: Fraction,
  edition: OfEdition,
});
export type NewAnchor = Static<typeof NewAnchor>;

export const Anchor = Type.Object({ id: Type.Integer(), seconds: Type.Integer(), fraction: Type.Number() });
export type Anchor = Static<typeof Anchor>;

const TextChapter = Type.Object({ index: Type.Integer(), title: Type.String() });
type TextChapter = Static<typeof TextChapter>;

export const BookPlace = Type.Object({
  edition: Edition,
  listening: Nullable(Type.Object({ seconds: Type.Integer(), at: Type.String() })),
  reading: Nullable(Type.Object({ fraction: Type.Number(), locator: Nullable(Type.String()), at: Type.String() })),
  /** The member's page in the printed copy; null before the first one (BEYOND 10). */
  paper: Nullable(Type.Object({ page: Nullable(Type.Integer()), pages: Type.Integer() })),
  /** What is left until the end; null without that medium, and for members who switched it off (BEYOND 9). */
  left: Type.Object({
    /** Seconds. */
    listening: Nullable(Type.Integer()),
    /** Minutes, at `pace`. */
    reading: Nullable(Type.Integer()),
  }),
  /** Code points of text a minute: the member's own once ten pages have shown it. */
  pace: Type.Integer(),
  /** How far the member has read, as far as it counts (BEYOND 6). */
  reached: Type.Number(),
  offer: Nullable(
    Type.Object({
      from: OneOf(["listening", "reading", "paper"]),
      seconds: Type.Integer(),
      fraction: Type.Number(),
      chapter: Nullable(TextChapter),
      confidence: OneOf(["chapter", "rough"]),
    }),
  ),
  /** Left in the paper copy, where its page is the member's newest place and they want to know. */
  pagesLeft: Type.Optional(Type.Integer()),
  /** With an offer: about how many seconds the member stayed at each place since the last jump (BEYOND 9). */
  spent: Type.Optional(Type.Object({ listening: Type.Number(), reading: Type.Number() })),
});
export type BookPlace = Static<typeof BookPlace>;

/** For readers of paper. */
export const Reached = Type.Object({ fraction: Fraction, edition: OfEdition });
export type Reached = Static<typeof Reached>;

export const ReachedAnswer = Type.Object({ reached: Type.Number() });
