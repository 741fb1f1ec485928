import { afterEach, beforeEach } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { closeDatabase } from "#db/open.ts";
import { OPERATOR } from "#server/access/caller.ts";
import { readListening } from "#server/alignment/preserved-progress.ts";
import { attachFile } from "#server/books/book-files.ts";
import { createBook } from "#server/books/books.ts";
import { readConfig } from "#server/config.ts";
import { createDeps, type Deps } from "#server/deps.ts";
import { createBackupFile } from "#server/operations/backups/create-backup.ts";
import { verifyStorage } from "#server/operations/doctor/verify.ts";
import { openStorage } from "#server/storage/folder.ts";

import { m4b } from "./m4b.ts";

/** A temporary folder for each test of the file, for clubs to back up and restore. */
export function clubFolders() {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "bookclub-folders-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  /** A path below the test's folder, or that folder. */
  return { at: (...path: string[]) => join(folder, ...path) };
}

/** Runs `work` on the club in that storage, created if missing. */
export async function onClub<Result>(
  storageDir: string,
  work: (deps: Deps) => Promise<Result> | Result,
): Promise<Result> {
  const db = openStorage(storageDir);
  try {
    const deps = createDeps(readConfig({ STORAGE_DIR: storageDir, LOG_LEVEL: "error" }), db);
    await deps.disk.prepare();
    return await work(deps);
  } finally {
    closeDatabase(db);
  }
}

/** Adds a book with an audiobook. @returns the stored file */
export async function addAudiobook(deps: Deps, title: string, audio: Uint8Array = m4b({ title, seconds: 1 })) {
  const { id } = await createBook(deps, OPERATOR, { title, author: "Jane Austen", month: "2026-03" });
  const received = await deps.disk.receive([audio], { maxBytes: 1e9 });
  await attachFile(deps, {
    bookId: id,
    kind: "audiobook",
    filename: `${title}.m4b`,
    received,
    readListening,
  });
  const file = deps.stores.books.findFile(id, "audiobook");
  if (!file) throw new Error(`${title} has no audiobook`);
  return file;
}

/** Adds a book with an audiobook. @returns the file's path below the storage */
export const addBook = async (deps: Deps, title: string): Promise<string> => (await addAudiobook(deps, title)).path;

/** Creates a club with the book "Emma" in the folder `a`, and its backup `club.tar`. @returns the book's file */
export const backedUp = (at: (...path: string[]) => string): Promise<string> =>
  onClub(at("a"), async (deps) => {
    const path = await addBook(deps, "Emma");
    await createBackupFile(deps, at("club.tar"));
    return path;
  });

export const titlesOf = (storageDir: string) =>
  onClub(storageDir, (deps) =>
    deps.stores.books
      .list()
      .map(({ title }) => title)
      .toSorted(),
  );

/** The output of `bookclub verify`. */
export const issuesOf = (storageDir: string) => onClub(storageDir, async (deps) => (await verifyStorage(deps)).issues);
