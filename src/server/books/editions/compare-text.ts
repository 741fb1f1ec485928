import { codePoints } from "#contract/text-length.ts";
import { type PackedBook, type PackedText, readPackText } from "#server/epub/pack-text.ts";

import { type Anchor, type Crosswalk, crosswalkOf, longestChain, SAME_SHARE } from "./crosswalk.ts";
import { fold, type Line, sameTitles } from "./titles.ts";

/** What is known of an eBook's edition: `words` are hash, start and end of runs of words, one after the other. */
export type TextOutline = { length: number; lines: Line[]; words: number[] };

/** So many words in a row, each of which stands once in a book, are the same place in another. */
const RUN = 8;
/** Runs that are kept of an edition while there is no next one, and that are compared. */
const KEPT_MAX = 8000;
const COMPARED_MAX = 250_000;
/** A dozen novels fit into the child's memory; what follows goes by titles. */
const WORDS_MAX = 2_500_000;
const NUMBERS = 3;
/** An end and a start may lie at one place. */
const NEIGHBORS = 4;
/** Code points. */
const UNIT = 0.25;
// a language without spaces has its letters for words
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]|[\p{L}\p{N}\p{M}\u00AD\u200B-\u200D\u2060\uFEFF]+/gu;
/** Marks that nobody sees. */
const UNSEEN = /[\u00AD\u200B-\u200D\u2060\uFEFF]/gu;
const SPLIT = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Compares an edition, a pack or an outline as JSON, with the pack that follows. Sandbox only. */
export async function compareText(packPath: string, before: string): Promise<Crosswalk> {
  const from = await outlineOf(before);
  const to = await outlineOf(packPath);
  return from && to ? compareOutlines(from, to) : SAME_SHARE;
}

/** For an edition that is removed. Sandbox only; null for one that can't be shown. */
export async function keptOutline(packPath: string): Promise<TextOutline | null> {
  const outline = await outlineOf(packPath);
  if (!outline) return null;
  const every = Math.ceil(outline.words.length / NUMBERS / KEPT_MAX);
  return { ...outline, words: outline.words.filter((_, at) => Math.floor(at / NUMBERS) % every === 0) };
}

/** By words, between them by titles, and between those by share. */
function compareOutlines(from: TextOutline, to: TextOutline): Crosswalk {
  const words = wordAnchors(from, to);
  const titles = sameTitles(from.lines, to.lines, true).filter((title) => fits(title, words));
  const chain = merge(words, longestChain(titles));
  return crosswalkOf(chain, [from.length, to.length], UNIT);
}

async function outlineOf(source: string): Promise<TextOutline | null> {
  if (source.startsWith("{")) return JSON.parse(source) as TextOutline;
  const book = source === "" ? null : await readPackText(source);
  return book && { length: book.contents.length, lines: linesOf(book), words: runsOf(book.sections) };
}

/** The contents, and first headings of sections that these don't name. */
function linesOf({ contents, sections }: PackedBook): Line[] {
  const named = new Set(contents.toc.map(({ start }) => start));
  const lines = contents.toc.flatMap(({ title, start }): Line[] => (start === null ? [] : [[title, start]]));
  const headings = sections.map(({ start }, at): Line => [contents.headings[at] ?? "", start]);
  return [...lines, ...headings.filter(([title, start]) => fold(title) !== "" && !named.has(start))];
}

/** Runs of words that stand once in the book. */
function runsOf(sections: readonly PackedText[]): number[] {
  const hashes: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (const section of sections) if (hashes.length < WORDS_MAX) addWords(section, { hashes, starts, ends });
  const runs = new Map<number, number>();
  const every = Math.ceil(hashes.length / COMPARED_MAX);
  for (let at = 0; at + RUN <= hashes.length; at += 1) {
    const hash = hashOfRun(hashes, at);
    if (hash % every === 0) runs.set(hash, runs.has(hash) ? -1 : at);
  }
  const unique = [...runs].filter(([, at]) => at >= 0).toSorted((one, other) => one[1] - other[1]);
  return unique.flatMap(([hash, at]) => [hash, starts[at] ?? 0, ends[at + RUN - 1] ?? 0]);
}

type Words = { hashes: number[]; starts: number[]; ends: number[] };

function addWords({ text, start, length }: PackedText, { hashes, starts, ends }: Words): void {
  const total = codePoints(text);
  const scale = total > 0 ? length / total : 0;
  let [unit, points] = [0, 0];
  const codePointAt = (until: number) => {
    for (; unit < until; unit += 1) if ((text.charCodeAt(unit) & 0xfc00) !== 0xdc00) points += 1;
    return start + points * scale;
  };
  const add = (word: string, at: number) => {
    hashes.push(hashOfWord(word));
    starts.push(codePointAt(at));
    ends.push(codePointAt(at + word.length));
  };
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!SPLIT.test(word) || word.length < 2) add(word, index);
    else for (const { 0: letter, index: within } of word.matchAll(/./gsu)) add(letter, index + within);
  }
}

function hashOfWord(word: string): number {
  let hash = 0x81_1c_9d_c5;
  for (const letter of word.normalize("NFKC").toLowerCase().replaceAll(UNSEEN, ""))
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93);
  return hash >>> 0;
}

/** 52 bits. */
function hashOfRun(hashes: readonly number[], at: number): number {
  let [high, low] = [1, 7];
  for (let word = at; word < at + RUN; word += 1) {
    const hash = hashes[word] ?? 0;
    low = (Math.imul(low, 0x85_eb_ca_6b) ^ hash) >>> 0;
    high = (Math.imul(high ^ hash, 0xc2_b2_ae_35) + word - at) >>> 0;
  }
  return (high >>> 12) * 0x1_00_00_00_00 + low;
}

function wordAnchors(from: TextOutline, to: TextOutline): Anchor[] {
  const there = new Map<number, number>();
  for (let at = 0; at < to.words.length; at += NUMBERS) there.set(to.words[at] ?? 0, at);
  const runs: Anchor[] = [];
  const ends = new Map<number, Anchor>();
  for (let at = 0; at < from.words.length; at += NUMBERS) {
    const other = there.get(from.words[at] ?? 0);
    if (other === undefined) continue;
    const start = from.words[at + 1] ?? 0;
    runs.push([start, to.words[other + 1] ?? 0]);
    ends.set(start, [from.words[at + 2] ?? 0, to.words[other + 2] ?? 0]);
  }
  const starts = longestChain(runs);
  // a run ends in both, too, unless the next one has begun
  return starts.flatMap((start, at): Anchor[] => {
    const [end, next] = [ends.get(start[0]), starts[at + 1]];
    return end && (!next || (end[0] <= next[0] && end[1] <= next[1])) ? [start, end] : [start];
  });
}

function fits([from, to]: Anchor, words: readonly Anchor[]): boolean {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle]?.[0] ?? 0) <= from) low = middle + 1;
    else high = middle;
  }
  const before = words.slice(Math.max(0, low - NEIGHBORS), low).findLast((word) => word[0] < from);
  return (before?.[1] ?? 0) <= to && to <= (words[low]?.[1] ?? Infinity);
}

function merge(words: readonly Anchor[], titles: readonly Anchor[]): Anchor[] {
  return [...words, ...titles].toSorted((one, other) => one[0] - other[0] || one[1] - other[1]);
}
