import { sectionOffsets } from "#contract/chapters.ts";
import type { MatchedChapters } from "#contract/place.ts";
import type { AlignedSpan } from "#server/adapters/alignment-cache.ts";
import type { TextContents } from "#server/epub/read-contents.ts";

import type { AudiobookOutline } from "../timings/sentence-timings.ts";

export type Pair = MatchedChapters["pairs"][number];

/** The spans between an admin's pairs. */
export function spansOfPairs(
  pairs: readonly Pair[],
  audiobook: AudiobookOutline,
  contents: TextContents,
): AlignedSpan[] {
  const starts = sectionOffsets(contents.sections);
  const stretches: AlignedSpan[] = [];
  const ordered = pairs.toSorted((a, b) => a.chapter - b.chapter);
  let last = -1;
  for (const [index, pair] of ordered.entries()) {
    const start = startOfPair(pair, contents, starts);
    if (start <= last) continue;
    last = start;
    const next = ordered.slice(index + 1).find((other) => startOfPair(other, contents, starts) > start);
    const isNeighbor = next !== undefined && next.chapter === pair.chapter + 1;
    const until = next && isNeighbor ? next.chapter : pair.chapter + 1;
    const textEnd = next && isNeighbor ? startOfPair(next, contents, starts) : endOfPair(pair, start, contents, starts);
    stretches.push({
      seconds: [audiobook.chapters[pair.chapter]?.start ?? 0, audiobook.chapters[until]?.start ?? audiobook.seconds],
      text: [start, next ? Math.min(textEnd, startOfPair(next, contents, starts)) : textEnd],
      sure: [pair.confidence, pair.confidence],
    });
  }
  return stretches;
}

function startOfPair({ section, fragment }: Pair, { toc }: TextContents, starts: readonly number[]): number {
  const entry =
    fragment === null ? undefined : toc.find((line) => line.section === section && line.fragment === fragment);
  return entry?.start ?? starts[section] ?? 0;
}

function endOfPair({ section }: Pair, start: number, { toc, length }: TextContents, starts: readonly number[]): number {
  const own = toc.findIndex((line) => line.start === start);
  const level = toc[own]?.level ?? 0;
  const following =
    own < 0 ? undefined : toc.slice(own + 1).find((line) => (line.start ?? 0) > start && line.level <= level);
  return following?.start ?? (own < 0 ? starts[section + 1] : undefined) ?? length;
}
