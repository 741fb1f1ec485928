import type { MatchedChapters } from "#contract/book-progress.ts";
import type { OverlayAudio, Sentence } from "#contract/sentences.ts";

import { createQueue } from "./queue.ts";
import { RecentMap } from "./recent-map.ts";

/** Audio that reads a span of the text; `sure` is the probability that each end is right. */
export type AlignedSpan = {
  seconds: readonly [number, number];
  text: readonly [number, number];
  sure: readonly [number, number];
};

export type ChapterPairs = Omit<MatchedChapters, "corrected"> & { stretches: readonly AlignedSpan[] };

export type AlignmentFile = {
  share: number;
  sound: readonly OverlayAudio[];
  points: readonly number[];
  /** Missing in older files, and if an admin paired the chapters. */
  chapters?: ChapterPairs | undefined;
  fault: string | null;
  /** A section's sentences in batches, because it may be a whole book. @throws Error if the file is damaged */
  section: (index: number) => AsyncIterable<Sentence[]>;
};

const FILES_MAX = 4;
const CHAPTERS_MAX = 20;

export function createAlignmentCache() {
  return {
    files: new RecentMap<AlignmentFile>(FILES_MAX),
    /** Books that aren't aligned, by files and title; null if pairing exceeded the sandbox's limits. */
    chapters: new RecentMap<Promise<ChapterPairs | null>>(CHAPTERS_MAX),
    /** Running alignments by the name of their file; `progress` is a fraction. */
    runs: new Map<string, { progress: number; stop: AbortController }>(),
    readSection: createQueue({ concurrency: 1 }),
  };
}
