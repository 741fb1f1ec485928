import type { Block, SectionText, Span } from "./section-text.ts";

/** Words that end in a period inside a sentence. */
const SHORT = new Set(
  "mr mrs ms dr st prof rev hon capt col gen lt sgt maj esq jr sr vs etc vol no fig ch pp cf viz hr fr mme mlle m nr bzw z.b d.h u.s e.g i.e".split(
    " ",
  ),
);
/** No word is longer. */
const WORD_MAX = 40;
const CLOSERS = "\"'”’)]";
const CLAUSE = /[,;:)\]—–…،、，；：](?=["'”’»]*(?:\s|$|[—–\p{L}“‘]))|\s[-–—]+(?=\s)|--|[.!?]["'”’»]*(?=\s)/gu;

export type Sentence = Span & { isHeading: boolean; isFirst: boolean };

/** Sentences of each block, in order. `language` is BCP 47; an unknown one counts as none. */
export function splitSentences({ text, blocks }: SectionText, language: string | null): Sentence[] {
  const segmenter = segmenterOf(language);
  return blocks.flatMap((block) => sentencesOf(text, block, segmenter));
}

/** Where a voice may pause inside a sentence: behind its commas and the like, and at the ends of lines. */
export function findClauses({ text, lines }: SectionText, { start, end }: Span): { at: number; isLine: boolean }[] {
  const within = text.slice(start, end);
  const found = [...within.matchAll(CLAUSE)].map((match) => ({
    at: skipQuotes(text, start + match.index + match[0].length, end),
    isLine: false,
  }));
  for (const at of lines) if (at > start && at < end) found.push({ at, isLine: true });
  return found.filter(({ at }) => at < end).toSorted((one, other) => one.at - other.at);
}

function segmenterOf(language: string | null): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language ?? "en", { granularity: "sentence" });
  } catch {
    return new Intl.Segmenter("en", { granularity: "sentence" });
  }
}

function sentencesOf(text: string, { start, end, isHeading }: Block, segmenter: Intl.Segmenter): Sentence[] {
  if (isHeading) return [{ start: skipSpace(text, start, end), end, isHeading, isFirst: true }];
  const found: Sentence[] = [];
  for (const { index, segment } of segmenter.segment(text.slice(start, end))) {
    const last = found.at(-1);
    const at = start + index;
    if (segment.trim() === "") {
      if (last) last.end = at + segment.length;
    } else if (last && goesOn(text.slice(last.start, last.end), segment)) last.end = at + segment.length;
    else found.push({ start: at, end: at + segment.length, isHeading, isFirst: found.length === 0 });
  }
  return found.map((sentence) => ({ ...sentence, start: skipSpace(text, sentence.start, sentence.end) }));
}

/** "Mr." and "“What?” he said" end no sentence. */
function goesOn(before: string, after: string): boolean {
  const word = abbreviated(before);
  if (SHORT.has(word) || /^\p{L}$/u.test(word)) return true;
  return /^["'“‘”’»)\]]*\p{Ll}/u.test(after) || !/[\p{L}\p{N}]/u.test(after);
}

/** The last word, in lower case, if a period is behind it. */
function abbreviated(text: string): string {
  const tail = text.slice(-WORD_MAX).trimEnd();
  let end = tail.length;
  while (CLOSERS.includes(tail[end - 1] ?? " ")) end -= 1;
  if (tail[end - 1] !== ".") return "";
  let start = end - 1;
  while (/[\p{L}.]/u.test(tail[start - 1] ?? "")) start -= 1;
  return tail.slice(start, end - 1).toLowerCase();
}

function skipSpace(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && /\s/.test(text[at] ?? "")) at += 1;
  return at;
}

function skipQuotes(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && /["'”’»\s]/.test(text[at] ?? "")) at += 1;
  return at;
}
