import { addHours } from "date-fns";

import type { ImportChoices, ImportPlan, ImportUndone, LastImport } from "#contract/imports.ts";
import { recordAuditEvent } from "#server/access/audit.ts";
import { type Actor, writeAs } from "#server/access/caller.ts";
import { addBook, deleteFromCatalog, listTitles, sameBookKey } from "#server/books/catalog.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, requireFound } from "#server/errors.ts";
import { mapInBatches, yieldToEventLoop } from "#server/http/batches.ts";
import { readBody } from "#server/http/body.ts";

import type { Entries, Entry } from "./entries.ts";
import { readCsv, readJson } from "./read-entries.ts";

const IMPORT_MAX_BYTES = 4 * 1024 * 1024;
/** More would block other requests while they're added or removed. */
const IMPORT_BOOKS_MAX = 1000;
const IMPORT_UNDO_HOURS = 24;

const LIMIT_REACHED_MESSAGE = `This import adds ${IMPORT_BOOKS_MAX.toLocaleString("en")} books already. Import the file again for the rest.`;

type KeyedEntries = Entries & { keys: readonly string[] };
type PlannedImport = Omit<ImportPlan, "id" | "add"> & { add: { line: number; book: Entry }[] };

export async function planImport(deps: Deps, request: Request, choices: ImportChoices): Promise<ImportPlan> {
  const entries = await readFile(request, choices);
  await yieldToEventLoop(entries.rows);
  const preview = previewImport(deps, entries);
  await yieldToEventLoop(entries.rows);
  return toImportPlan(preview);
}

/** In one transaction, skipping rows that can't be (BEYOND 4). @throws AppError 'wrong-type'; 'too-large'; 'invalid' */
export async function importBooks(
  deps: Deps,
  actor: Actor,
  request: Request,
  choices: ImportChoices,
): Promise<ImportPlan> {
  const entries = await readFile(request, choices);
  await yieldToEventLoop(entries.rows);
  const outcome = writeAs(deps, actor, (author) => {
    const { stores, clock } = deps;
    const now = clock.now().toISOString();
    const preview = previewImport(deps, entries);
    const ids = preview.add.map(({ book }) => addBook(deps, book).id);
    const id = stores.imports.insert(ids, now);
    recordAuditEvent(deps, author, "shelf-imported", String(ids.length));
    return { id, planned: preview };
  });
  await yieldToEventLoop(entries.rows);
  return { id: outcome.id, ...toImportPlan(outcome.planned) };
}

export function findLastImport(deps: Deps): LastImport | null {
  const lastImport = deps.stores.imports.findLast();
  if (!lastImport || lastImport.undoneAt !== null) return null;
  const deadline = getUndoDeadline(lastImport.at);
  return deadline > deps.clock.now()
    ? { id: lastImport.id, books: lastImport.books, until: deadline.toISOString() }
    : null;
}

/** Books with files or members' content stay. @throws AppError 'not-found'; 'conflict' when late or undone */
export function undoImport(deps: Deps, actor: Actor, id: number): ImportUndone {
  const { stores, clock } = deps;
  return writeAs(deps, actor, (author) => {
    const importRow = requireFound(stores.imports.find(id), "There is no such import.");
    if (importRow.undoneAt !== null) throw new AppError("conflict", "This import has already been undone.");
    if (getUndoDeadline(importRow.at) <= clock.now())
      throw new AppError("conflict", `An import can only be undone for ${IMPORT_UNDO_HOURS} hours.`);
    const books = stores.imports.listBooks(id);
    const usedBooks = books.filter(({ isUsed }) => isUsed).map(({ id, title, month }) => ({ id, title, month }));
    for (const book of books) if (!book.isUsed) deleteFromCatalog(deps, book.id);
    stores.imports.markUndone(id, clock.now().toISOString());
    const removedCount = books.length - usedBooks.length;
    recordAuditEvent(deps, author, "import-undone", String(removedCount));
    return { removed: removedCount, kept: usedBooks };
  });
}

function previewImport(deps: Deps, { rows, asks, keys: rowKeys }: KeyedEntries): PlannedImport {
  const existingBooks = listTitles(deps);
  const keys = new Set(existingBooks.map(sameBookKey));
  const months = new Map(existingBooks.map(({ month, title }) => [month, title]));
  const result: PlannedImport = { add: [], skip: [], leftOut: [], asks };
  for (const [at, row] of rows.entries()) {
    const key = rowKeys[at] ?? "";
    const reason = "reason" in row ? row.reason : findSkipReason(row.book, key);
    if (reason !== null) result.skip.push({ line: row.line, reason });
    else if ("book" in row) {
      keys.add(key);
      months.set(row.book.month, row.book.title);
      result.add.push(row);
      if (row.skipReason !== undefined) result.leftOut.push({ line: row.line, what: row.skipReason });
    }
  }
  return result;

  function findSkipReason(book: Entry, key: string): string | null {
    if (keys.has(key)) return `“${book.title}” is already there`;
    const existingBook = months.get(book.month);
    if (existingBook !== undefined) return `${book.month} has “${existingBook}” already`;
    return result.add.length < IMPORT_BOOKS_MAX ? null : LIMIT_REACHED_MESSAGE;
  }
}

function toImportPlan({ add, ...rest }: PlannedImport): ImportPlan {
  return { add: add.map(({ line, book: { title, author, month } }) => ({ line, title, author, month })), ...rest };
}

async function readFile(request: Request, choices: ImportChoices): Promise<KeyedEntries> {
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "text/csv" && type !== "application/json")
    throw new AppError("wrong-type", "Choose a CSV file, or a JSON file that was exported from a shelf.");
  const bytes = await readBody(request, IMPORT_MAX_BYTES, "This file is larger than 4 MB. Import it in parts.");
  const entries = await (type === "text/csv" ? readCsv(bytes, choices) : readJson(bytes, choices));
  return { ...entries, keys: await mapInBatches(entries.rows, (row) => ("book" in row ? sameBookKey(row.book) : "")) };
}

function getUndoDeadline(at: string): Date {
  return addHours(new Date(at), IMPORT_UNDO_HOURS);
}
