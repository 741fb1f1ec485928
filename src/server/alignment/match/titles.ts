import { type Role, roleOf } from "./roles.ts";
import { type Found, readNumbers } from "./title-numbers.ts";

export type Title = Found & { role: Role };

/** "Track 07" and "007" only number the file. */
const GENERIC_TITLE =
  /^(?:(?:track|piste|pista|titel|spur|disc|disk|cd|file|audio|mp3|untitled|section|split) ?(?:\d+(?!\d) ?)?)*\d*$/;
/** Share of a recording's titles from which on a word tells nothing. */
const COMMON_SHARE = 0.8;
const ALIKE = 0.8;

/** Evidence in nats that two titles name the same chapter, negative against it. */
const SAME_NAME = 4;
const SAME_NUMBER = 2.5;
const OTHER_NUMBER = -3;
const OTHER_NAME = -2;
const ONE_AROUND = -3;

/** @param bookTitle removed where a chapter repeats it */
export function readTitle(raw: string, bookTitle = ""): Title {
  return readFolded(fold(raw), fold(bookTitle));
}

/** Titles of all chapters of a recording; a word in nearly all of them, as in file names, tells nothing. */
export function readTitles(raw: readonly string[], bookTitle: string): Title[] {
  const folded = raw.map(fold);
  const counts = new Map<string, number>();
  for (const text of folded) for (const word of new Set(text.split(" "))) counts.set(word, (counts.get(word) ?? 0) + 1);
  const isCommon = (word: string) => (counts.get(word) ?? 0) >= Math.max(2, folded.length * COMMON_SHARE);
  // "chapter" tells, though all have it
  const tells = (word: string) => !isCommon(word) || readNumbers(`${word} 1`).unit !== null;
  return folded.map((text) => {
    const own = text.split(" ").filter(tells).join(" ");
    // what is left of "alice_12_64kb" and "Track 12" counts files
    const isCount = own !== text && /^\d+$/.test(own);
    return readFolded(isCount ? "" : own, fold(bookTitle));
  });
}

export function isBookTitle(raw: string, bookTitle: string): boolean {
  return fold(bookTitle) !== "" && fold(raw) === fold(bookTitle);
}

export function evidence(one: Title, other: Title): number {
  if ((one.role === "around") !== (other.role === "around")) return ONE_AROUND;
  if (isUninformative(one) || isUninformative(other)) return 0;
  const names = one.name === "" || other.name === "" ? null : nameLikeness(one.name, other.name);
  if (one.numbers && other.numbers) {
    const [first, last] = [Math.max(one.numbers[0], other.numbers[0]), Math.min(one.numbers[1], other.numbers[1])];
    if (first > last || one.unit !== other.unit) return names !== null && names > ALIKE ? 1 : OTHER_NUMBER;
    return names === null ? SAME_NUMBER : SAME_NUMBER + 2 * (names - 0.4);
  }
  if (names === null) return 0;
  return names > ALIKE ? SAME_NAME : OTHER_NAME + (SAME_NAME - OTHER_NAME) * Math.max(0, names - 0.2);
}

function isUninformative({ numbers, name }: Pick<Title, "numbers" | "name">): boolean {
  return numbers === null && name === "";
}

function readFolded(whole: string, book: string): Title {
  const repeats = book.length > 3 && whole !== book && whole.startsWith(`${book} `);
  const text = repeats ? whole.slice(book.length + 1) : whole;
  const role = roleOf(text);
  if (text === book) return { numbers: null, unit: null, name: "", role };
  if (role === "around") return { numbers: null, unit: null, name: text, role };
  const isUntold = GENERIC_TITLE.test(text) && !/^[1-9]\d*$/.test(text);
  return isUntold ? { numbers: null, unit: null, name: "", role } : { ...readNumbers(text), role };
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
