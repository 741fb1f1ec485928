import { Value } from "@sinclair/typebox/value";

import type { MatchedChapters } from "#contract/book-progress.ts";
import type { Book } from "#contract/books.ts";
import { sectionOffsets } from "#contract/chapters.ts";
import type { AlignedSpan, ChapterPairs } from "#server/adapters/alignment-cache.ts";
import { findBookFile } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import type { Ebook } from "#server/epub/ebooks.ts";
import type { TextContents } from "#server/epub/read-contents.ts";
import { AppError, requireFound } from "#server/errors.ts";

import { matchByProportion } from "./match/match-chapters.ts";
import { type AlignmentInput, type AudiobookOutline, ChapterPairsSchema } from "./model/sentence-timings.ts";
import { findTimings } from "./timings-cache.ts";

type Files = { bookId: number; ebookPath: string; audiobookPath: string };
export type BothFiles = { files: Files; audiobook: AudiobookOutline };

export function findBothFiles(deps: Deps, book: Book): BothFiles | null {
  const ebook = findBookFile(deps, book, "ebook");
  const audiobook = findBookFile(deps, book, "audiobook");
  if (!book.audiobookSeconds || !ebook || !audiobook) return null;
  return {
    files: { bookId: book.id, ebookPath: ebook.path, audiobookPath: audiobook.path },
    audiobook: { seconds: book.audiobookSeconds, chapters: book.chapters, title: book.title },
  };
}

export function requireBothFiles(deps: Deps, book: Book): BothFiles {
  return requireFound(findBothFiles(deps, book), "Upload both the eBook and the audiobook first.");
}

export type ChapterMatch = MatchedChapters & { stretches: readonly AlignedSpan[] };

export async function findChapters(deps: Deps, ebook: Ebook, bothFiles: BothFiles): Promise<ChapterMatch> {
  const pairs = findCorrection(deps, bothFiles);
  if (pairs) return { ...toCorrectedMatch(pairs), stretches: spansOfPairs(pairs, bothFiles.audiobook, ebook.contents) };
  const match =
    findTimings(deps, { id: bothFiles.files.bookId })?.chapters ??
    (await pairChaptersOnce(deps, ebook, bothFiles)) ??
    matchByProportion(bothFiles.audiobook, ebook.contents);
  return { ...match, corrected: false };
}

export function findCorrection({ stores }: Deps, { files }: BothFiles): Pair[] | null {
  const correction = stores.matches.find(files.bookId);
  if (correction?.ebookPath !== files.ebookPath || correction.audiobookPath !== files.audiobookPath) return null;
  return JSON.parse(correction.pairs);
}

export function toCorrectedMatch(pairs: Pair[]): MatchedChapters {
  return { pairs, confidence: pairs.length > 0 ? 1 : 0, corrected: true };
}

/** Concurrent callers share one run. Null if it exceeds the sandbox's limits. */
function pairChaptersOnce({ alignments, sandbox }: Deps, { packPath }: Ebook, { files, audiobook }: BothFiles) {
  const key = JSON.stringify([files.ebookPath, files.audiobookPath, audiobook.title]);
  const pending = alignments.chapters.get(key);
  if (pending) return pending;
  const input: AlignmentInput = { ebookPath: null, audiobook: { ...audiobook, path: null, guess: null } };
  const pairs = sandbox.run(["align", packPath], { input: JSON.stringify(input) }).then(
    (found): ChapterPairs => {
      // `Value.Parse` copies it several times
      if (!Value.Check(ChapterPairsSchema, found)) throw new Error("The child process returned something else");
      return found;
    },
    (error: unknown) => {
      if (error instanceof AppError && error.code === "invalid") return null;
      throw error;
    },
  );
  alignments.chapters.set(key, pairs);
  pairs.catch(() => alignments.chapters.delete(key));
  return pairs;
}

export type Pair = MatchedChapters["pairs"][number];

export function spansOfPairs(
  pairs: readonly Pair[],
  audiobook: AudiobookOutline,
  contents: TextContents,
): AlignedSpan[] {
  const starts = sectionOffsets(contents.sections);
  const spans: AlignedSpan[] = [];
  const ordered = pairs.toSorted((a, b) => a.chapter - b.chapter);
  let lastStart = -1;
  for (const [index, pair] of ordered.entries()) {
    const start = startOfPair(pair, contents, starts);
    if (start <= lastStart) continue;
    lastStart = start;
    const next = ordered.slice(index + 1).find((other) => startOfPair(other, contents, starts) > start);
    const isNeighbor = next !== undefined && next.chapter === pair.chapter + 1;
    const endChapter = next && isNeighbor ? next.chapter : pair.chapter + 1;
    const textEnd = next && isNeighbor ? startOfPair(next, contents, starts) : endOfPair(pair, start, contents, starts);
    spans.push({
      seconds: [
        audiobook.chapters[pair.chapter]?.start ?? 0,
        audiobook.chapters[endChapter]?.start ?? audiobook.seconds,
      ],
      text: [start, next ? Math.min(textEnd, startOfPair(next, contents, starts)) : textEnd],
      sure: [pair.confidence, pair.confidence],
    });
  }
  return spans;
}

function startOfPair({ section, fragment }: Pair, { toc }: TextContents, starts: readonly number[]): number {
  const entry =
    fragment === null ? undefined : toc.find((line) => line.section === section && line.fragment === fragment);
  return entry?.start ?? starts[section] ?? 0;
}

function endOfPair({ section }: Pair, start: number, { toc, length }: TextContents, starts: readonly number[]): number {
  const entryIndex = toc.findIndex((line) => line.start === start);
  const level = toc[entryIndex]?.level ?? 0;
  const nextEntry =
    entryIndex < 0
      ? undefined
      : toc.slice(entryIndex + 1).find((line) => (line.start ?? 0) > start && line.level <= level);
  return nextEntry?.start ?? (entryIndex < 0 ? starts[section + 1] : undefined) ?? length;
}
