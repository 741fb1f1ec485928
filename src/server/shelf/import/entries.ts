import type { ImportChoices, ImportQuestion } from "#contract/imports.ts";
import { normalizeText } from "#contract/normalize-text.ts";
import { mapInBatches } from "#server/http/batches.ts";

import { type ParsedDate, readDate } from "./read-date.ts";

export type Entry = { title: string; author: string; month: string; isbn: string; synopsis: string };
export type EntryRow = { line: number; book: Entry; skipReason?: string } | { line: number; reason: string };
export type Entries = { rows: EntryRow[]; asks: ImportQuestion[] };

export type DatedRow = {
  line: number;
  book: Omit<Entry, "month">;
  date: string;
  missing: string;
  dateError?: string;
  skipReason?: string;
};

/** Cells that spreadsheets run as formulas (OWASP's list), after any quotes. */
const FORMULA = /^'*[=+\-@\t\r\n]/;

export const escapeFormula = (text: string): string => (isFormula(text) ? `'${text}` : text);

export const unescapeFormula = (text: string): string =>
  text.startsWith("'") && isFormula(text) ? text.slice(1) : text;

/** Includes full-width and small forms such as ＝, which some spreadsheets treat like the usual characters. */
function isFormula(text: string): boolean {
  return FORMULA.test(normalizeText(text, "NFKC"));
}

const DATE_MAX_LENGTH = 100;

type SkippedRow = { line: number; reason: string };

/** All rows together show whether the day or the month comes first; otherwise the admin is asked. */
export async function resolveDates(
  rows: readonly (DatedRow | SkippedRow)[],
  choices: ImportChoices,
): Promise<{ rows: EntryRow[]; asks: ImportQuestion[] }> {
  const datedRows = await mapInBatches(rows, (row) => ({
    row,
    date: "date" in row ? readDate(row.date.slice(0, DATE_MAX_LENGTH)) : null,
  }));
  const order = choices.dayFirst ?? findDateOrder(datedRows.map(({ date }) => date));
  const questions = new Map<ImportQuestion["about"], ImportQuestion>();
  const addQuestion = (kind: ImportQuestion["about"], { line, date }: DatedRow) => {
    const question = questions.get(kind) ?? { about: kind, example: date.slice(0, 40), lines: [] };
    question.lines.push(line);
    questions.set(kind, question);
  };
  const entryRows = await mapInBatches(datedRows, ({ row, date }): EntryRow => {
    if (!("date" in row) || date === null) return { line: row.line, reason: "reason" in row ? row.reason : "No date" };
    const { line, book, missing, dateError, skipReason } = row;
    const toEntryRow = (month: string): EntryRow => ({
      line,
      book: { ...book, month },
      ...(skipReason !== undefined && { skipReason }),
    });
    const quotedDate = `“${row.date.slice(0, 40)}”`;
    if (row.date === "") return { line, reason: missing };
    if (date.kind === "month") return toEntryRow(date.month);
    if (date.kind === "either") {
      if (order !== null) return toEntryRow(order === "true" ? date.dayFirst : date.monthFirst);
      addQuestion("day-first", row);
      return { line, reason: `${quotedDate} may be ${date.dayFirst} or ${date.monthFirst}` };
    }
    if (date.kind === "none") return { line, reason: dateError ?? `${quotedDate} isn't a date` };
    if (choices.yearOnly === "january") return toEntryRow(`${date.year}-01`);
    if (choices.yearOnly === undefined) addQuestion("year-only", row);
    return { line, reason: `${quotedDate} is only a year` };
  });
  return { rows: entryRows, asks: [...questions.values()] };
}

/** Null if no row shows it, or if they contradict each other. */
function findDateOrder(dates: readonly (ParsedDate | null)[]): "true" | "false" | null {
  const orders = new Set(dates.map((date) => (date?.kind === "month" ? date.order : undefined)));
  const [isDayFirst, isMonthFirst] = [orders.has("day-first"), orders.has("month-first")];
  return isDayFirst === isMonthFirst ? null : isDayFirst ? "true" : "false";
}
