import { fractionAt, type Timeline } from "#contract/timeline.ts";
import type { AlignedSpan, ChapterPairs } from "#server/adapters/alignment-cache.ts";
import { foldTitle } from "#server/books/editions/titles.ts";
import type { TextContents } from "#server/epub/read-contents.ts";

import type { AudiobookOutline } from "../model/sentence-timings.ts";
import { type AudioPart, pairProbability } from "./align-parts.ts";
import type { Edge, Group } from "./best-path.ts";
import { type Candidate, findCandidates } from "./candidates.ts";
import { findDivisions } from "./find-divisions.ts";
import { TRACK_NUMBER } from "./name-pairs.ts";
import { toTimeline } from "./timeline.ts";

type Pair = ChapterPairs["pairs"][number];
type MatchedTimeline = ChapterPairs & { timeline: Timeline };

/** Starts this many code points apart are one: a title page may lie between. */
const SAME_START_TOLERANCE = 300;
const PLAUSIBLE_MIN = 0.5;
const SAMPLE_COUNT = 60;

/** Pairs audio chapters with the text by the likeliest division and pairing (BEYOND 5). */
export function matchChapters(audiobook: AudiobookOutline, contents: TextContents): MatchedTimeline {
  const audioParts = toAudioParts(audiobook, contents);
  const candidates = findCandidates(audioParts, findDivisions(contents, audiobook.title));
  const spans = candidates.map((candidate) => toSpans(candidate, { audioParts, audiobook, contents }));
  const centralIndex = findCentralIndex(
    candidates,
    spans.map((candidateSpans) => toTimeline(candidateSpans, audiobook.seconds, contents.length)),
  );
  const best = candidates[centralIndex];
  if (!best) {
    const match = matchByProportion(audiobook, contents);
    return { ...match, timeline: toTimeline(match.stretches, audiobook.seconds, contents.length) };
  }
  const stretches = (spans[centralIndex] ?? []).map(({ seconds, text }, at): AlignedSpan => {
    const [from = 0, until = 0] = best.groups[at]?.audio ?? [];
    const startProbability = edgeProbability(candidates, { end: "start", index: from, textOffset: text[0] }, contents);
    const endProbability = edgeProbability(candidates, { end: "end", index: until, textOffset: text[1] }, contents);
    const confidence =
      Math.min(startProbability, endProbability) *
      pairProbability(seconds[1] - seconds[0], (text[1] - text[0]) / best.pace);
    return { seconds, text, sure: [confidence, confidence] };
  });
  const timeline = toTimeline(stretches, audiobook.seconds, contents.length);
  const pairs = best.groups.flatMap((group, at) =>
    toPairs(group, { audioParts, parts: best.parts, confidence: stretches[at]?.sure[0] ?? 0 }),
  );
  return {
    confidence: meanConfidence(timeline),
    pairs: audiobook.chapters.length > 1 ? pairs : [],
    stretches,
    timeline,
  };
}

type MatchInput = { audioParts: readonly { start: number }[]; audiobook: AudiobookOutline; contents: TextContents };

function toSpans(candidate: Candidate, { audioParts, audiobook, contents }: MatchInput): AlignedSpan[] {
  return candidate.groups.map(({ audio: [from, until], text: [first, end] }) => ({
    seconds: [audioParts[from]?.start ?? 0, audioParts[until]?.start ?? audiobook.seconds],
    text: [startOfPart(candidate, first, contents), startOfPart(candidate, end, contents)],
    sure: [0, 0],
  }));
}

/** The candidate closest to all of them, by weight: an unusual one needs more weight than all others together. */
function findCentralIndex(candidates: readonly Candidate[], timelines: readonly Timeline[]): number {
  const samples = timelines.map((timeline) => {
    const end = timeline.at(-1)?.seconds ?? 0;
    return Array.from({ length: SAMPLE_COUNT }, (_, at) => fractionAt(timeline, (end * (at + 0.5)) / SAMPLE_COUNT));
  });
  const distanceTo = (point: readonly number[]) =>
    samples.reduce((sum, other, at) => {
      const distance = other.reduce(
        (total, textOffset, sample) => total + Math.abs(textOffset - (point[sample] ?? 0)),
        0,
      );
      return sum + (candidates[at]?.weight ?? 0) * distance;
    }, 0);
  const distances = samples.map(distanceTo);
  return distances.indexOf(Math.min(...distances));
}

export function matchByProportion({ seconds }: AudiobookOutline, { length }: TextContents): ChapterPairs {
  return { confidence: 0, pairs: [], stretches: [{ seconds: [0, seconds], text: [0, length], sure: [0, 0] }] };
}

function startOfPart({ parts }: Candidate, index: number, contents: TextContents): number {
  return parts[index]?.start ?? contents.length;
}

type ChapterEdge = { end: Edge; index: number; textOffset: number };

function edgeProbability(
  candidates: readonly Candidate[],
  { end, index, textOffset }: ChapterEdge,
  contents: TextContents,
): number {
  let sum = 0;
  for (const candidate of candidates)
    for (let part = 0; part <= candidate.parts.length; part += 1)
      if (Math.abs(startOfPart(candidate, part, contents) - textOffset) <= SAME_START_TOLERANCE)
        sum += candidate.weight * candidate.meets(end, index, part);
  return Math.min(1, sum);
}

type PairedParts = Pick<Candidate, "parts"> & { audioParts: readonly ChapterAudio[]; confidence: number };

function toPairs({ audio, text }: Group, { audioParts, parts, confidence }: PairedParts): Pair[] {
  if (confidence < PLAUSIBLE_MIN) return [];
  const chapters = audioParts.slice(...audio).flatMap((part) => part.chapters);
  return chapters.flatMap((chapter) =>
    parts.slice(...text).map(({ section, fragment }) => ({ chapter, section, fragment, confidence })),
  );
}

function meanConfidence(timeline: Timeline): number {
  const total = timeline.at(-1)?.seconds || 1;
  return timeline.reduce((sum, { seconds, confidence }, at) => {
    return sum + (confidence * ((timeline[at + 1]?.seconds ?? seconds) - seconds)) / total;
  }, 0);
}

/** One chapter, or several that are the parts of one; `chapters` are their indexes. `start` is in seconds. */
type ChapterAudio = AudioPart & { start: number; chapters: readonly number[] };

const CHAPTER_COUNT_MAX = 600;
/** An audio chapter that is short and at an end is often credits. */
const SKIP_PROBABILITIES = { short: 0.3, body: 0.005 };
const SHORT_CHAPTER_SECONDS = 120;
/** "Chapter 5, part 2", "Winter (2 of 3)". */
const PART_NUMBER =
  /\b(?:(?:part|pt|teil|partie|parte)\.? ?(?:\d{1,3}|[ivx]{1,4}|[a-d])|\d{1,3} ?(?:of|von|sur|de|di|\/) ?\d{1,3})\)?$/i;

export function toAudioParts({ chapters, seconds }: AudiobookOutline, { toc }: TextContents): ChapterAudio[] {
  const usedChapters =
    chapters.length > 0 && chapters.length <= CHAPTER_COUNT_MAX ? chapters : [{ title: "", start: 0 }];
  const isTextInParts = toc.some(({ title }) => PART_NUMBER.test(title.trim()));
  const parts: { title: string; start: number; chapters: number[] }[] = [];
  for (const [index, { title, start }] of usedChapters.entries()) {
    const chapterTitle = isTextInParts ? "" : removePartNumber(title);
    const last = parts.at(-1);
    if (last && chapterTitle !== "" && last.title === chapterTitle) last.chapters.push(index);
    else parts.push({ title: chapterTitle || title, start, chapters: [index] });
  }
  return parts.map((part, at) => {
    const duration = Math.max(0, (parts[at + 1]?.start ?? seconds) - part.start);
    const isShort = duration < SHORT_CHAPTER_SECONDS && (at === 0 || at === parts.length - 1);
    return { ...part, seconds: duration, skip: isShort ? SKIP_PROBABILITIES.short : SKIP_PROBABILITIES.body };
  });
}

/** The title of the whole chapter, as a folded title; empty for a chapter that isn't a part of one. */
function removePartNumber(title: string): string {
  const trimmedTitle = title.trim();
  const chapterTitle = trimmedTitle.replace(PART_NUMBER, "");
  return chapterTitle === trimmedTitle ? "" : foldTitle(chapterTitle.replace(TRACK_NUMBER, ""));
}
