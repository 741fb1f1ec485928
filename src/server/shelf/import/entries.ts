import type { ImportAsk } from "#contract/imports.ts";

export type Entry = { title: string; author: string; month: string; isbn: string; synopsis: string };
export type EntryRow = { line: number; book: Entry; leftOut?: string } | { line: number; reason: string };
export type Entries = { rows: EntryRow[]; asks: ImportAsk[] };

/** A row before its date is read, with what to say where it has none. */
export type DatedRow = {
  line: number;
  book: Omit<Entry, "month">;
  date: string;
  missing: string;
  wrong?: string;
  leftOut?: string;
};

/** What spreadsheets run as formulas (OWASP's list), after any quotes. */
const FORMULA = /^'*[=+\-@\t\r\n]/;

/** Escapes a cell against spreadsheet formulas. */
export const safeCell = (text: string): string => (isFormula(text) ? `'${text}` : text);

export const plainCell = (text: string): string => (text.startsWith("'") && isFormula(text) ? text.slice(1) : text);

/** Also in wide and small letters, like ＝, which some spreadsheets read as the usual ones. */
function isFormula(text: string): boolean {
  return FORMULA.test(text.normalize("NFKC"));
}
