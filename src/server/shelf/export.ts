import Papa from "papaparse";

import type { Book } from "#contract/books.ts";
import type { ShelfExport } from "#contract/imports.ts";
import { ANY_MEMBER, listBooks, type MemberViewer } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { mapInBatches } from "#server/http/batches.ts";
import { escapeFormula } from "#server/shelf/import/entries.ts";

import { areReviewsOpen } from "./shelf.ts";

const BOOKS_PER_BATCH = 20;
const COLUMNS = ["title", "author", "month", "isbn", "synopsis"] as const;

/** CSV, newest first. Spreadsheets detect UTF-8 by the BOM, and quotes protect cells where `;` separates. */
export function exportCsv(deps: Deps): string {
  const rows = listBooks(deps, ANY_MEMBER).map((book) => COLUMNS.map((column) => escapeFormula(book[column])));
  return `\uFEFF${Papa.unparse([[...COLUMNS], ...rows], { quotes: true })}\r\n`;
}

/** With the reviews that the viewer may see. Other requests run in between. */
export async function exportJson(deps: Deps, viewer: MemberViewer): Promise<string> {
  const toJson = ({ id, title, author, month, isbn, synopsis }: Book): string => {
    const hasFinished = deps.stores.reviews.find(id, viewer.id)?.finished === "yes";
    const isOpen = areReviewsOpen(deps, id, hasFinished);
    const reviews = deps.stores.reviews
      .list(id, viewer.id)
      .filter(({ mine }) => isOpen || mine)
      .map(({ mine: _mine, author: reviewer, ...review }) => ({ ...review, author: reviewer.displayName }));
    const book: ShelfExport["books"][number] = { title, author, month, isbn, synopsis, reviews };
    return JSON.stringify(book);
  };
  const lines = await mapInBatches(listBooks(deps, ANY_MEMBER), toJson, BOOKS_PER_BATCH);
  return `{"books":[\n${lines.join(",\n")}\n]}\n`;
}
