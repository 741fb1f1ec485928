import { NUMBER_WORDS, ORDINALS } from "./number-words.ts";

/** What a normalized title says: "chapters 3 to 4 the storm". */
export type Found = {
  /** First and last of "Chapters 3–4"; null without one. */
  numbers: readonly [first: number, last: number] | null;
  /** "Part Two" isn't "Chapter Two". */
  unit: "part" | "chapter" | null;
  name: string;
};

const CHAPTER =
  "chapters?|chap|ch|kapitel|kap|chapitre|capitulo|capitolo|cap|letter|brief|lettre|carta|lettera|stave|canto|chant|scene|szene|escena|scena|episode|lesson|no|nr|number|numero";
const PART =
  "parts?|books?|volume|vol|band|tome|tomo|teil|buch|partie|livre|parte|libro|section|act|akt|acte|acto|atto";
const PREFIX = new RegExp(`^(?:(?<part>${PART})|(?<chapter>${CHAPTER}))$`);
const ARTICLES = new Set(["the", "das", "der", "die", "le", "la", "el", "il"]);
/** "Chapter 3, part 2" and "Chapter 3, 2 of 4" are parts of chapter 3. */
const HALF =
  / ?\b(?:(?:part|pt|teil|partie|parte|section|continued|cont|contd|fortsetzung|suite)(?: (?:\d+|one|two|three|four|i{1,3}|iv|a|b))?(?: (?:of|von|de|di) \d+)?|\d+ (?:of|von|de|di) \d+)$/;
const ROMAN = /^(?:c|xc|l?x{0,3}|xl)(?:ix|iv|v?i{0,3})$/;
const ROMAN_VALUES: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100 };
/** "quatre vingt dix sept". */
const WORDS_MAX = 5;

/** Numbers of a normalized title: "chapter twenty one the end", "iv", "3 to 4 the storm", "02 chapitre premier". */
export function readNumbers(text: string): Found {
  const words = text.split(" ");
  return afterTrack(words) ?? ordinalFirst(words) ?? prefixed(words) ?? bare(words) ?? plain(text);
}

/** A number before a chapter that has its own counts files: "07 chapter 5". "01 the storm" has a name alone. */
function afterTrack([track = "", ...rest]: readonly string[]): Found | null {
  if (!/^\d{1,3}$/.test(track) || rest.length === 0) return null;
  const own = ordinalFirst(rest) ?? prefixed(rest) ?? (track.startsWith("0") ? bare(rest) : null);
  if (own) return own;
  return track.startsWith("0") && rest[0] !== "to" ? plain(rest.join(" ")) : null;
}

/** "The First Chapter", "Erstes Kapitel". */
function ordinalFirst(words: readonly string[]): Found | null {
  const own = ARTICLES.has(words[0] ?? "") ? words.slice(1) : words;
  const value = ORDINALS.get(own[0] ?? "");
  const unit = unitOf(own[1]);
  return value && unit ? { numbers: [value, value], unit, name: own.slice(2).join(" ") } : null;
}

/** "Chapter 3", "Part Two: Chapter Five" (chapter five), "Chapters 3–4". */
function prefixed(words: readonly string[]): Found | null {
  const own = words[0] === "the" ? words.slice(1) : words;
  const unit = unitOf(own[0]);
  const first = unit && readNumber(own, 1);
  if (!unit || !first) return null;
  const { numbers, rest } = range(own, first);
  const inner = unit === "part" ? (prefixed(rest) ?? ordinalFirst(rest)) : null;
  if (inner?.unit === "chapter") return inner;
  return { numbers, unit, name: rest.join(" ").replace(HALF, "").trim() };
}

/** "12", "iv", "1 the storm"; but "one fine day" and "i am legend" are names. */
function bare(words: readonly string[]): Found | null {
  const first = readNumber(words, 0);
  if (!first || (first.next < words.length && !/^\d/.test(words[0] ?? ""))) return null;
  const { numbers, rest } = range(words, first);
  return { numbers, unit: "chapter", name: rest.join(" ").replace(HALF, "").trim() };
}

type Read = { value: number; next: number };

function range(words: readonly string[], { value, next }: Read): { numbers: [number, number]; rest: string[] } {
  const second = /^(?:to|and|bis|und|a|y|et|e)$/.test(words[next] ?? "") ? readNumber(words, next + 1) : null;
  const isRange = second !== null && second.value > value;
  return { numbers: [value, isRange ? second.value : value], rest: words.slice(isRange ? second.next : next) };
}

function plain(name: string): Found {
  return { numbers: null, unit: null, name: name.replace(HALF, "").trim() || name };
}

function unitOf(word = ""): "part" | "chapter" | null {
  const groups = PREFIX.exec(word)?.groups;
  if (!groups) return null;
  return groups["part"] ? "part" : "chapter";
}

function readNumber(words: readonly string[], at: number): Read | null {
  const word = words[at] ?? "";
  if (/^\d{1,3}$/.test(word)) return { value: Number(word), next: at + 1 };
  for (let count = Math.min(WORDS_MAX, words.length - at); count > 0; count -= 1) {
    const value = NUMBER_WORDS.get(words.slice(at, at + count).join(" "));
    if (value !== undefined) return { value, next: at + count };
  }
  const ordinal = ORDINALS.get(word);
  if (ordinal !== undefined) return { value: ordinal, next: at + 1 };
  return word !== "" && ROMAN.test(word) ? { value: romanValue(word), next: at + 1 } : null;
}

function romanValue(word: string): number {
  const values = [...word].map((letter) => ROMAN_VALUES[letter] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}
