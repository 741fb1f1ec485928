import type { Title } from "./title-numbers.ts";
import { likeness, NEUTRAL, tellsNothing } from "./titles.ts";

/** Seconds for audio, code points for text. */
export type Part = { title: Title; length: number };
export type Group = {
  sound: readonly [from: number, until: number];
  text: readonly [from: number, until: number];
  confidence: number;
};

/** Chapters split in one medium and whole in the other. */
const GROUP_MAX = 8;
const GROUP_COST = 0.35;
const RATIO_WEIGHT = 1.5;
/** Half as long again is suspect; ten times is no worse than five. */
const RATIO_MAX = 2;
const SKIP_AROUND_COST = 0.3;
const SKIP_COST = 1.2;
const SKIP_SHARE_COST = 6;
/** For a chapter whose title says nothing but whose length fits. */
const NEUTRAL_TRUST = 0.8;

type Step = { cost: number; sound: number; text: number; confidence: number };

/** The cheapest path through both lists, with gaps and groups (FACTS 2). @returns confidence weighted by length */
export function align(sound: readonly Part[], text: readonly Part[]): { groups: Group[]; confidence: number } {
  const [soundTotal, textTotal] = [bodyLength(sound), bodyLength(text)];
  const ends = { sound: sumsOf(sound), text: sumsOf(text) };
  const best: (Step | undefined)[][] = Array.from({ length: sound.length + 1 }, () => []);
  best[0] = [{ cost: 0, sound: 0, text: 0, confidence: 0 }];

  const offer = (i: number, j: number, before: Step | undefined, step: Step) => {
    if (!before || i > sound.length || j > text.length) return;
    const cost = before.cost + step.cost;
    const row = best[i];
    if (row && cost < (row[j]?.cost ?? Number.POSITIVE_INFINITY)) row[j] = { ...step, cost };
  };
  const pair = (i: number, j: number, m: number, n: number): Step | null => {
    const like = meanLikeness(sound.slice(i, i + m), text.slice(j, j + n));
    const heard = ((ends.sound[i + m] ?? 0) - (ends.sound[i] ?? 0)) / soundTotal;
    const read = ((ends.text[j + n] ?? 0) - (ends.text[j] ?? 0)) / textTotal;
    // adds a thousandth of the book on both sides: lengths of title pages mean nothing
    const off = Math.abs(Math.log((heard + 0.001) / (read + 0.001)));
    const cost = -Math.log(like.cost) + RATIO_WEIGHT * Math.min(off, RATIO_MAX) + GROUP_COST * (m + n - 2);
    return { cost, sound: m, text: n, confidence: like.trust * Math.exp(-RATIO_WEIGHT * off) };
  };

  for (let i = 0; i <= sound.length; i += 1) {
    for (let j = 0; j <= text.length; j += 1) {
      const before = best[i]?.[j];
      const [heard, read] = [sound[i], text[j]];
      if (heard) offer(i + 1, j, before, skip(heard, soundTotal, "sound"));
      if (read) offer(i, j + 1, before, skip(read, textTotal, "text"));
      if (!before || !heard || !read) continue;
      for (let size = 1; size <= GROUP_MAX; size += 1) {
        if (i + size <= sound.length) offer(i + size, j + 1, before, pair(i, j, size, 1) ?? before);
        if (size > 1 && j + size <= text.length) offer(i + 1, j + size, before, pair(i, j, 1, size) ?? before);
      }
    }
  }
  const groups = walkBack(best, sound.length, text.length);
  const weigh = ({ sound: [from, until], confidence }: Group) =>
    (((ends.sound[until] ?? 0) - (ends.sound[from] ?? 0)) / (ends.sound.at(-1) || 1)) * confidence;
  return { groups, confidence: groups.reduce((sum, group) => sum + weigh(group), 0) };
}

function skip({ title, length }: Part, total: number, side: "sound" | "text"): Step {
  const cost = title.isAround ? SKIP_AROUND_COST : SKIP_COST + (SKIP_SHARE_COST * length) / total;
  return { cost, sound: side === "sound" ? 1 : 0, text: side === "text" ? 1 : 0, confidence: 0 };
}

function meanLikeness(sound: readonly Part[], text: readonly Part[]): { cost: number; trust: number } {
  let [cost, trust, count] = [0, 0, 0];
  for (const heard of sound)
    for (const read of text) {
      const like = likeness(heard.title, read.title);
      const isNeutral = like === NEUTRAL && (tellsNothing(heard.title) || tellsNothing(read.title));
      cost += like;
      trust += isNeutral ? NEUTRAL_TRUST : like;
      count += 1;
    }
  return { cost: cost / count, trust: trust / count };
}

function walkBack(best: readonly (Step | undefined)[][], soundEnd: number, textEnd: number): Group[] {
  const groups: Group[] = [];
  for (let [i, j] = [soundEnd, textEnd]; i > 0 || j > 0;) {
    const step = best[i]?.[j];
    if (!step || step.sound + step.text === 0) break;
    if (step.sound > 0 && step.text > 0)
      groups.push({ sound: [i - step.sound, i], text: [j - step.text, j], confidence: step.confidence });
    [i, j] = [i - step.sound, j - step.text];
  }
  return groups.toReversed();
}

function bodyLength(parts: readonly Part[]): number {
  return parts.reduce((sum, { title, length }) => sum + (title.isAround ? 0 : length), 0) || 1;
}

function sumsOf(parts: readonly Part[]): number[] {
  const sums = [0];
  for (const { length } of parts) sums.push((sums.at(-1) ?? 0) + length);
  return sums;
}
