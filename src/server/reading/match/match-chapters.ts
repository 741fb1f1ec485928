import type { Chapter } from "#contract/books.ts";
import type { Timeline } from "#contract/timeline.ts";
import type { TextContents } from "#server/epub/read-contents.ts";
import { startsOf } from "#server/epub/section-starts.ts";

import { align, type Group, type Part } from "./align.ts";
import { readTitle } from "./titles.ts";

export type Pair = { chapter: number; section: number; fragment: string | null; confidence: number };
type Stretch = { seconds: readonly [number, number]; text: readonly [number, number]; confidence: number };
export type Match = { confidence: number; pairs: Pair[]; timeline: Timeline };

type TextPart = Part & { start: number; section: number; fragment: string | null };
export type Sound = { seconds: number; chapters: readonly Chapter[]; title: string };

const CONFIDENCE_MIN = 0.3;
const ROUGH = 0.25;
const PARTS_MAX = 600;
/** Audio that counts the prologue or credits has all numbers off by one; lengths tell. */
const SHIFTS = [0, -1, 1];
const SHIFT_DOUBT = 0.15;

/** Matches audio chapters with text (BEYOND 5, FACTS 2). Pure; a few ms per book. */
export function matchChapters(sound: Sound, contents: TextContents): Match {
  const heard = soundParts(sound);
  const candidates = heard.length > 1 && heard.length <= PARTS_MAX ? divisions(contents, sound.title) : [];
  const tried = candidates.flatMap((parts) =>
    SHIFTS.map((shift) => {
      const aligned = align(shifted(heard, shift), parts);
      return { parts, ...aligned, rank: aligned.confidence - (shift === 0 ? 0 : SHIFT_DOUBT) };
    }),
  );
  const best = tried.toSorted((a, b) => b.rank - a.rank)[0];
  if (!best || best.confidence < CONFIDENCE_MIN) return proportional(sound, contents, heard);
  const pairs = best.groups.flatMap((group) => pairsOf(group, best.parts));
  const stretches = best.groups.map((group) => stretchOf(group, sound, best.parts, contents.length));
  return { confidence: best.confidence, pairs, timeline: toTimeline(stretches, sound, contents.length) };
}

/** Timeline of an admin's pairs, linear between them. */
export function timelineOfPairs(pairs: readonly Pair[], sound: Sound, contents: TextContents): Timeline {
  const starts = startsOf(contents.sections);
  const stretches: Stretch[] = [];
  const ordered = pairs.toSorted((a, b) => a.chapter - b.chapter);
  let last = -1;
  for (const [index, pair] of ordered.entries()) {
    const start = startOf(pair, contents, starts);
    if (start <= last) continue;
    last = start;
    const next = ordered.slice(index + 1).find((other) => startOf(other, contents, starts) > start);
    const isNeighbor = next !== undefined && next.chapter === pair.chapter + 1;
    const until = next && isNeighbor ? next.chapter : pair.chapter + 1;
    const textEnd = next && isNeighbor ? startOf(next, contents, starts) : endOf(pair, start, contents, starts);
    stretches.push({
      seconds: [sound.chapters[pair.chapter]?.start ?? 0, sound.chapters[until]?.start ?? sound.seconds],
      text: [start, next ? Math.min(textEnd, startOf(next, contents, starts)) : textEnd],
      confidence: pair.confidence,
    });
  }
  return toTimeline(stretches, sound, contents.length);
}

function startOf({ section, fragment }: Pair, { toc }: TextContents, starts: readonly number[]): number {
  const entry =
    fragment === null ? undefined : toc.find((line) => line.section === section && line.fragment === fragment);
  return entry?.start ?? starts[section] ?? 0;
}

function endOf({ section }: Pair, start: number, { toc, length }: TextContents, starts: readonly number[]): number {
  const own = toc.findIndex((line) => line.start === start);
  const level = toc[own]?.level ?? 0;
  const following =
    own < 0 ? undefined : toc.slice(own + 1).find((line) => (line.start ?? 0) > start && line.level <= level);
  return following?.start ?? (own < 0 ? starts[section + 1] : undefined) ?? length;
}

function soundParts({ chapters, seconds, title }: Sound): Part[] {
  return chapters.map((chapter, index) => ({
    title: readTitle(chapter.title, title),
    length: Math.max(0, (chapters[index + 1]?.start ?? seconds) - chapter.start),
  }));
}

function shifted(parts: readonly Part[], by: number): readonly Part[] {
  if (by === 0) return parts;
  return parts.map(({ title, length }) => {
    const numbers: Part["title"]["numbers"] = title.numbers && [title.numbers[0] + by, title.numbers[1] + by];
    return { title: { ...title, numbers }, length };
  });
}

/** Ways to divide the text: by contents down to a level, and by files. */
function divisions(contents: TextContents, title: string): TextPart[][] {
  const levels = [...new Set(contents.toc.map(({ level }) => level))].toSorted((a, b) => a - b).slice(0, 3);
  const byToc = levels.map((level) => tocParts(contents, level, title));
  const starts = startsOf(contents.sections);
  const byFile = contents.sections.map(({ index, length }) => ({
    title: readTitle(contents.headings[index] ?? "", title),
    start: starts[index] ?? 0,
    length,
    section: index,
    fragment: null,
  }));
  return [...byToc, byFile].filter((parts) => parts.length > 1 && parts.length <= PARTS_MAX);
}

function tocParts({ toc, length }: TextContents, level: number, title: string): TextPart[] {
  const lines = toc
    .filter((line) => line.start !== null && line.section !== null && line.level <= level)
    .toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0))
    // of two lines at one place, "Part One" and "Chapter 1", the deeper one names the chapter
    .filter((line, at, all) => line.start !== all[at + 1]?.start);
  const parts = lines.map((line, at) => ({
    title: readTitle(line.title, title),
    start: line.start ?? 0,
    length: (lines[at + 1]?.start ?? length) - (line.start ?? 0),
    section: line.section ?? 0,
    fragment: line.fragment,
  }));
  const lead = parts[0]?.start ?? 0;
  const before = { title: readTitle("Cover"), start: 0, length: lead, section: 0, fragment: null };
  return lead > 0 ? [before, ...parts] : parts;
}

function pairsOf({ sound: [from, until], text: [first, end], confidence }: Group, parts: readonly TextPart[]): Pair[] {
  const pairs: Pair[] = [];
  for (let chapter = from; chapter < until; chapter += 1)
    for (const part of parts.slice(first, end))
      pairs.push({ chapter, section: part.section, fragment: part.fragment, confidence });
  return pairs;
}

function stretchOf(
  { sound: [from, until], text: [first, end], confidence }: Group,
  { chapters, seconds }: Sound,
  parts: readonly TextPart[],
  length: number,
): Stretch {
  return {
    seconds: [chapters[from]?.start ?? 0, chapters[until]?.start ?? seconds],
    text: [parts[first]?.start ?? 0, parts[end]?.start ?? length],
    confidence,
  };
}

function proportional(sound: Sound, contents: TextContents, heard: readonly Part[]): Match {
  const parts = divisions(contents, sound.title)[0] ?? [];
  const body = parts.filter(({ title }) => !title.isAround);
  const [first, last] = [body[0], body.at(-1)];
  const [from, until] = [heard.findIndex(isBody), heard.findLastIndex(isBody)];
  const stretch: Stretch = {
    seconds: [sound.chapters[from]?.start ?? 0, sound.chapters[until + 1]?.start ?? sound.seconds],
    text: [first?.start ?? 0, last ? last.start + last.length : contents.length],
    confidence: ROUGH,
  };
  return { confidence: ROUGH, pairs: [], timeline: toTimeline([stretch], sound, contents.length) };
}

function isBody({ title }: Part): boolean {
  return !title.isAround;
}

function toTimeline(stretches: readonly Stretch[], { seconds }: Sound, length: number): Timeline {
  const points: Timeline = [{ seconds: 0, fraction: 0, confidence: ROUGH }];
  const add = (at: number, codePoints: number, confidence: number) => {
    const fraction = Math.min(1, codePoints / Math.max(1, length));
    const last = points.at(-1);
    if (last && (at < last.seconds || fraction < last.fraction)) return;
    if (last && last.seconds === at && last.fraction === fraction) points.pop();
    points.push({ seconds: at, fraction, confidence });
  };
  for (const { seconds: sound, text, confidence } of stretches) {
    add(sound[0], text[0], confidence);
    add(sound[1], text[1], ROUGH);
  }
  add(seconds, length, ROUGH);
  return points;
}
