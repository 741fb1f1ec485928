import { Value } from "@sinclair/typebox/value";

import type { MatchedChapters } from "#contract/place.ts";
import type { AlignedSpan, ChapterPairs } from "#server/adapters/alignment-cache.ts";
import type { Deps } from "#server/deps.ts";
import type { Ebook } from "#server/epub/ebooks.ts";
import { AppError } from "#server/errors.ts";

import type { BothFiles } from "./file-pair.ts";
import { type Pair, spansOfPairs } from "./match/corrected-pairs.ts";
import { unmatched } from "./match/match-chapters.ts";
import { findTimings } from "./timings-cache.ts";
import { type AlignmentInput, ChapterPairsSchema } from "./timings/sentence-timings.ts";

export type ChapterMatch = MatchedChapters & { stretches: readonly AlignedSpan[] };

/** The admin's pairs for these files, else the aligner's. */
export async function findChapters(deps: Deps, ebook: Ebook, both: BothFiles): Promise<ChapterMatch> {
  const pairs = findCorrection(deps, both);
  if (pairs) return { ...toCorrectedMatch(pairs), stretches: spansOfPairs(pairs, both.audiobook, ebook.contents) };
  const found =
    findTimings(deps, { id: both.files.bookId })?.chapters ??
    (await pairChaptersOnce(deps, ebook, both)) ??
    unmatched(both.audiobook, ebook.contents);
  return { ...found, corrected: false };
}

/** The admin's pairs for these files, or null. */
export function findCorrection({ stores }: Deps, { files }: BothFiles): Pair[] | null {
  const correction = stores.matches.find(files.bookId);
  if (correction?.ebookPath !== files.ebookPath || correction.audiobookPath !== files.audiobookPath) return null;
  return JSON.parse(correction.pairs);
}

export function toCorrectedMatch(pairs: Pair[]): MatchedChapters {
  return { pairs, confidence: pairs.length > 0 ? 1 : 0, corrected: true };
}

/**
 * Pairs the chapters of a book that isn't aligned yet. Concurrent callers share one run. Null if it exceeds the
 * sandbox's limits.
 */
function pairChaptersOnce({ alignments, sandbox }: Deps, { packPath }: Ebook, { files, audiobook }: BothFiles) {
  const key = JSON.stringify([files.ebookPath, files.audiobookPath, audiobook.title]);
  const pending = alignments.chapters.get(key);
  if (pending) return pending;
  const input: AlignmentInput = { ebookPath: null, audiobook: { ...audiobook, path: null, guess: null } };
  const pairs = sandbox.run(["align", packPath], { input: JSON.stringify(input) }).then(
    (found): ChapterPairs => {
      // `Value.Parse` copies it several times
      if (!Value.Check(ChapterPairsSchema, found)) throw new Error("The child process answered with something else");
      return found;
    },
    (error: unknown) => {
      // the sandbox's limits were exceeded; the book works without a match
      if (error instanceof AppError && error.code === "invalid") return null;
      throw error;
    },
  );
  alignments.chapters.set(key, pairs);
  pairs.catch(() => alignments.chapters.delete(key));
  return pairs;
}
