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
