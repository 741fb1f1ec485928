import { readNumbers, type Title } from "./title-numbers.ts";

const AROUND = new RegExp(
  `^(?:${[
    "a note (?:about|on) the (?:author|type)",
    "about (?:the|this) (?:author|book|publisher|narrator|translator|type)s?",
    "acknowledge?ments?",
    "advertisement",
    "(?:also|books) by\\b.*",
    "(?:back|front|inside)? ?cover",
    "bibliography",
    "colophon",
    "(?:table of )?contents",
    "copyright(?: .*)?",
    "(?:opening|closing|end|front) credits?",
    "credits?",
    "dedication",
    "discussion questions",
    "endnotes",
    "epigraph",
    "footnotes",
    "half ?title(?: page)?",
    "imprint",
    "index",
    "(?:landmarks|list of (?:illustrations|figures|tables))",
    "newsletter(?: .*)?",
    "notes",
    "praise(?: for .*)?",
    "(?:the )?(?:full )?project gutenberg.*",
    "reading group guide",
    "sample",
    "title ?page",
    "transcriber s notes?",
    "uncopyright",
  ].join("|")})$`,
);
const UNTOLD = /^(?:(?:track|disc|disk|cd|file|audio|untitled|section|teil|split) ?(?:\d+ ?)?)*\d*$/;

/** @param bookTitle removed where a chapter repeats it */
export function readTitle(raw: string, bookTitle = ""): Title {
  const whole = fold(raw);
  const book = fold(bookTitle);
  const text = book.length > 3 && whole !== book && whole.startsWith(`${book} `) ? whole.slice(book.length + 1) : whole;
  if (AROUND.test(text) || (book !== "" && text === book))
    return { numbers: null, unit: null, name: text, isAround: true };
  const padded = /^0\d+$/.test(text) || UNTOLD.test(text.replace(/\b0\d+\b/g, "1"));
  // a number alone is a chapter; "Track 07" and "007" only number the file
  if (padded && !/^[1-9]\d*$/.test(text)) return { numbers: null, unit: null, name: "", isAround: false };
  return { ...readNumbers(text), isAround: false };
}

/** Likelihood that two titles are the same chapter, 0 to 1; `NEUTRAL` when one says nothing. */
export const NEUTRAL = 0.45;

export function likeness(one: Title, other: Title): number {
  if (one.isAround || other.isAround) return one.isAround && other.isAround && one.name === other.name ? 0.95 : 0.04;
  if (tellsNothing(one) || tellsNothing(other)) return NEUTRAL;
  const names = one.name === "" || other.name === "" ? null : nameLikeness(one.name, other.name);
  if (one.numbers && other.numbers) {
    const sameUnit = one.unit === other.unit || one.unit === null || other.unit === null;
    const [first, last] = [Math.max(one.numbers[0], other.numbers[0]), Math.min(one.numbers[1], other.numbers[1])];
    if (first <= last && sameUnit) return names === null || names > 0.6 ? 0.97 : 0.7;
    return names !== null && names > 0.8 ? 0.6 : 0.03;
  }
  if (names !== null) return names > 0.8 ? 0.97 : 0.08 + 0.5 * names;
  return 0.35;
}

export function tellsNothing({ numbers, name, isAround }: Title): boolean {
  return !isAround && numbers === null && name === "";
}

/** Shared letter pairs (Dice), which forgives spelling. */
function nameLikeness(one: string, other: string): number {
  if (one === other) return 1;
  const [a, b] = [pairsOf(one), pairsOf(other)];
  const total = a.length + b.length;
  const left = new Map<string, number>();
  for (const pair of a) left.set(pair, (left.get(pair) ?? 0) + 1);
  let shared = 0;
  for (const pair of b) {
    const count = left.get(pair) ?? 0;
    if (count > 0) shared += 1;
    left.set(pair, count - 1);
  }
  return total === 0 ? 0 : (2 * shared) / total;
}

function pairsOf(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2));
}

function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/(?<=\d)\s*[-–—]\s*(?=\d)/g, " to ")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
