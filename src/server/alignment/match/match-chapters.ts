import { fractionAt, type Timeline } from "#contract/timeline.ts";
import type { AlignedSpan, ChapterPairs } from "#server/adapters/alignment-cache.ts";
import type { TextContents } from "#server/epub/read-contents.ts";

import type { Sound } from "../timings/heard.ts";
import { type AudioPart, plausibility } from "./align.ts";
import type { End, Group } from "./best-path.ts";
import { type Candidate, findCandidates } from "./candidates.ts";
import type { Pair } from "./corrected-pairs.ts";
import { divisions } from "./divisions.ts";
import { roleOf } from "./roles.ts";
import { toTimeline } from "./timeline.ts";

type MatchedTimeline = ChapterPairs & { timeline: Timeline };

/** Two starts this many code points apart are one: a title page lies between. */
const SAME_START = 300;
const PLAUSIBLE = 0.5;
/** Places of the sound at which candidates are compared. */
const SAMPLES = 60;

/** Matches audio chapters with text (BEYOND 5): the likeliest way to divide and pair both. Pure. */
export function matchChapters(sound: Sound, contents: TextContents): MatchedTimeline {
  const heard = soundParts(sound);
  const ways = findCandidates(heard, divisions(contents, sound.title));
  const spans = ways.map((way) => spansOf(way, { heard, sound, contents }));
  const chosen = findCentral(
    ways,
    spans.map((own) => toTimeline(own, sound.seconds, contents.length)),
  );
  const best = ways[chosen];
  if (!best) {
    const none = unmatched(sound, contents);
    return { ...none, timeline: toTimeline(none.stretches, sound.seconds, contents.length) };
  }
  const stretches = (spans[chosen] ?? []).map(({ seconds, text }, at): AlignedSpan => {
    const [from = 0, until = 0] = best.groups[at]?.sound ?? [];
    const starts = sureOf(ways, { end: "start", index: from, place: text[0] }, contents);
    const ends = sureOf(ways, { end: "end", index: until, place: text[1] }, contents);
    const sure = Math.min(starts, ends) * plausibility(seconds[1] - seconds[0], (text[1] - text[0]) / best.pace);
    return { seconds, text, sure: [sure, sure] };
  });
  const timeline = toTimeline(stretches, sound.seconds, contents.length);
  const pairs = best.groups.flatMap((group, at) => pairsOf(group, best, stretches[at]?.sure[0] ?? 0));
  return { confidence: meanConfidence(timeline), pairs: sound.chapters.length > 1 ? pairs : [], stretches, timeline };
}

type Media = { heard: readonly { start: number }[]; sound: Sound; contents: TextContents };

function spansOf(way: Candidate, { heard, sound, contents }: Media): AlignedSpan[] {
  return way.groups.map(({ sound: [from, until], text: [first, end] }) => ({
    seconds: [heard[from]?.start ?? 0, heard[until]?.start ?? sound.seconds],
    text: [startOf(way, first, contents), startOf(way, end, contents)],
    sure: [0, 0],
  }));
}

/** The candidate that is least far from all of them, by their weights: a daring one must be likelier than all the rest. */
function findCentral(ways: readonly Candidate[], timelines: readonly Timeline[]): number {
  const places = timelines.map((timeline) => {
    const end = timeline.at(-1)?.seconds ?? 0;
    return Array.from({ length: SAMPLES }, (_, at) => fractionAt(timeline, (end * (at + 0.5)) / SAMPLES));
  });
  const farFrom = (own: readonly number[]) =>
    places.reduce((sum, other, at) => {
      const off = other.reduce((all, place, sample) => all + Math.abs(place - (own[sample] ?? 0)), 0);
      return sum + (ways[at]?.weight ?? 0) * off;
    }, 0);
  const far = places.map(farFrom);
  return far.indexOf(Math.min(...far));
}

/** Where nothing is known, the sound takes the text evenly. */
export function unmatched({ seconds }: Sound, { length }: TextContents): ChapterPairs {
  return { confidence: 0, pairs: [], stretches: [{ seconds: [0, seconds], text: [0, length], sure: [0, 0] }] };
}

function startOf({ parts }: Candidate, index: number, contents: TextContents): number {
  return parts[index]?.start ?? contents.length;
}

type Meeting = { end: End; index: number; place: number };

/** Probability, over all ways, that a group starts or ends before chapter `index` and at about `place` of the text. */
function sureOf(ways: readonly Candidate[], { end, index, place }: Meeting, contents: TextContents): number {
  let sum = 0;
  for (const way of ways)
    for (let part = 0; part <= way.parts.length; part += 1)
      if (Math.abs(startOf(way, part, contents) - place) <= SAME_START) sum += way.weight * way.meets(end, index, part);
  return Math.min(1, sum);
}

/** None at a pace that no voice has. */
function pairsOf({ sound, text }: Group, { parts }: Candidate, confidence: number): Pair[] {
  if (confidence < PLAUSIBLE) return [];
  const pairs: Pair[] = [];
  for (let chapter = sound[0]; chapter < sound[1]; chapter += 1)
    for (const { section, fragment } of parts.slice(...text)) pairs.push({ chapter, section, fragment, confidence });
  return pairs;
}

function meanConfidence(timeline: Timeline): number {
  const total = timeline.at(-1)?.seconds || 1;
  return timeline.reduce((sum, { seconds, confidence }, at) => {
    return sum + (confidence * ((timeline[at + 1]?.seconds ?? seconds) - seconds)) / total;
  }, 0);
}

const CHAPTERS_MAX = 600;
/** Probability that a chapter isn't in the text: by its name, a short one at an end, any other. */
const SKIP = { around: 0.9, short: 0.3, body: 0.005 };
const SHORT_SECONDS = 120;

/** The audiobook's chapters; without any, or with too many, it's one. */
function soundParts({ chapters, seconds, title }: Sound): (AudioPart & { start: number })[] {
  const used = chapters.length > 0 && chapters.length <= CHAPTERS_MAX ? chapters : [{ title: "", start: 0 }];
  return used.map(({ title: own, start }, at) => {
    const took = Math.max(0, (used[at + 1]?.start ?? seconds) - start);
    const isShort = took < SHORT_SECONDS && (at === 0 || at === used.length - 1);
    return {
      title: own,
      start,
      seconds: took,
      skip: roleOf(own, title) === "around" ? SKIP.around : isShort ? SKIP.short : SKIP.body,
    };
  });
}
