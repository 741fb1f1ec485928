import type { Book } from "#contract/books.ts";
import type { Match, MatchCorrection } from "#contract/place.ts";
import type { Timeline } from "#contract/timeline.ts";
import { type Actor, writeAs } from "#server/access/caller.ts";
import { findBookFile, requireBook } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import type { TextContents } from "#server/epub/read-contents.ts";
import { AppError } from "#server/errors.ts";

import { knownContents, loadContents } from "./contents.ts";
import { timelineOfPairs } from "./match/corrected-pairs.ts";
import { matchChapters, type Pair } from "./match/match-chapters.ts";
import type { Sound } from "./match/sound-parts.ts";

type Both = { ebookPath: string; audiobookPath: string; sound: Sound };
type Made = { confidence: number; pairs: Pair[]; timeline: Timeline; corrected: boolean };

/** Cached with what it was made from. */
const made = new WeakMap<TextContents, { key: string; match: Made }>();

/** Await before a transaction that uses `knownTimeline`, `reachedFraction` or `toFraction`. */
export async function ensureMatch(deps: Deps, book: Book): Promise<void> {
  if (findBoth(deps, book)) await loadContents(deps, book).catch(noText);
}

/** Null when a file is missing, or before `ensureMatch`. */
export function knownTimeline(deps: Deps, book: Book): Timeline | null {
  return findMatch(deps, book)?.timeline ?? null;
}

/** BEYOND 5. @throws AppError not-found while a file is missing */
export async function readMatch(deps: Deps, book: Book): Promise<Match> {
  requireBoth(deps, book);
  await loadContents(deps, book);
  return requireMatch(deps, book);
}

/** An admin's correction. @throws AppError not-found; invalid for an unknown chapter or section */
export async function correctMatch(deps: Deps, by: Actor, bookId: number, { pairs }: MatchCorrection): Promise<Match> {
  const before = requireBook(deps, by.user, bookId);
  requireBoth(deps, before);
  const contents = await loadContents(deps, before);
  return writeAs(deps, by, (author) => {
    const book = requireBook(deps, author, bookId);
    const { sound, ebookPath, audiobookPath } = requireBoth(deps, book);
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
  const fault = (field: string, message: string) =>
    new AppError("invalid", message, { errors: [{ path: `/pairs/${index}/${field}`, message }] });
  if (!sound.chapters[chapter]) throw fault("chapter", `The audiobook has no chapter ${chapter}.`);
  if (!contents.sections[section]) throw fault("section", `The eBook has no section ${section}.`);
}

function findMatch(deps: Deps, book: Book): Made | null {
  const both = findBoth(deps, book);
  const contents = both && knownContents(deps, book);
  if (!contents) return null;
  const correction = deps.stores.matches.find(book.id);
  const holds = correction?.ebookPath === both.ebookPath && correction.audiobookPath === both.audiobookPath;
  const key = JSON.stringify([both, holds && correction.pairs]);
  const before = made.get(contents);
  if (before?.key === key) return before.match;
  const match = holds ? corrected(JSON.parse(correction.pairs), both.sound, contents) : automatic(both.sound, contents);
  made.set(contents, { key, match });
  return match;
}

function automatic(sound: Sound, contents: TextContents): Made {
  return { ...matchChapters(sound, contents), corrected: false };
}

function corrected(pairs: Pair[], sound: Sound, contents: TextContents): Made {
  const timeline = timelineOfPairs(pairs, sound, contents);
  return { pairs, timeline, confidence: pairs.length > 0 ? 1 : 0, corrected: true };
}

function requireMatch(deps: Deps, book: Book): Match {
  const match = findMatch(deps, book);
  if (!match) throw new AppError("not-found", "One of the book's files was removed. Reload the page.");
  return { confidence: match.confidence, pairs: match.pairs, corrected: match.corrected };
}

function findBoth(deps: Deps, book: Book): Both | null {
  const ebook = findBookFile(deps, book, "ebook");
  const audiobook = findBookFile(deps, book, "audiobook");
  if (!book.audiobookSeconds || !ebook || !audiobook) return null;
  const sound = { seconds: book.audiobookSeconds, chapters: book.chapters, title: book.title };
  return { ebookPath: ebook.path, audiobookPath: audiobook.path, sound };
}

function requireBoth(deps: Deps, book: Book): Both {
  const both = findBoth(deps, book);
  if (!both) throw new AppError("not-found", "Upload both the eBook and the audiobook first.");
  return both;
}

/** A download-only eBook has no match; everything else works. */
function noText(error: unknown): void {
  if (!(error instanceof AppError && error.code === "not-found")) throw error;
}
