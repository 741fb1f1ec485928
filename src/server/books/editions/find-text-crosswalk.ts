import { existsSync } from "node:fs";

import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

import type { Timeline } from "#contract/timeline.ts";
import type { BookFile } from "#db/books.ts";
import { describeError } from "#server/adapters/log.ts";
import { KilledChildError } from "#server/adapters/sandbox.ts";
import type { Deps } from "#server/deps.ts";
import type { Ebook } from "#server/epub/ebooks.ts";
import { AppError } from "#server/errors.ts";

import {
  createCrosswalk,
  type Crosswalk,
  FRACTION_UNIT,
  joinCrosswalks,
  longestChain,
  type MovedPassage,
  type PointPair,
} from "./crosswalk.ts";
import { editionOfFile } from "./edition.ts";

const Points = Type.Array(Type.Number());
const CrosswalkPoints = Type.Array(Type.Number(), { minItems: 4 });
const Passage = Type.Tuple([Type.Number(), Type.Number(), Type.Number(), Type.Number()]);
const ComparisonResult = Type.Object({
  crosswalk: CrosswalkPoints,
  moved: Type.Array(Passage),
  isRelated: Type.Boolean(),
});
const RemovedOutline = Type.Object({ match: Type.Object({ audio: Type.String(), toAudio: CrosswalkPoints }) });
const MatchResult = Type.Object({ stretches: Type.Array(Type.Object({ seconds: Points, text: Points })) });

/** The outline of an unreadable file: positions stay at their fraction. */
export const UNREADABLE_OUTLINE = "{}";

export type TextSource = { bookId: number; outline: string | null; timeline: Timeline | null };

type TextCrosswalk = { crosswalk: Crosswalk | null; moved: readonly MovedPassage[] };

/** A null crosswalk if nothing of them can be compared. @param outline of the former text; null without one @throws AppError busy */
export async function findTextCrosswalk(
  deps: Deps,
  { bookId, outline, timeline }: TextSource,
  text: Ebook,
): Promise<TextCrosswalk> {
  if (outline === null) return { crosswalk: await mapAudioToText(deps, bookId, text), moved: [] };
  const comparison = outline === UNREADABLE_OUTLINE ? null : await runOrNull(deps, ["compare", text.packPath], outline);
  const { crosswalk, moved, isRelated } = Value.Check(ComparisonResult, comparison)
    ? comparison
    : { crosswalk: null, moved: [], isRelated: false };
  const toAudio = isRelated ? null : (mapTextToAudio(timeline) ?? findStoredMatch(deps, bookId, outline));
  const toText = toAudio && (await mapAudioToText(deps, bookId, text));
  return { crosswalk: toAudio && toText ? joinCrosswalks(toAudio, toText) : crosswalk, moved };
}

function mapTextToAudio(timeline: Timeline | null): Crosswalk | null {
  const durationSeconds = timeline?.at(-1)?.seconds;
  if (!timeline || !durationSeconds) return null;
  const pairs = timeline.map(({ fraction, seconds }): PointPair => [fraction, seconds / durationSeconds]);
  return createCrosswalk(longestChain(pairs), [1, 1], FRACTION_UNIT);
}

/** The match with the audio of a text that was removed. */
function findStoredMatch({ stores }: Deps, bookId: number, outline: string): Crosswalk | null {
  const audio = stores.books.findFile(bookId, "audiobook");
  if (!audio || !outline.startsWith("{")) return null;
  const parsedOutline: unknown = JSON.parse(outline);
  return Value.Check(RemovedOutline, parsedOutline) && parsedOutline.match.audio === editionOfFile(audio.sha256)
    ? parsedOutline.match.toAudio
    : null;
}

/** Until the book got a text, fractions were those of the audio. Null without a match. */
async function mapAudioToText(deps: Deps, bookId: number, { packPath, contents }: Ebook): Promise<Crosswalk | null> {
  const book = deps.stores.books.find(bookId);
  if (!book?.audiobookSeconds) return null;
  const { audiobookSeconds: seconds, chapters, title } = book;
  const input = JSON.stringify({ audiobook: { seconds, chapters, title } });
  const result = await runOrNull(deps, ["align", packPath], input);
  if (!Value.Check(MatchResult, result)) return null;
  const pairs = result.stretches.flatMap(
    ({ seconds: [from = 0, until = 0], text: [start = 0, end = 0] }): PointPair[] => [
      [from, start],
      [until, end],
    ],
  );
  return createCrosswalk(longestChain(pairs), [seconds, contents.length], 0.25);
}

/** The outline of a text that is removed, as JSON. @throws AppError busy */
export async function createStoredOutline(
  deps: Deps,
  bookId: number,
  packPath: string,
  timeline: Timeline | null,
): Promise<string | null> {
  const outline = await runOrNull(deps, ["outline", packPath]);
  const audio = deps.stores.books.findFile(bookId, "audiobook");
  const match = audio && { audio: editionOfFile(audio.sha256), toAudio: mapTextToAudio(timeline) };
  return outline === null ? null : JSON.stringify({ ...outline, match });
}

export function openTextOrNull(deps: Deps, file: Pick<BookFile, "path" | "sha256">): Promise<Ebook | null> {
  return nullIfFailed(deps, deps.ebooks.load(file));
}

/**
 * Null if the files can't be compared. After a killed child, or if the pack was deleted because no stored file has
 * its hash, the comparison may succeed later, so positions must not be mapped without it. @throws AppError busy then
 */
async function runOrNull(deps: Deps, [kind, packPath]: [string, string], input?: string): Promise<unknown> {
  const result = deps.sandbox.run([kind, packPath], { input }).catch((error: unknown) => {
    const isFinalError = error instanceof AppError && !(error instanceof KilledChildError) && existsSync(packPath);
    throw isFinalError ? error : busyError(error);
  });
  return nullIfFailed(deps, result);
}

/** Without a result, positions stay at their fraction, as for a book that can't be shown. */
async function nullIfFailed<Result>({ log }: Deps, promise: Promise<Result>): Promise<Result | null> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof AppError && error.code === "busy") throw error;
    log.warn("a book's file can't be compared", { error: describeError(error) });
    return null;
  }
}

/** A killed child process gives no result about the files, so the change is rejected until they can be compared. */
export function busyError(cause: unknown): AppError {
  const message = "The server was too busy to read the book's files. Nothing was changed. Please try again.";
  return new AppError("busy", message, { retryAfter: 60, cause });
}
