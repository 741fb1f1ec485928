import { firstIndexFrom } from "#contract/chapters.ts";
import { normalizeText } from "#contract/normalize-text.ts";
import { codePoints, createCodePointCounter } from "#contract/text-length.ts";
import { type PackedBook, type PackedText, readPackText } from "#server/epub/visible-text.ts";

import {
  createCrosswalk,
  type Crosswalk,
  IDENTITY_CROSSWALK,
  longestChain,
  type MovedPassage,
  type PointPair,
} from "./crosswalk.ts";
import { foldTitle, matchTitles, type TitlePosition } from "./titles.ts";

/** `runs` are the hash, start and end of each run of words, one after the other. */
type TextOutline = { length: number; lines: TitlePosition[]; runs: number[] };

/** A run of this many words that is unique in both books is at the same position. */
const RUN_WORDS = 8;
const STORED_RUNS_MAX = 8000;
const COMPARED_RUNS_MAX = 250_000;
/** A dozen novels fit into the sandbox's memory; the rest is matched by titles. */
const WORDS_PER_BOOK_MAX = 2_500_000;
const NUMBERS_PER_RUN = 3;
const NEIGHBOR_PAIRS_MAX = 4;
const GAP_CODE_POINTS = 0.25;
/** Translations may have a quotation in common, or the title page. */
const RELATED_RUNS_MIN_FRACTION = 0.05;
const RELATED_TITLES_MIN_FRACTION = 0.5;
/** Fewer runs may be a quotation. */
const MOVED_RUNS_MIN = 3;
const MOVED_PASSAGES_MAX = 1000;
/** The text that was added or removed within a moved passage. */
const MOVED_DIFFERENCE_MAX_CODE_POINTS = 500;
// in scripts without spaces, each letter is a word
const WORD_PATTERN =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]|[\p{L}\p{N}\p{M}\u00AD\u200B-\u200D\u2060\uFEFF]+/gu;
const INVISIBLE_CHARACTERS = /[\u00AD\u200B-\u200D\u2060\uFEFF]/gu;
const UNSPACED_SCRIPTS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** `isRelated` is false for a translation without common titles: positions are at the same fraction. */
type TextComparison = { crosswalk: Crosswalk; moved: MovedPassage[]; isRelated: boolean };

/** `before` is a pack's path, or an outline as JSON. Runs in the sandbox. */
export async function compareText(packPath: string, before: string): Promise<TextComparison> {
  const fromOutline = await createOutline(before);
  const toOutline = await createOutline(packPath);
  return fromOutline && toOutline
    ? compareOutlines(fromOutline, toOutline)
    : { crosswalk: IDENTITY_CROSSWALK, moved: [], isRelated: false };
}

/** Null if the text can't be shown. Runs in the sandbox. */
export async function createStoredOutline(packPath: string): Promise<TextOutline | null> {
  const outline = await createOutline(packPath);
  if (!outline) return null;
  const interval = Math.ceil(outline.runs.length / NUMBERS_PER_RUN / STORED_RUNS_MAX);
  return { ...outline, runs: outline.runs.filter((_, at) => Math.floor(at / NUMBERS_PER_RUN) % interval === 0) };
}

function compareOutlines(from: TextOutline, to: TextOutline): TextComparison {
  const runs = findCommonRuns(from, to);
  const starts = longestChain(runs.map(({ start }) => start));
  const runPairs = addRunEnds(starts, runs);
  const titles = longestChain(matchTitles(from.lines, to.lines, false).filter((title) => isInOrder(title, runPairs)));
  const runCount = Math.min(from.runs.length, to.runs.length) / NUMBERS_PER_RUN;
  const lineCount = Math.min(from.lines.length, to.lines.length);
  return {
    crosswalk: createCrosswalk(mergePairs(runPairs, titles), [from.length, to.length], GAP_CODE_POINTS),
    moved: findMovedPassages(runs, starts).map(([a, aEnd, b, bEnd]): MovedPassage => [
      a / from.length,
      aEnd / from.length,
      b / to.length,
      bEnd / to.length,
    ]),
    isRelated:
      runPairs.length > runCount * RELATED_RUNS_MIN_FRACTION ||
      titles.length >= Math.max(2, lineCount * RELATED_TITLES_MIN_FRACTION),
  };
}

async function createOutline(source: string): Promise<TextOutline | null> {
  if (source.startsWith("{")) return JSON.parse(source) as TextOutline;
  const book = source === "" ? null : await readPackText(source);
  return book && { length: book.contents.length, lines: listTitles(book), runs: findUniqueRuns(book.sections) };
}

function listTitles({ contents, sections }: PackedBook): TitlePosition[] {
  const titledStarts = new Set(contents.toc.map(({ start }) => start));
  const lines = contents.toc.flatMap(({ title, start }): TitlePosition[] => (start === null ? [] : [[title, start]]));
  const headings = sections.map(({ start }, at): TitlePosition => [contents.headings[at] ?? "", start]);
  return [...lines, ...headings.filter(([title, start]) => foldTitle(title) !== "" && !titledStarts.has(start))];
}

function findUniqueRuns(sections: readonly PackedText[]): number[] {
  const hashes: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (const section of sections) if (hashes.length < WORDS_PER_BOOK_MAX) addWords(section, { hashes, starts, ends });
  const runs = new Map<number, number>();
  const samplingInterval = Math.ceil(hashes.length / COMPARED_RUNS_MAX);
  for (let at = 0; at + RUN_WORDS <= hashes.length; at += 1) {
    const hash = hashOfRun(hashes, at);
    if (hash % samplingInterval === 0) runs.set(hash, runs.has(hash) ? -1 : at);
  }
  const unique = [...runs].filter(([, at]) => at >= 0).toSorted((one, other) => one[1] - other[1]);
  return unique.flatMap(([hash, at]) => [hash, starts[at] ?? 0, ends[at + RUN_WORDS - 1] ?? 0]);
}

type WordList = { hashes: number[]; starts: number[]; ends: number[] };

function addWords({ text, start, length }: PackedText, { hashes, starts, ends }: WordList): void {
  const codePointCount = codePoints(text);
  const scale = codePointCount > 0 ? length / codePointCount : 0;
  const toCodePoint = createCodePointCounter(text);
  const addWord = (word: string, at: number) => {
    hashes.push(hashOfWord(word));
    starts.push(start + toCodePoint(at) * scale);
    ends.push(start + toCodePoint(at + word.length) * scale);
  };
  for (const { 0: word, index } of text.matchAll(WORD_PATTERN)) {
    if (!UNSPACED_SCRIPTS.test(word) || word.length < 2) addWord(word, index);
    else for (const { 0: letter, index: offset } of word.matchAll(/./gsu)) addWord(letter, index + offset);
  }
}

function hashOfWord(word: string): number {
  let hash = 0x81_1c_9d_c5;
  for (const letter of normalizeText(word, "NFKC").toLowerCase().replaceAll(INVISIBLE_CHARACTERS, ""))
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93);
  return hash >>> 0;
}

function hashOfRun(hashes: readonly number[], at: number): number {
  let [high, low] = [1, 7];
  for (let word = at; word < at + RUN_WORDS; word += 1) {
    const hash = hashes[word] ?? 0;
    low = (Math.imul(low, 0x85_eb_ca_6b) ^ hash) >>> 0;
    high = (Math.imul(high ^ hash, 0xc2_b2_ae_35) + word - at) >>> 0;
  }
  return (high >>> 12) * 0x1_00_00_00_00 + low;
}

/** The start and end of a run in both editions. */
type CommonRun = { start: PointPair; end: PointPair };

function findCommonRuns(from: TextOutline, to: TextOutline): CommonRun[] {
  const runIndexes = new Map<number, number>();
  for (let at = 0; at < to.runs.length; at += NUMBERS_PER_RUN) runIndexes.set(to.runs[at] ?? 0, at);
  const runs: CommonRun[] = [];
  for (let at = 0; at < from.runs.length; at += NUMBERS_PER_RUN) {
    const toIndex = runIndexes.get(from.runs[at] ?? 0);
    if (toIndex === undefined) continue;
    const start: PointPair = [from.runs[at + 1] ?? 0, to.runs[toIndex + 1] ?? 0];
    runs.push({ start, end: [from.runs[at + 2] ?? 0, to.runs[toIndex + 2] ?? 0] });
  }
  return runs;
}

function addRunEnds(starts: readonly PointPair[], runs: readonly CommonRun[]): PointPair[] {
  const ends = new Map(runs.map(({ start, end }) => [start[0], end]));
  // a run ends in both, too, unless the next one has begun
  return starts.flatMap((start, at): PointPair[] => {
    const [end, next] = [ends.get(start[0]), starts[at + 1]];
    return end && (!next || (end[0] <= next[0] && end[1] <= next[1])) ? [start, end] : [start];
  });
}

/** If there are too many, only those with the most runs are returned. */
function findMovedPassages(runs: readonly CommonRun[], inOrder: readonly PointPair[]): MovedPassage[] {
  const orderedStarts = new Set(inOrder.map(([from]) => from));
  const passages: CommonRun[][] = [];
  let passage: CommonRun[] = [];
  for (const run of runs) {
    const last = passage.at(-1);
    const isMoved = !orderedStarts.has(run.start[0]);
    if (!isMoved || (last && !isContinued(last, run))) passage = [];
    if (isMoved && passage.push(run) === 1) passages.push(passage);
  }
  return passages
    .filter(({ length }) => length >= MOVED_RUNS_MIN)
    .toSorted((one, other) => other.length - one.length)
    .slice(0, MOVED_PASSAGES_MAX)
    .flatMap((passage): MovedPassage[] => {
      const [first, last] = [passage[0], passage.at(-1)];
      return first && last ? [[first.start[0], last.end[0], first.start[1], last.end[1]]] : [];
    });
}

function isContinued({ start: last }: CommonRun, { start: next }: CommonRun): boolean {
  const [gap, otherGap] = [next[0] - last[0], next[1] - last[1]];
  return otherGap > 0 && Math.abs(gap - otherGap) <= MOVED_DIFFERENCE_MAX_CODE_POINTS;
}

function isInOrder([from, to]: PointPair, runPairs: readonly PointPair[]): boolean {
  const next = firstIndexFrom(runPairs.length, (at) => (runPairs[at]?.[0] ?? 0) <= from);
  const previous = runPairs.slice(Math.max(0, next - NEIGHBOR_PAIRS_MAX), next).findLast((pair) => pair[0] < from);
  return (previous?.[1] ?? 0) <= to && to <= (runPairs[next]?.[1] ?? Infinity);
}

function mergePairs(runPairs: readonly PointPair[], titles: readonly PointPair[]): PointPair[] {
  return [...runPairs, ...titles].toSorted((one, other) => one[0] - other[0] || one[1] - other[1]);
}
