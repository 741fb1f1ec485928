import { normalizeText } from "#contract/normalize-text.ts";
import { MONTH } from "#contract/text.ts";

export type ParsedDate =
  | { kind: "month"; month: string; order?: "day-first" | "month-first" }
  /** `5/6/2018`, read with the day first and with the month first. */
  | { kind: "either"; dayFirst: string; monthFirst: string }
  | { kind: "year"; year: string }
  | { kind: "none" };

const LANGUAGES = "en de fr es it pt nl pl sv da nb fi cs tr el uk ru".split(" ");
/** Day 0 of spreadsheets that wrote a date as a number. */
const DAY_ZERO = Date.UTC(1899, 11, 30);

export function readDate(text: string): ParsedDate {
  const cleanedText = normalizeText(text, "NFKC")
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/[\p{Pd}\u2212]/gu, "-")
    .replace(/^[\s'’]+/, "")
    .trim()
    .toLowerCase();
  const [, year, month] = /^(\d{4})\s*[-/.]\s*(\d{1,2})(?:\s*[-/.]\s*\d{1,2})?(?:[t\s].*)?$/.exec(cleanedText) ?? [];
  if (year && month) return toMonth(year, month);
  const [, firstNumber = "", mark, secondNumber = "", ending = ""] =
    /^(\d{1,2})\s*([-/.])\s*(\d{1,2})\s*[-/.]\s*(\d{4}|\d{2})(?:[t\s].*)?$/.exec(cleanedText) ?? [];
  if (mark) return parseThreeNumbers(firstNumber, secondNumber, { mark, year: expandYear(ending) });
  const [, compactYear, compactMonth] =
    /^(\d{4})(\d\d)\d\d$/.exec(cleanedText) ?? /^(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]/.exec(cleanedText) ?? [];
  if (compactYear && compactMonth) return toMonth(compactYear, compactMonth);
  const [, leadingMonth, trailingYear] = /^(\d{1,2})\s*[-/.]\s*(\d{4})$/.exec(cleanedText) ?? [];
  if (leadingMonth && trailingYear) return toMonth(trailingYear, leadingMonth);
  if (/^\d{4}$/.test(cleanedText) && MONTH.test(`${cleanedText}-01`)) return { kind: "year", year: cleanedText };
  const [, days] = /^([2-6]\d{4})(?:[.,]\d+)?$/.exec(cleanedText) ?? [];
  if (days) return { kind: "month", month: new Date(DAY_ZERO + Number(days) * 86_400_000).toISOString().slice(0, 7) };
  return parseMonthName(cleanedText);
}

function parseThreeNumbers(first: string, second: string, { mark, year }: { mark: string; year: string }): ParsedDate {
  const dayFirst = toMonth(year, second);
  // with dots, the day is first in every country that writes so
  if (mark === ".") return dayFirst;
  const monthFirst = toMonth(year, first);
  if (dayFirst.kind !== "month")
    return monthFirst.kind === "month" ? { ...monthFirst, order: "month-first" } : monthFirst;
  if (monthFirst.kind !== "month") return { ...dayFirst, order: "day-first" };
  if (first === second || dayFirst.month === monthFirst.month) return dayFirst;
  return { kind: "either", dayFirst: dayFirst.month, monthFirst: monthFirst.month };
}

function toMonth(year: string, month: string): ParsedDate {
  const text = `${year}-${month.padStart(2, "0")}`;
  return MONTH.test(text) ? { kind: "month", month: text } : { kind: "none" };
}

function expandYear(year: string): string {
  if (year.length === 4) return year;
  return (Number(year) < 70 ? "20" : "19") + year;
}

/** `May 2018`, `20 May 2018`, `May 20th, 2018`, `20-May-18`, `2018 May`, `20. Mai 2018`; `May-18`, Excel's `2018-05`. */
function parseMonthName(text: string): ParsedDate {
  const letterRuns = text.match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
  const month = letterRuns.map((word) => getMonthNumbers().get(word)).find((number) => number !== undefined);
  const numbers = text.match(/\d+/g) ?? [];
  const isShort = numbers.length === 2 || /^\p{L}[\p{L}\p{M}]*[-.\s]+['’]?\d{2}$/u.test(text);
  const year =
    numbers.find((number) => number.length === 4) ?? (isShort ? expandYear(numbers.at(-1) ?? "") : undefined);
  if (month === undefined || year?.length !== 4) return { kind: "none" };
  return toMonth(year, String(month));
}

let monthNumbers: Map<string, number> | null = null;

function getMonthNumbers(): Map<string, number> {
  if (monthNumbers) return monthNumbers;
  monthNumbers = new Map();
  for (const language of LANGUAGES)
    for (let month = 1; month <= 12; month += 1)
      for (const options of [{ month: "long" }, { month: "short" }, { month: "long", day: "numeric" }] as const) {
        const parts = new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" }).formatToParts(
          Date.UTC(2018, month - 1, 15),
        );
        const name =
          parts
            .find(({ type }) => type === "month")
            ?.value.toLowerCase()
            .replaceAll(".", "") ?? "";
        // the first language wins where two name different months alike
        if (/^\p{L}[\p{L}\p{M}]*$/u.test(name) && !monthNumbers.has(name)) monthNumbers.set(name, month);
      }
  return monthNumbers;
}
