import Papa from "papaparse";

import { SYNOPSIS_MAX_LENGTH } from "#contract/books.ts";
import type { ImportChoices } from "#contract/imports.ts";
import { toSingleLine } from "#contract/invisible-characters.ts";
import { normalizeIsbn } from "#contract/isbn.ts";
import { TITLE_MAX_LENGTH } from "#contract/limits.ts";
import { textLength, trimText } from "#contract/text-length.ts";
import { mapInBatches } from "#server/http/batches.ts";

import { type DatedRow, type Entries, type Entry, type EntryRow, resolveDates, unescapeFormula } from "./entries.ts";
import { readBooks } from "./read-json.ts";
import { decodeText, type Delimiter, invalidImportError, readRows, type Row, skipSeparatorLine } from "./read-rows.ts";

const HEADER_MAX_LENGTH = 10_000;

type Cell = (column: string) => string;
type ParsedRow = Omit<DatedRow, "line"> | string;
/** A program's export format. `columns` in lower case; the first ones identify it. */
type Format = { columns: readonly string[]; parseRow: (cell: Cell) => ParsedRow };

const GOODREADS_FORMAT: Format = {
  columns: ["title", "author", "date read", "exclusive shelf"],
  parseRow: (cell) => {
    if (!isReadShelf(cell("exclusive shelf"))) return "Never read";
    return toBook(cell("title"), cell("author"), cell("isbn13") || cell("isbn"), cell("date read"));
  },
};
const STORYGRAPH_FORMAT: Format = {
  columns: ["title", "authors", "last date read", "read status"],
  parseRow: (cell) => {
    if (!isReadShelf(cell("read status"))) return "Never read";
    const date = cell("last date read") || findLastDate(cell("dates read"));
    return toBook(cell("title"), cell("authors"), cell("isbn/uid"), date);
  },
};
const OWN_FORMAT: Format = {
  columns: ["title", "author", "month"],
  parseRow: (cell) => {
    const isbn = normalizeIsbn(cell("isbn"));
    return {
      book: { title: cell("title"), author: cell("author"), isbn: isbn ?? "", synopsis: cell("synopsis") },
      date: cell("month"),
      missing: "No date",
      dateError: "The month must be like 2026-01",
      ...(isbn === null && { skipReason: `The ISBN “${cell("isbn").slice(0, 40)}” doesn't have 10 or 13 digits` }),
    };
  },
};

/** Parses CSV of ours, Goodreads or StoryGraph, as a spreadsheet saved it. @throws AppError 'invalid' for anything else */
export async function readCsv(bytes: Uint8Array, choices: ImportChoices): Promise<Entries> {
  const { text, skipped } = skipSeparatorLine(decodeText(bytes));
  for (const delimiter of [",", ";", "\t"] as const) {
    const header = readHeader(text, delimiter);
    const format = [GOODREADS_FORMAT, STORYGRAPH_FORMAT, OWN_FORMAT].find(({ columns }) =>
      columns.every((name) => header.includes(name)),
    );
    if (!format) continue;
    const [, ...rows] = await readRows(text, delimiter);
    const columns = new Map(header.map((name, at) => [name, at] as const).toReversed());
    const parseLine = (row: Row) => readRow({ ...row, line: row.line + skipped }, columns, format);
    return toEntries(await mapInBatches(rows, parseLine), choices);
  }
  throw invalidImportError(
    "The first line must name the columns title, author and month, separated by commas, semicolons or tabs. " +
      "Exports of Goodreads and StoryGraph work as they are.",
  );
}

export async function readJson(bytes: Uint8Array, choices: ImportChoices): Promise<Entries> {
  const books = await readBooks(decodeText(bytes));
  // the export writes a line for the head, and one per book
  const numberedBooks = books.map((value, index) => ({ value, line: index + 2 }));
  return toEntries(await mapInBatches(numberedBooks, ({ value, line }) => withLine(line, fromJson(value))), choices);
}

async function toEntries(
  read: readonly (DatedRow | { line: number; reason: string })[],
  choices: ImportChoices,
): Promise<Entries> {
  const { rows, asks } = await resolveDates(read, choices);
  return { asks, rows: await mapInBatches(rows, (row) => ("reason" in row ? row : validateBook(row))) };
}

function fromJson(value: unknown): ParsedRow {
  if (value === undefined) return "Too large";
  if (typeof value !== "object" || value === null) return "Not a book";
  return OWN_FORMAT.parseRow((name) => {
    const field: unknown = Object.getOwnPropertyDescriptor(value, name)?.value;
    return typeof field === "string" ? field : "";
  });
}

/** Also for a delimiter that isn't the file's, where quotes seem wrong. */
function readHeader(text: string, delimiter: Delimiter): string[] {
  const [first = ""] = text
    .trimStart()
    .slice(0, HEADER_MAX_LENGTH)
    .split(/\r\n?|\n/, 1);
  const { data } = Papa.parse<string[]>(first, { delimiter });
  return (data[0] ?? []).map((cell) => trimText(cell).toLowerCase());
}

function readRow({ line, cells }: Row, columns: ReadonlyMap<string, number>, format: Format) {
  return withLine(
    line,
    format.parseRow((column) => unescapeFormula(trimText(cells[columns.get(column) ?? -1] ?? ""))),
  );
}

function withLine(line: number, read: ParsedRow): DatedRow | { line: number; reason: string } {
  return typeof read === "string" ? { line, reason: read } : { line, ...read };
}

function validateBook({
  line,
  book: { title, author, ...rest },
  skipReason,
}: Extract<EntryRow, { book: Entry }>): EntryRow {
  const book = { ...rest, title: toSingleLine(title), author: toSingleLine(author), synopsis: rest.synopsis.trim() };
  const reason = findBookIssue(book);
  return reason === null ? { line, book, ...(skipReason !== undefined && { skipReason }) } : { line, reason };
}

function findBookIssue({ title, author, synopsis }: Entry): string | null {
  if (title === "") return "Title is missing";
  if (author === "") return "Author is missing";
  if (textLength(title) > TITLE_MAX_LENGTH || textLength(author) > TITLE_MAX_LENGTH)
    return `Title and author may have at most ${TITLE_MAX_LENGTH} characters`;
  if (textLength(synopsis) > SYNOPSIS_MAX_LENGTH)
    return `The synopsis may have at most ${SYNOPSIS_MAX_LENGTH} characters`;
  return null;
}

function isReadShelf(shelf: string): boolean {
  return shelf.toLowerCase() === "read";
}

/** StoryGraph's Dates Read: `2017/01/02-2017/02/03, 2018/05/01-2018/05/20`. */
function findLastDate(dates: string): string {
  const dateTexts = dates.match(/\d{4}[-/]\d{1,2}(?:[-/]\d{1,2})?(?!\d)|\d{1,2}[/.]\d{1,2}[/.]\d{4}/g);
  return dateTexts?.at(-1) ?? dates;
}

/** An identifier that isn't an ISBN, such as a shop's number, is none. */
function toBook(title: string, author: string, isbn: string, date: string): Omit<DatedRow, "line"> {
  // Goodreads writes ="9780141439587" so spreadsheets keep all digits
  const digits = normalizeIsbn(isbn.replaceAll(/[="]/g, "")) ?? "";
  return { book: { title, author, isbn: digits, synopsis: "" }, date, missing: "No date read" };
}
