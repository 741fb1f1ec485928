import { getDefaultStore } from "jotai";

import type { Book } from "#contract/books.ts";
import { callUrl } from "#contract/call-url.ts";
import { RESPONSE_TIMEOUT_MS } from "#web/api/request.ts";
import { withTimeout } from "#web/lib/browser/retry.ts";
import { audioSource } from "#web/lib/format/book-urls.ts";
import { readWithTimeout } from "#web/offline/storage-timeouts.ts";
import { storeResponse } from "#web/offline/store-response.ts";
import { isServerResponse } from "#web/offline/worker/server-response.ts";
import { addMissingFile, SHELL_CACHE } from "#web/offline/worker/shell.ts";
import { readingSettingsAtom } from "#web/state/reading-settings.ts";

import { copySize, isSameCopy } from "./copy-status.ts";
import {
  chunkRange,
  chunkUrl,
  COPY_CACHE,
  countChunks,
  deleteCopy,
  fileVersion,
  listCopyUrls,
  listStoredChunks,
  type OfflineCopy,
  readPartialCopy,
  requireOk,
  storedBytes,
  storeFile,
  storeInCopy,
  wasReplaced,
  writeCopy,
  writePartialCopy,
} from "./copy.ts";
import { DownloadError, toDownloadError } from "./download-error.ts";
import { CHUNK_TIMEOUT_MS, fetchChunk, withRetries } from "./fetch-chunk.ts";
import { storeReaderFont } from "./reader-font.ts";

const WORKER_TIMEOUT_MS = 10_000;
const PARALLEL_FILES = 8;
const NO_RESPONSE = "The club doesn't answer";

type DownloadCallbacks = {
  onBytes: (bytes: number) => void;
  signal: AbortSignal;
};

/** @throws DownloadError; the stored part can be resumed, or is deleted */
export async function downloadCopy(book: Book, copy: OfflineCopy, callbacks: DownloadCallbacks): Promise<void> {
  await workerReady();
  // Some browsers ask for permission, which may take long.
  navigator.storage?.persist?.().catch(() => undefined);
  await withRetries(() => requireCurrentVersion(copy, callbacks.signal), callbacks.signal);
  try {
    if (!isSameCopy(await readPartialCopy(), copy)) await deleteCopy();
    const storedChunks = await listStoredChunks(copy);
    await requireQuota(copySize(book) - storedBytes(storedChunks, copy));
    await writePartialCopy(copy);
    await notifyWorker();
    await storeChunks(audioSource(book), { copy, storedChunks, ...callbacks });
    await storePages(book, callbacks);
    await requireOwnCopy(copy);
    await writeCopy(copy);
    await notifyWorker();
  } catch (error) {
    const file = { url: audioSource(book), copy, signal: callbacks.signal };
    throw await cleanUpDownload(await refineError(toDownloadError(error), file), copy);
  }
}

/** A bucket without a CORS rule fails like a lost network, but the server still redirects to it. */
async function refineError(
  endError: DownloadError,
  { url, copy, signal }: { url: string; copy: OfflineCopy; signal: AbortSignal },
): Promise<DownloadError> {
  if (endError.code !== "network" || !navigator.onLine) return endError;
  const response = await fetch(url, { headers: { Range: "bytes=0-0" }, redirect: "manual" }).catch(() => null);
  if (response?.type !== "opaqueredirect") return endError;
  // A login proxy redirects every call.
  return requireCurrentVersion(copy, signal).then(
    () => new DownloadError("file", { cause: endError }),
    () => endError,
  );
}

export async function discardCopy(): Promise<void> {
  await deleteCopy();
  await notifyWorker();
}

async function requireCurrentVersion({ bookId, version }: OfflineCopy, signal: AbortSignal): Promise<void> {
  const call = withTimeout(RESPONSE_TIMEOUT_MS, fetch(callUrl("GET /api/books/current"), { signal }), NO_RESPONSE);
  const response = await call.catch((cause: unknown) => {
    throw new DownloadError(signal.aborted ? "canceled" : "network", { cause });
  });
  if (!isServerResponse(response)) throw new DownloadError("network");
  if (!response.ok) throw new DownloadError(response.status === 401 ? "session" : "server");
  const book: Pick<Book, "id" | "audiobookUploadedAt" | "ebookUploadedAt"> | null = await response.json();
  if (book?.id !== bookId || fileVersion(book) !== version) throw new DownloadError("replaced");
}

type ChunkDownload = DownloadCallbacks & { copy: OfflineCopy; storedChunks: Set<number> };

async function storeChunks(url: string, { copy, storedChunks, onBytes, signal }: ChunkDownload): Promise<void> {
  onBytes(storedBytes(storedChunks, copy));
  for (let chunk = 0; chunk < countChunks(copy.size); chunk++) {
    if (storedChunks.has(chunk)) continue;
    const body = await fetchChunk(url, { ...chunkRange(chunk, copy.size), size: copy.size, signal });
    await requireOwnCopy(copy);
    const headers = { "Content-Type": copy.type, "Content-Length": String(body.size) };
    await storeInCopy(chunkUrl(copy, chunk), new Response(body, { headers }));
    storedChunks.add(chunk);
    onBytes(storedBytes(storedChunks, copy));
  }
}

async function cleanUpDownload(error: DownloadError, copy: OfflineCopy): Promise<DownloadError> {
  const isOwned = isSameCopy(await readPartialCopy(), copy);
  if (isOwned && error.code !== "replaced" && (await listStoredChunks(copy)).size > 0) return error;
  const isReplaced = !isOwned && (await wasReplaced(copy));
  await discardCopy();
  return isReplaced ? new DownloadError("replaced", { cause: error }) : error;
}

/** Nothing may be stored after a sign-out, in a new month, or after another tab deleted the copy. */
async function requireOwnCopy(copy: OfflineCopy): Promise<void> {
  if (!isSameCopy(await readPartialCopy(), copy)) throw new DownloadError("deleted");
}

const estimateStorage = async () => navigator.storage?.estimate?.();

async function requireQuota(bytes: number): Promise<void> {
  const { quota, usage = 0 } = (await readWithTimeout(estimateStorage()).catch(() => undefined)) ?? {};
  if (quota !== undefined && quota - usage < bytes) throw new DownloadError("quota");
}

const BOOK_CALLS = [
  "GET /api/audiobook-progress",
  "GET /api/audiobook-progress/history",
  "GET /api/bookmarks",
  "GET /api/reading-progress",
] as const;

const listChangingUrls = (bookId: number): string[] => [
  ...BOOK_CALLS.map((key) => callUrl(key, { query: { bookId } })),
  callUrl("GET /api/books/:id/place", { params: { id: bookId } }),
];

async function storePages(book: Book, { onBytes, signal }: DownloadCallbacks): Promise<void> {
  const loadedUrls = performance.getEntriesByType("resource").map(({ name }) => name);
  const assetUrls = loadedUrls.filter((name) => name.startsWith(`${location.origin}/assets/`));
  try {
    for (const url of listChangingUrls(book.id)) {
      const response = await fetchOk(url);
      // The worker stores it, too, but a page has none after a forced reload.
      if (!navigator.serviceWorker.controller) await storeResponse(url, response);
    }
    const urls = await withTimeout(CHUNK_TIMEOUT_MS, listCopyUrls(book), NO_RESPONSE);
    for (let at = 0; at < urls.length; at += PARALLEL_FILES) {
      signal.throwIfAborted();
      const cache = await readWithTimeout(caches.open(COPY_CACHE));
      const store = (url: string) => withTimeout(CHUNK_TIMEOUT_MS, storeFile(cache, url, signal), NO_RESPONSE);
      await Promise.all(urls.slice(at, at + PARALLEL_FILES).map(store));
      const fraction = Math.min(1, (at + PARALLEL_FILES) / urls.length);
      onBytes((book.audiobookSize ?? 0) + Math.round((book.ebookSize ?? 0) * fraction));
    }
    const shell = await readWithTimeout(caches.open(SHELL_CACHE));
    const files = [...new Set(assetUrls)].map((part) => addMissingFile(shell, part));
    const font = storeReaderFont(getDefaultStore().get(readingSettingsAtom).font);
    await withTimeout(CHUNK_TIMEOUT_MS, Promise.all([font, ...files]), NO_RESPONSE);
    signal.throwIfAborted();
  } catch (cause) {
    if (signal.aborted) throw new DownloadError("canceled", { cause });
    // The browser throws the same error for a failed response and a lost network.
    throw toDownloadError(cause).code === "quota"
      ? cause
      : new DownloadError(navigator.onLine ? "server" : "network", { cause });
  }
}

const fetchOk = async (url: string): Promise<Response> =>
  requireOk(url, await withTimeout(RESPONSE_TIMEOUT_MS, fetch(url), NO_RESPONSE));

async function notifyWorker(): Promise<void> {
  const lookup = withTimeout(WORKER_TIMEOUT_MS, navigator.serviceWorker.getRegistration(), "The worker timed out");
  const registration = await lookup.catch(() => undefined);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target origin
  registration?.active?.postMessage("copy changed");
}

function workerReady(): Promise<ServiceWorkerRegistration> {
  return withTimeout(WORKER_TIMEOUT_MS, navigator.serviceWorker.ready, "This browser doesn't allow a service worker");
}
