import { afterEach, beforeEach, expect, test } from "bun:test";

import type { Book } from "#contract/books.ts";
import { cacheStorage } from "#tests/support/cache-storage.ts";
import { book as aBook } from "#tests/support/web.tsx";

import { COPY_CACHE } from "./copy.ts";
import { createDownloader } from "./downloader.ts";

const book: Book = { ...aBook, ebookUploadedAt: "2026-03-10T12:00:00.000Z" };
let onContents = async () => {};

beforeEach(() => {
  onContents = async () => {};
  const registration = { active: { postMessage: () => undefined } };
  const worker = { ready: Promise.resolve(registration), getRegistration: async () => registration, controller: {} };
  Object.defineProperty(navigator, "serviceWorker", { configurable: true, value: worker });
  Object.defineProperty(globalThis, "caches", { configurable: true, value: cacheStorage() });
  globalThis.fetch = (async (url: string) => {
    if (!url.endsWith("/contents")) return Response.json(url === "/api/books/current" ? book : { url });
    await onContents();
    return Response.json({ sections: [{ href: "OEBPS/one.xhtml" }], files: [] });
  }) as typeof fetch;
});
afterEach(() => {
  Reflect.deleteProperty(navigator, "serviceWorker");
  Reflect.deleteProperty(globalThis, "caches");
});

test("a book without an audiobook is saved, and can be canceled", async () => {
  const downloader = createDownloader(book, 1, () => undefined);
  await downloader.start();
  expect(downloader.state()).toEqual({ phase: "complete" });
  const text = `/api/books/${book.id}/text/OEBPS/one.xhtml`;
  expect(await (await caches.open(COPY_CACHE)).match(text)).toBeDefined();
  await downloader.remove();
  expect(downloader.state()).toEqual({ phase: "none", wasReplaced: false });

  onContents = () => downloader.cancel();
  await downloader.start();
  expect(downloader.state()).toEqual({ phase: "none", wasReplaced: false });
  expect(await caches.has(COPY_CACHE)).toBe(false);
  downloader.end();
});
