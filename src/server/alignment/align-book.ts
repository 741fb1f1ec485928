import { existsSync } from "node:fs";

import type { Book } from "#contract/books.ts";
import { isSqliteError } from "#db/errors.ts";
import { describeError } from "#server/adapters/log.ts";
import { KilledChildError } from "#server/adapters/sandbox.ts";
import { preserveListenedFractions } from "#server/books/editions/replace-edition.ts";
import { findBook, findBookFile, listBooks } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import type { TextContents } from "#server/epub/read-contents.ts";
import { AppError } from "#server/errors.ts";

import { findBothFiles, findCorrection, spansOfPairs } from "./chapters.ts";
import { type AlignmentInput, createEmptyTimings } from "./model/sentence-timings.ts";
import { readListening } from "./preserved-progress.ts";
import { deleteRunMarkers, deleteTimings, runMarkers, timingsCacheKey } from "./timings-cache.ts";

/** Stores the outcome, also a rejection. @throws AppError */
async function alignBook(deps: Deps, book: Book, name: string, signal: AbortSignal): Promise<void> {
  const file = findBookFile(deps, book, "ebook");
  if (!file) return;
  const marker = runMarkers(name).find((one) => deps.alignmentFiles.find(one) === null);
  if (marker === undefined) return saveRejection(deps, name, new KilledChildError());
  await deps.alignmentFiles.save(marker, "");
  const run = { progress: 0, stop: new AbortController() };
  deps.alignments.runs.set(name, run);
  try {
    const { packPath, contents } = await deps.ebooks.load(file);
    const alignmentInput: AlignmentInput = {
      ebookPath: deps.disk.absolute(file.path),
      audiobook: createAudiobookInput(deps, book, contents),
    };
    const { progress: preserved } = await readListening(deps, book.id);
    await deps.alignmentFiles.getOrCreate(name, ["align", packPath], {
      signal: AbortSignal.any([signal, run.stop.signal]),
      input: JSON.stringify(alignmentInput),
      onProgress: (progress) => void (run.progress = progress),
    });
    // the new match must not change how much counts as played
    deps.stores.transaction(
      () => timingsCacheKey(deps, book) === name && preserveListenedFractions(deps, book.id, preserved),
    );
    await deleteRunMarkers(deps, name);
  } catch (error) {
    // otherwise the next run would find the timings and skip the transaction, for example after the disk was full
    if (isSqliteError(error, "SQLITE_")) await deleteTimings(deps, name);
    if (error instanceof KilledChildError) {
      // the machine may have been busy
      await deps.alignmentFiles.delete(name);
      throw error;
    }
    await deleteRunMarkers(deps, name);
    const isRejected = error instanceof AppError && error.code === "invalid";
    // a missing file may return with its disk
    if (isRejected && existsSync(deps.disk.absolute(file.path))) await saveRejection(deps, name, error);
    throw error;
  } finally {
    deps.alignments.runs.delete(name);
  }
}

const saveRejection = (deps: Deps, name: string, error: AppError): Promise<void> =>
  deps.alignmentFiles.save(name, JSON.stringify(createEmptyTimings(error.message)));

export async function requestRealignment(deps: Deps, book: Book): Promise<void> {
  const name = timingsCacheKey(deps, book);
  if (!name) return;
  deps.alignments.runs.get(name)?.stop.abort();
  await deleteTimings(deps, name);
}

/** A file that is only in the bucket can't be read, but its length may equal that of the eBook's own audio. */
function createAudiobookInput(deps: Deps, book: Book, contents: TextContents): AlignmentInput["audiobook"] {
  const file = findBookFile(deps, book, "audiobook");
  const bothFiles = findBothFiles(deps, book);
  if (!file || !bothFiles) return null;
  const path = deps.disk.absolute(file.path);
  const pairs = findCorrection(deps, bothFiles);
  const guess = pairs && spansOfPairs(pairs, bothFiles.audiobook, contents);
  return { ...bothFiles.audiobook, path: existsSync(path) ? path : null, guess };
}

const ADMIN = { isAdmin: true };

/** Aligns each pending book, the newest month first (BEYOND 11). */
export async function alignPendingBooks(deps: Deps, signal: AbortSignal): Promise<void> {
  for (const { id } of listBooks(deps, ADMIN)) {
    if (signal.aborted) return;
    const book = findBook(deps, ADMIN, id);
    const name = book && timingsCacheKey(deps, book);
    if (!name || deps.alignmentFiles.find(name) !== null) continue;
    try {
      await alignBook(deps, book, name, signal);
    } catch (error) {
      // the job continues with the other books
      deps.log.warn("aligning failed", { book: id, error: describeError(error) });
    }
  }
}
