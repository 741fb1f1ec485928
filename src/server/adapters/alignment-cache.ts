import type { MatchedChapters } from "#contract/place.ts";
import type { OwnSound, Sentence } from "#contract/sentences.ts";

import { RecentMap } from "./recent-map.ts";

/** Sound that reads a stretch of the text; `sure` is how likely each end is right. */
export type AlignedSpan = {
  seconds: readonly [number, number];
  text: readonly [number, number];
  sure: readonly [number, number];
};

/** Chapters of sound and text, paired. */
export type ChapterPairs = Omit<MatchedChapters, "corrected"> & { stretches: readonly AlignedSpan[] };

/** Where a book's text and sound meet, as a child process wrote it. */
export type AlignmentFile = {
  share: number;
  sound: readonly OwnSound[];
  points: readonly number[];
  /** Left out where an admin had paired them, and in older files. */
  chapters?: ChapterPairs | undefined;
  fault: string | null;
  /** A section's sentences, in pieces: it may be a whole book. @throws Error where the file is damaged */
  section: (index: number) => AsyncIterable<Sentence[]>;
};

export type AlignmentCache = ReturnType<typeof createAlignmentCache>;

/** The club listens to one book a month. */
const FILES_MAX = 4;
const CHAPTERS_MAX = 20;

/** What is in memory about where text and sound meet. */
export function createAlignmentCache() {
  return {
    /** By path. */
    files: new RecentMap<AlignmentFile>(FILES_MAX),
    /** Of books that weren't listened to, by their files and title; null for one that takes too much. */
    chapters: new RecentMap<Promise<ChapterPairs | null>>(CHAPTERS_MAX),
    /** Books that are being listened to, by the path of what is made; `progress` is from 0 to 1. */
    runs: new Map<string, { progress: number; stop: AbortController }>(),
    /** Books whose child process was killed; the second time it counts as the outcome. */
    killedOnce: new Set<string>(),
  };
}
