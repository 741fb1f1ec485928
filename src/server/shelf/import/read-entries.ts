import { plainIsbn } from "#contract/isbn.ts";
import { SYNOPSIS_MAX_LENGTH, TITLE_MAX_LENGTH } from "#contract/limits/books.ts";
import { MONTH } from "#contract/year.ts";

import { plainCell } from "./cells.ts";
import { decode, readRows, refused, type Row } from "./read-rows.ts";

export type Entry = { title: string; author: string; month: string; isbn: string; synopsis: string };

export type EntryRow = { line: number; book: Entry } | { line: number; reason: string };

type Cell = (column: string) => string;

/** A program's export format. `columns` in lower case; the first ones identify it. */
type Format = { columns: readonly string[]; read: (cell: Cell) => Entry | string };

const GOODREADS: Format = {
  columns: ["title", "author", "date read", "exclusive shelf"],
  read: (cell) => {
    if (cell("exclusive shelf") !== "read") return "Never read";
    return readOn(cell("date read"), cell("title"), cell("author"), cell("isbn13") || cell("isbn"));
  },
};
const STORYGRAPH: Format = {
  columns: ["title", "authors", "last date read", "read status"],
  read: (cell) => {
    if (cell("read status") !== "read") return "Never read";
    return readOn(cell("last date read"), cell("title"), cell("authors"), cell("isbn/uid"));
  },
};
const OWN: Format = {
  columns: ["title", "author", "month"],
  read: (cell) => ({
    title: cell("title"),
    author: cell("author"),
    month: cell("month"),
    isbn: plainIsbn(cell("isbn")) ?? cell("isbn"),
    synopsis: cell("synopsis"),
  }),
};

/** Parses CSV of ours, Goodreads or StoryGraph. @throws AppError 'invalid' for anything else */
export function readCsv(bytes: Uint8Array): EntryRow[] {
  const text = decode(bytes);
  for (const delimiter of [",", ";"] as const) {
    const header = namesOf(text, delimiter);
    const format = [GOODREADS, STORYGRAPH, OWN].find(({ columns }) => columns.every((name) => header.includes(name)));
    if (!format) continue;
    const [, ...rows] = readRows(text, delimiter);
    return rows.map((row) => toEntry(row, header, format));
  }
  throw refused(
    "The first line must name the columns title, author and month, separated by commas or semicolons. " +
      "Exports of Goodreads and StoryGraph work as they are.",
  );
}

/** Parses our JSON export. @throws AppError 'invalid' for anything else */
export function readJson(bytes: Uint8Array): EntryRow[] {
  const books = booksOf(decode(bytes));
  if (!Array.isArray(books)) throw refused("This JSON isn't an export of a shelf: it has no list of books.");
  // the export writes a line for the head, and one per book
  return books.map((value: unknown, index) => toRow(index + 2, fromJson(value)));
}

function booksOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && "books" in value ? value.books : null;
  } catch {
    throw refused("This file isn't valid JSON.");
  }
}

function fromJson(value: unknown): Entry | string {
  if (typeof value !== "object" || value === null) return "Not a book";
  const fields = new Map<string, unknown>(Object.entries(value));
  const text = (name: string) => {
    const field = fields.get(name) ?? "";
    return typeof field === "string" ? field : "";
  };
  return OWN.read(text);
}

function namesOf(text: string, delimiter: "," | ";"): string[] {
  const [first = ""] = text.trimStart().split(/\r\n?|\n/, 1);
  return (readRows(first, delimiter)[0]?.cells ?? []).map((cell) => cell.trim().toLowerCase());
}

function toEntry({ line, cells }: Row, header: readonly string[], format: Format): EntryRow {
  return toRow(
    line,
    format.read((column) => plainCell(cells[header.indexOf(column)]?.trim() ?? "")),
  );
}

function toRow(line: number, read: Entry | string): EntryRow {
  if (typeof read === "string") return { line, reason: read };
  const book = { ...read, title: oneLine(read.title), author: oneLine(read.author), synopsis: read.synopsis.trim() };
  const reason = faultOf(book);
  return reason === null ? { line, book } : { line, reason };
}

function faultOf({ title, author, month, isbn, synopsis }: Entry): string | null {
  if (title === "") return "Title is missing";
  if (author === "") return "Author is missing";
  if (title.length > TITLE_MAX_LENGTH || author.length > TITLE_MAX_LENGTH)
    return `Title and author may have at most ${TITLE_MAX_LENGTH} characters`;
  if (!MONTH.test(month)) return month === "" ? "No date" : "The month must be like 2026-01";
  if (!/^(?:\d{9}[\dX]|\d{13})?$/.test(isbn)) return "The ISBN must have 10 or 13 digits";
  if (synopsis.length > SYNOPSIS_MAX_LENGTH) return `The synopsis may have at most ${SYNOPSIS_MAX_LENGTH} characters`;
  return null;
}

function readOn(date: string, title: string, author: string, isbn: string): Entry | string {
  if (date === "") return "No date read";
  const [, year, month] = /^(\d{4})[/-](\d{1,2})(?:[/-]|$)/.exec(date) ?? [];
  if (!year || !month) return `“${date.slice(0, 40)}” isn't a date`;
  // Goodreads writes ="9780141439587" so spreadsheets keep all digits
  const digits = plainIsbn(isbn.replaceAll(/[="]/g, "")) ?? "";
  return { title, author, month: `${year}-${month.padStart(2, "0")}`, isbn: digits, synopsis: "" };
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, " ").trim();
}
