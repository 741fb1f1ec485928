import Papa from "papaparse";

import type { ShelfExport } from "#contract/imports.ts";
import { ANY_MEMBER, listBooks } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import type { Viewer } from "#server/meetings/serialize-meeting.ts";
import { escapeFormula } from "#server/shelf/import/entries.ts";

import { areReviewsOpen } from "./shelf.ts";

const BOOKS_AT_ONCE = 20;
const COLUMNS = ["title", "author", "month", "isbn", "synopsis"] as const;

/** CSV, newest first. Spreadsheets detect UTF-8 by the BOM, and quotes protect cells where `;` separates. */
export function exportCsv(deps: Deps): string {
  const rows = listBooks(deps, ANY_MEMBER).map((book) => COLUMNS.map((column) => escapeFormula(book[column])));
  return `\uFEFF${Papa.unparse([[...COLUMNS], ...rows], { quotes: true })}\r\n`;
}

/** With the reviews that the viewer may see. Other requests run in between. */
export async function exportJson(deps: Deps, viewer: Viewer): Promise<string> {
  const lines: string[] = [];
  for (const { id, title, author, month, isbn, synopsis } of listBooks(deps, ANY_MEMBER)) {
    const hasFinished = deps.stores.reviews.find(id, viewer.id)?.finished === "yes";
    const isOpen = areReviewsOpen(deps, id, hasFinished);
    const reviews = deps.stores.reviews
      .list(id, viewer.id)
      .filter(({ mine }) => isOpen || mine)
      .map(({ mine: _mine, author: reviewer, ...review }) => ({ ...review, author: reviewer.displayName }));
    const book: ShelfExport["books"][number] = { title, author, month, isbn, synopsis, reviews };
    lines.push(JSON.stringify(book));
    if (lines.length % BOOKS_AT_ONCE === 0) await Bun.sleep(0);
  }
  return `{"books":[\n${lines.join(",\n")}\n]}\n`;
}
