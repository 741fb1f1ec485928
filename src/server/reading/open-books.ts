import { statSync } from "node:fs";

import { type EpubFile, openEpub } from "#server/epub/open-epub.ts";

/** A chapter comes with pictures and styles, so one directory read serves all. */
const OPEN_MAX = 3;
const IDLE_MS = 30_000;

type OpenBook = { file: Promise<EpubFile>; users: number; usedAt: number };

const open = new Map<string, OpenBook>();
let timer: ReturnType<typeof setTimeout> | null = null;

/** Runs `work` on an EPUB (absolute path), reusing open ones. */
export async function withEpub<Result>(path: string, work: (epub: EpubFile) => Promise<Result>): Promise<Result> {
  const { mtimeMs, size, ino } = statSync(path);
  const key = `${path}\0${ino}\0${size}\0${mtimeMs}`;
  const book = open.get(key) ?? { file: openEpub(path), users: 0, usedAt: 0 };
  open.set(key, book);
  book.users += 1;
  try {
    return await work(await book.file);
  } catch (error) {
    open.delete(key);
    throw error;
  } finally {
    book.users -= 1;
    book.usedAt = performance.now();
    if (!open.has(key)) void close(book);
    closeIdle();
  }
}

function closeBooks(): void {
  for (const [key, book] of open) {
    if (book.users > 0) continue;
    open.delete(key);
    void close(book);
  }
}

function closeIdle(): void {
  const idle = [...open].filter(([, book]) => book.users === 0).toSorted(([, a], [, b]) => b.usedAt - a.usedAt);
  for (const [key, book] of idle.slice(OPEN_MAX)) {
    open.delete(key);
    void close(book);
  }
  if (timer) clearTimeout(timer);
  timer = setTimeout(closeBooks, IDLE_MS);
  timer.unref();
}

async function close({ file, users }: OpenBook): Promise<void> {
  if (users > 0) return;
  const opened = await file.catch(() => null);
  opened?.close();
}
