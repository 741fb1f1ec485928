import type { Book } from "#contract/books.ts";
import type { Match, MatchCorrection } from "#contract/place.ts";
import type { Timeline } from "#contract/timeline.ts";
import { type Actor, writeAs } from "#server/access/caller.ts";
import { requireBook } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import type { TextContents } from "#server/epub/read-contents.ts";
import { AppError, fieldError } from "#server/errors.ts";

import { loadContents } from "./contents.ts";
import { contentsOf, loadBook, type LoadedBook, writeAboutBook } from "./loaded-book.ts";
import { type Anchor, withAgreedAnchors, withOwnAnchors } from "./match/anchors.ts";
import { stretchesOfPairs } from "./match/corrected-pairs.ts";
import { type Pair, unmatched } from "./match/match-chapters.ts";
import type { Sound } from "./match/sound-parts.ts";
import type { Stretch } from "./match/stretches.ts";
import { toTimeline } from "./match/timeline.ts";
import { type Files, findMatchFiles, knownMatched, type MatchFiles } from "./matched.ts";

type Chapters = { confidence: number; pairs: Pair[]; stretches: readonly Stretch[]; corrected: boolean };
type Made = Chapters & { agreed: number };

/** With the member's own anchors and those that others agree on. Null when a file is missing. */
export function timelineOf(deps: Deps, book: LoadedBook, userId: number): Timeline | null {
  return makeTimeline(deps, book, userId, findMatch(deps, book));
}

/** Without anything that other members said. Null when a file is missing. */
export function ownTimelineOf(deps: Deps, book: LoadedBook, userId: number): Timeline | null {
  return makeTimeline(deps, book, userId, findChapters(deps, book));
}

/** Places that several members confirmed. */
export function countAgreed(deps: Deps, book: LoadedBook): number {
  return findMatch(deps, book)?.agreed ?? 0;
}

/** @throws AppError not-found while a file is missing */
export function requireFiles(deps: Deps, book: Book): Files & { seconds: number } {
  const files = requireMatchFiles(deps, book);
  return { ...filesOf(files), seconds: files.sound.seconds };
}

/** BEYOND 5. @throws AppError not-found while a file is missing */
export async function readMatch(deps: Deps, book: Book): Promise<Match> {
  requireMatchFiles(deps, book);
  await loadContents(deps, book);
  return requireMatch(deps, await loadBook(deps, book));
}

/** An admin's correction. @throws AppError not-found; invalid for an unknown chapter or section */
export async function correctMatch(deps: Deps, by: Actor, bookId: number, { pairs }: MatchCorrection): Promise<Match> {
  const before = requireBook(deps, by.user, bookId);
  requireMatchFiles(deps, before);
  const contents = await loadContents(deps, before);
  return writeAboutBook(deps, by, bookId, (_author, book) => {
    const { sound, ebookPath, audiobookPath } = requireMatchFiles(deps, book);
    const corrected = pairs.map(({ chapter, section, fragment = null }) => {
      return { chapter, section, fragment, confidence: 1 };
    });
    for (const [index, pair] of corrected.entries()) requireKnown(pair, index, sound, contents);
    deps.stores.matches.save(bookId, { ebookPath, audiobookPath, pairs: JSON.stringify(corrected) });
    return requireMatch(deps, book);
  });
}

/** Removes corrections. @throws AppError not-found */
export function forgetMatch(deps: Deps, by: Actor, bookId: number): void {
  writeAs(deps, by, (author) => {
    requireBook(deps, author, bookId);
    deps.stores.matches.remove(bookId);
  });
}

function requireKnown({ chapter, section }: Pair, index: number, sound: Sound, contents: TextContents): void {
  const fault = (field: string, message: string) => fieldError(`/pairs/${index}/${field}`, message);
  if (!sound.chapters[chapter]) throw fault("chapter", `The audiobook has no chapter ${chapter}.`);
  if (!contents.sections[section]) throw fault("section", `The eBook has no section ${section}.`);
}

function makeTimeline(
  deps: Deps,
  book: LoadedBook,
  userId: number,
  match: Pick<Chapters, "stretches"> | null,
): Timeline | null {
  const files = findMatchFiles(deps, book);
  const contents = contentsOf(deps, book);
  if (!files || !match || !contents) return null;
  const own = deps.stores.anchors.listOwn({ userId, ...filesOf(files) });
  return toTimeline(withOwnAnchors(match.stretches, own.map(inText(contents))), files.sound.seconds, contents.length);
}

function findMatch(deps: Deps, book: LoadedBook): Made | null {
  const files = findMatchFiles(deps, book);
  const contents = contentsOf(deps, book);
  const chapters = findChapters(deps, book);
  if (!files || !contents || !chapters) return null;
  const anchors = deps.stores.anchors.list(filesOf(files)).map(inText(contents));
  return { ...chapters, ...withAgreedAnchors(chapters.stretches, anchors) };
}

/** By titles and lengths, or as an admin corrected them. */
function findChapters(deps: Deps, book: LoadedBook): Chapters | null {
  const files = findMatchFiles(deps, book);
  const contents = files && contentsOf(deps, book);
  if (!contents) return null;
  const correction = deps.stores.matches.find(book.id);
  const holds = correction?.ebookPath === files.ebookPath && correction.audiobookPath === files.audiobookPath;
  return holds ? corrected(JSON.parse(correction.pairs), files.sound, contents) : automatic(deps, files, contents);
}

function automatic(deps: Deps, files: MatchFiles, contents: TextContents): Chapters {
  const { confidence, pairs, stretches } = knownMatched(deps, files) ?? unmatched(files.sound, contents);
  return { confidence, pairs, stretches, corrected: false };
}

function corrected(pairs: Pair[], sound: Sound, contents: TextContents): Chapters {
  const stretches = stretchesOfPairs(pairs, sound, contents);
  return { pairs, stretches, confidence: pairs.length > 0 ? 1 : 0, corrected: true };
}

function inText({ length }: TextContents) {
  return ({ userId, seconds, fraction }: { userId: number; seconds: number; fraction: number }): Anchor => {
    return { userId, seconds, codePoint: fraction * length };
  };
}

function filesOf({ bookId, ebookPath, audiobookPath }: MatchFiles): Files {
  return { bookId, ebookPath, audiobookPath };
}

function requireMatch(deps: Deps, book: LoadedBook): Match {
  const match = findMatch(deps, book);
  if (!match) throw new AppError("not-found", "One of the book's files was removed. Reload the page.");
  return { confidence: match.confidence, pairs: match.pairs, corrected: match.corrected };
}

function requireMatchFiles(deps: Deps, book: Book): MatchFiles {
  const files = findMatchFiles(deps, book);
  if (!files) throw new AppError("not-found", "Upload both the eBook and the audiobook first.");
  return files;
}
