export type Title = {
  /** First and last of "Chapters 3–4"; null without one. */
  numbers: readonly [first: number, last: number] | null;
  /** "Part Two" isn't "Chapter Two". */
  unit: "part" | "chapter" | null;
  name: string;
  isAround: boolean;
};

const CHAPTER =
  "chapters?|chap|ch|kapitel|chapitre|capitulo|capitolo|letter|stave|canto|scene|episode|lesson|no|number";
const PART = "parts?|books?|volume|vol|teil|buch|partie|livre|section|act";
const ONES =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const ORDINALS =
  "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth".split(
    " ",
  );
const ROMAN = /^(?:c|xc|l?x{0,3}|xl)(?:ix|iv|v?i{0,3})$/;
const ROMAN_VALUES: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

type Found = Pick<Title, "numbers" | "unit" | "name">;

/** Numbers of a normalized title: "chapter twenty one the end", "iv", "3 to 4 the storm", "part two". */
export function readNumbers(text: string): Found {
  const words = text.split(" ");
  const prefix = new RegExp(`^(?:the )?(?:(?<part>${PART})|(?<chapter>${CHAPTER}))$`).exec(words[0] ?? "");
  const start = prefix ? 1 : 0;
  const first = readNumber(words, start);
  const isBare = !prefix && first !== null && first.next < words.length;
  // without a prefix, "one fine day" and "I am legend" are names; "1 the storm" and "12" are numbers
  if (!first || (isBare && !/^\d/.test(words[0] ?? ""))) return ordinalFirst(words) ?? plain(text);
  const joins = words[first.next] === "to" || words[first.next] === "and";
  const second = joins ? readNumber(words, first.next + 1) : null;
  const next = second?.next ?? first.next;
  const unit = prefix?.groups?.["part"] ? "part" : "chapter";
  const rest = words.slice(next);
  const inner = unit === "part" && rest.length > 0 ? readNumbers(rest.join(" ")) : null;
  // "Part Two: Chapter Five" is chapter five
  if (inner?.unit === "chapter" && inner.numbers) return inner;
  const name = rest.filter((word) => !/^(?:continued|cont|contd)$/.test(word)).join(" ");
  const last = second && second.value >= first.value ? second.value : first.value;
  return { numbers: [first.value, last], unit, name: withoutHalf(name) };
}

/** "The First Chapter". */
function ordinalFirst(words: readonly string[]): Found | null {
  const own = words[0] === "the" ? words.slice(1) : words;
  const value = ORDINALS.indexOf(own[0] ?? "");
  if (value < 1 || !new RegExp(`^(?:${CHAPTER}|${PART})$`).test(own[1] ?? "")) return null;
  const unit = new RegExp(`^(?:${PART})$`).test(own[1] ?? "") ? "part" : "chapter";
  return { numbers: [value, value], unit, name: own.slice(2).join(" ") };
}

function plain(name: string): Found {
  return { numbers: null, unit: null, name };
}

/** "Chapter 3, part 2" is part of chapter 3. */
function withoutHalf(name: string): string {
  return name.replace(/ ?\b(?:part|pt|teil|section) (?:\d+|one|two|three|four|i{1,3}|iv|a|b)$/, "").trim();
}

function readNumber(words: readonly string[], at: number): { value: number; next: number } | null {
  const word = words[at] ?? "";
  if (/^\d{1,3}$/.test(word)) return { value: Number(word), next: at + 1 };
  const ten = TENS.indexOf(word);
  if (ten >= 0) {
    const one = ONES.indexOf(words[at + 1] ?? "");
    const isOne = one >= 1 && one <= 9;
    return { value: (ten + 2) * 10 + (isOne ? one : 0), next: at + (isOne ? 2 : 1) };
  }
  const small = ONES.indexOf(word);
  if (small >= 0) return { value: small, next: at + 1 };
  const ordinal = ORDINALS.indexOf(word);
  if (ordinal >= 1) return { value: ordinal, next: at + 1 };
  return word !== "" && ROMAN.test(word) ? { value: romanValue(word), next: at + 1 } : null;
}

function romanValue(word: string): number {
  const values = [...word].map((letter) => ROMAN_VALUES[letter] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}
