import type { Match, MatchCorrection } from "#contract/place.ts";
import type { Timeline } from "#contract/timeline.ts";
import { type Actor, writeAs } from "#server/access/caller.ts";
import { requireBook } from "#server/books/books.ts";
import type { Deps } from "#server/deps.ts";
import type { TextContents } from "#server/epub/read-contents.ts";
import { AppError } from "#server/errors.ts";

import { knownContents, loadContents } from "./contents.ts";
import { matchChapters, type Pair, type Sound, timelineOfPairs } from "./match/match-chapters.ts";

type Both = { ebookPath: string; audiobookPath: string; sound: Sound };
type Made = { confidence: number; pairs: Pair[]; timeline: Timeline; corrected: boolean };

/** Cached with what it was made from. */
const made = new WeakMap<TextContents, { key: string; match: Made }>();

/** Await before a transaction that uses `knownTimeline`, `reachedFraction` or `toFraction`. */
export async function ensureMatch(deps: Deps, bookId: number): Promise<void> {
  if (findBoth(deps, bookId)) await loadContents(deps, bookId).catch(noText);
}

/** Null when a file is missing, or before `ensureMatch`. */
export function knownTimeline(deps: Deps, bookId: number): Timeline | null {
  return findMatch(deps, bookId)?.timeline ?? null;
}

/** BEYOND 5. @throws AppError not-found while a file is missing */
export async function readMatch(deps: Deps, bookId: number): Promise<Match> {
  requireBoth(deps, bookId);
  await loadContents(deps, bookId);
  return requireMatch(deps, bookId);
}

/** An admin's correction. @throws AppError not-found; invalid for an unknown chapter or section */
export async function correctMatch(deps: Deps, by: Actor, bookId: number, { pairs }: MatchCorrection): Promise<Match> {
  requireBoth(deps, bookId);
  const contents = await loadContents(deps, bookId);
  return writeAs(deps, by, () => {
    const { sound, ebookPath, audiobookPath } = requireBoth(deps, bookId);
    const corrected = pairs.map(({ chapter, section, fragment = null }) => {
      return { chapter, section, fragment, confidence: 1 };
    });
    for (const [index, pair] of corrected.entries()) requireKnown(pair, index, sound, contents);
    deps.stores.matches.save(bookId, { ebookPath, audiobookPath, pairs: JSON.stringify(corrected) });
    return requireMatch(deps, bookId);
  });
}

/** Removes corrections. @throws AppError not-found */
export function forgetMatch(deps: Deps, by: Actor, bookId: number): void {
  writeAs(deps, by, () => {
    requireBook(deps, bookId);
    deps.stores.matches.remove(bookId);
  });
}

function requireKnown({ chapter, section }: Pair, index: number, sound: Sound, contents: TextContents): void {
  const fault = (field: string, message: string) =>
    new AppError("invalid", message, { errors: [{ path: `/pairs/${index}/${field}`, message }] });
  if (!sound.chapters[chapter]) throw fault("chapter", `The audiobook has no chapter ${chapter}.`);
  if (!contents.sections[section]) throw fault("section", `The eBook has no section ${section}.`);
}

function findMatch(deps: Deps, bookId: number): Made | null {
  const both = findBoth(deps, bookId);
  const contents = both && knownContents(deps, bookId);
  if (!contents) return null;
  const correction = deps.stores.matches.find(bookId);
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

function requireMatch(deps: Deps, bookId: number): Match {
  const match = findMatch(deps, bookId);
  if (!match) throw new AppError("not-found", "One of the book's files was removed. Reload the page.");
  return { confidence: match.confidence, pairs: match.pairs, corrected: match.corrected };
}

function findBoth(deps: Deps, bookId: number): Both | null {
  const book = deps.stores.books.find(bookId);
  const ebook = deps.stores.books.findFile(bookId, "ebook");
  const audiobook = deps.stores.books.findFile(bookId, "audiobook");
  if (!book?.audiobookSeconds || !ebook || !audiobook) return null;
  const sound = { seconds: book.audiobookSeconds, chapters: book.chapters, title: book.title };
  return { ebookPath: ebook.path, audiobookPath: audiobook.path, sound };
}

function requireBoth(deps: Deps, bookId: number): Both {
  requireBook(deps, bookId);
  const both = findBoth(deps, bookId);
  if (!both) throw new AppError("not-found", "Upload both the eBook and the audiobook first.");
  return both;
}

/** A download-only eBook has no match; everything else works. */
function noText(error: unknown): void {
  if (!(error instanceof AppError && error.code === "not-found")) throw error;
}
