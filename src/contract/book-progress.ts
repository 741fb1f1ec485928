import { type Static, Type } from "@sinclair/typebox";

import { defineCalls } from "./call.ts";
import { AGE_PARAMETER } from "./headers.ts";
import { Edition, Fraction, NewPaperProgress, PaperJump, PaperRestore, PositionEdition } from "./progress.ts";
import { SentencesState } from "./sentences.ts";
import { ExactText } from "./text.ts";
import { Timeline } from "./timeline.ts";
import { Integer, Nullable, OneOf } from "./typebox.ts";

/** The audiobook's chapter with this index begins in this section of the text. */
const PairFields = Type.Object({
  chapter: Integer(0, 100_000, "Not a valid chapter"),
  section: Integer(0, 100_000, "Not a valid section"),
});
const Fragment = Nullable(ExactText({ max: 1000, error: "Not a valid fragment" }));

export const MatchedChapters = Type.Object({
  confidence: Type.Number(),
  pairs: Type.Array(
    // `fragment` if a file of the text has several chapters
    Type.Object({
      chapter: Type.Integer(),
      section: Type.Integer(),
      fragment: Nullable(Type.String()),
      confidence: Type.Number(),
    }),
  ),
  /** True if an admin set the pairs. */
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
  /** Always 0. Pages of version 1.2.8 and older show a larger number. */
  agreed: Type.Integer(),
});
export type BookTimeline = Static<typeof BookTimeline>;

/** "I'm here" matches a second of the audiobook to a position in the text. */
export const NewAnchor = Type.Object({
  seconds: Integer(0, 10_000_000, "The position must be whole seconds"),
  fraction: Fraction,
  edition: PositionEdition,
});
export type NewAnchor = Static<typeof NewAnchor>;

export const Anchor = Type.Object({ id: Type.Integer(), seconds: Type.Integer(), fraction: Type.Number() });
export type Anchor = Static<typeof Anchor>;

const TextChapter = Type.Object({ index: Type.Integer(), title: Type.String() });

export const BookProgress = Type.Object({
  edition: Edition,
  listening: Nullable(Type.Object({ seconds: Type.Integer(), at: Type.String() })),
  reading: Nullable(Type.Object({ fraction: Type.Number(), locator: Nullable(Type.String()), at: Type.String() })),
  /** Null before the first page (BEYOND 10). */
  paper: Nullable(Type.Object({ page: Nullable(Type.Integer()), pages: Type.Integer() })),
  /** Until the end; null without the medium, or if the member hides it (BEYOND 9). */
  left: Type.Object({
    listening: Nullable(Type.Integer()),
    /** Minutes at `pace`; `listening` is in seconds. */
    reading: Nullable(Type.Integer()),
  }),
  /** Code points per minute: the usual pace until the member has read ten pages. */
  pace: Type.Integer(),
  /** The furthest position that counts (BEYOND 6). */
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
  /** If the page of the printed copy is the newest position. */
  pagesLeft: Type.Optional(Type.Integer()),
  /** With an offer, the approximate seconds spent since the last jump (BEYOND 9). */
  spent: Type.Optional(Type.Object({ listening: Type.Number(), reading: Type.Number() })),
});
export type BookProgress = Static<typeof BookProgress>;

export const ReportedFraction = Type.Object({ fraction: Fraction, edition: PositionEdition });
export type ReportedFraction = Static<typeof ReportedFraction>;

export const ReachedFraction = Type.Object({ reached: Type.Number() });

export const bookProgressCalls = () =>
  defineCalls("Reading", "member", {
    "GET /api/books/:id/place": {
      summary: "Get your position in text and audiobook",
      response: BookProgress,
    },
    "PUT /api/books/:id/paper": {
      summary: "Set your page in the printed copy",
      description:
        "Without `fraction`, the page's share of all pages is how far you've read. `fraction` is where the page's words are in the text, and makes the page a fixed point. Without `page`, the previous page stays. Another number of `pages` deletes the fixed points.",
      body: NewPaperProgress,
      response: BookProgress,
    },
    "DELETE /api/books/:id/paper": {
      summary: "Delete your page in the printed copy",
    },
    "POST /api/books/:id/paper/restore": {
      summary: "Restore a previous page",
      description: "Also restores its fixed points, so nothing remains of a mistyped page.",
      body: PaperRestore,
      response: BookProgress,
      throws: { conflict: "That page isn't in your history." },
    },
    "GET /api/books/:id/paper/history": {
      summary: "List your previous pages",
      response: Type.Array(PaperJump),
    },
    "PUT /api/books/:id/reached": {
      summary: "Set how far you have read",
      body: ReportedFraction,
      response: ReachedFraction,
      openApi: { parameters: [AGE_PARAMETER] },
    },
    "GET /api/books/:id/timeline": {
      summary: "Get the timeline of audiobook and text",
      response: BookTimeline,
    },
    "POST /api/books/:id/anchors": {
      summary: "Create an anchor between audiobook and text",
      description: "Records that a second of the audiobook is at a position in the text.",
      body: NewAnchor,
      status: 201,
      response: Anchor,
    },
    "DELETE /api/anchors/:id": {
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
      description: "Also deletes a correction, and aligns the book again.",
    },
  });
