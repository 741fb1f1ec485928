import Papa from "papaparse";

import type { ShelfExport } from "#contract/imports.ts";
import { listBooks, MEMBERS } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import type { Viewer } from "#server/meetings/meeting-view.ts";

import { safeCell } from "./import/cells.ts";
import { areReviewsOpen } from "./shelf.ts";

const COLUMNS = ["title", "author", "month", "isbn", "synopsis"] as const;

/** CSV, newest first. The BOM tells spreadsheets it's UTF-8. */
export function exportCsv(deps: Deps): string {
  const rows = listBooks(deps, MEMBERS).map((book) => COLUMNS.map((column) => safeCell(book[column])));
  return `\uFEFF${Papa.unparse([[...COLUMNS], ...rows])}\r\n`;
}

/** JSON, one line per book, with the reviews the viewer may see. */
export function exportJson(deps: Deps, viewer: Viewer): string {
  const books: ShelfExport["books"] = listBooks(deps, MEMBERS).map(({ id, title, author, month, isbn, synopsis }) => {
    const hasFinished = deps.stores.reviews.find(id, viewer.id)?.finished === "yes";
    const isOpen = areReviewsOpen(deps, id, hasFinished);
    const reviews = deps.stores.reviews
      .list(id, viewer.id)
      .filter(({ mine }) => isOpen || mine)
      .map(({ mine: _mine, author: reviewer, ...review }) => ({ ...review, author: reviewer.displayName }));
    return { title, author, month, isbn, synopsis, reviews };
  });
  return `{"books":[\n${books.map((book) => JSON.stringify(book)).join(",\n")}\n]}\n`;
}
