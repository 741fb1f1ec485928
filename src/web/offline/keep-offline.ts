import type { Book } from "#contract/books.ts";
import { audioSource } from "#web/api/books.ts";

import { fetchPiece, patiently } from "./fetch-piece.ts";
import { isOurs } from "./held-book.ts";
import { asKeepError, KeepError } from "./keep-error.ts";
import {
  DATA_CACHE,
  heldBytes,
  heldPieces,
  type KeptBook,
  pieceAddress,
  pieceCount,
  pieceRange,
  readBegun,
  removeKept,
  SOUND_CACHE,
  wasReplaced,
  writeBegun,
  writeKept,
} from "./kept-book.ts";
import { SHELL_CACHE } from "./shell-store.ts";

/** Milliseconds. */
const WORKER_PATIENCE = 10_000;

/** Where the pages come from without the network; stored along with the book. */
const PAGE_CALLS = ["/api/auth/user", "/api/club", "/api/books/current"];

type Watch = {
  /** Is told how many bytes are stored. */
  onBytes: (bytes: number) => void;
  signal: AbortSignal;
};

/**
 * Stores the book piece by piece; pieces that are there from an earlier try are not fetched again.
 * @throws KeepError when the network, the club, the session or the storage fails, or `signal` gives up. What was stored
 *   waits for the next try, under a note by which it is shown and freed, or it is freed at once when it is of no more use
 */
export async function keepOffline(book: Book, file: KeptBook, watch: Watch): Promise<void> {
  await readyWorker();
  // some browsers ask the member, who may answer late: nothing waits for it
  navigator.storage?.persist?.().catch(() => undefined);
  // before anything is freed for it
  await patiently(() => requireCurrent(file, watch.signal), watch.signal);
  try {
    if (!isOurs(await readBegun(caches), file)) await removeKept(caches);
    const there = await heldPieces(caches, file);
    await requireRoom(file.size - sizeOf(there, file));
    await writeBegun(caches, file);
    await tellWorker();
    await storePieces(audioSource(book), { file, there, ...watch });
    await keepPages(book);
    await requireBegun(file);
    await writeKept(caches, file);
    await tellWorker();
  } catch (error) {
    throw await settle(asKeepError(error), file);
  }
}

/** Frees the storage again. */
export async function stopKeeping(): Promise<void> {
  await removeKept(caches);
  await tellWorker();
}

/** A page that was open for long may show a file that the club no longer has. */
async function requireCurrent({ bookId, version }: KeptBook, signal: AbortSignal): Promise<void> {
  const answer = await fetch("/api/books/current", { signal }).catch((cause: unknown) => {
    throw new KeepError(signal.aborted ? "given-up" : "network", { cause });
  });
  if (!answer.ok) throw new KeepError(answer.status === 401 ? "session" : "server");
  const book: Pick<Book, "id" | "audiobookUploadedAt"> | null = await answer.json();
  if (book?.id !== bookId || book.audiobookUploadedAt !== version) throw new KeepError("replaced");
}

type Work = Watch & { file: KeptBook; there: Set<number> };

async function storePieces(url: string, { file, there, onBytes, signal }: Work): Promise<void> {
  onBytes(sizeOf(there, file));
  for (let piece = 0; piece < pieceCount(file.size); piece++) {
    if (there.has(piece)) continue;
    const body = await fetchPiece(url, { ...pieceRange(piece, file.size), size: file.size, signal });
    await requireBegun(file);
    const headers = { "Content-Type": file.type, "Content-Length": String(body.size) };
    await (await caches.open(SOUND_CACHE)).put(pieceAddress(file, piece), new Response(body, { headers }));
    there.add(piece);
    onBytes(sizeOf(there, file));
  }
}

/** Sees to it that nothing useless stays behind, and tells the true reason. */
async function settle(error: KeepError, file: KeptBook): Promise<KeepError> {
  const isFreed = !isOurs(await readBegun(caches), file);
  if (!isFreed && error.fault !== "replaced" && (await heldBytes(caches)) > 0) return error;
  const isReplaced = isFreed && (await wasReplaced(caches, file));
  await stopKeeping();
  return isReplaced ? new KeepError("replaced", { cause: error }) : error;
}

/** Signing out, the turn of the month and another tab free what is stored; what comes after that would only stray. */
async function requireBegun(file: KeptBook): Promise<void> {
  if (!isOurs(await readBegun(caches), file)) throw new KeepError("freed");
}

/** Not every browser tells how much room there is; a full device then shows on the way. */
async function requireRoom(bytes: number): Promise<void> {
  const { quota, usage = 0 } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
  if (quota !== undefined && quota - usage < bytes) throw new KeepError("room");
}

function sizeOf(pieces: Set<number>, { size }: KeptBook): number {
  let bytes = 0;
  for (const piece of pieces) {
    const { first, last } = pieceRange(piece, size);
    bytes += last - first + 1;
  }
  return bytes;
}

/** The calls, the cover and the parts of the app that the audiobook's page is made of. */
async function keepPages({ coverImage, id }: Book): Promise<void> {
  const ofBook = ["/api/audiobook-progress", "/api/audiobook-progress/history", "/api/bookmarks"];
  const calls = [...PAGE_CALLS, ...ofBook.map((path) => `${path}?bookId=${id}`)];
  await storeAll(DATA_CACHE, coverImage ? [...calls, coverImage] : calls);
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const parts = loaded.filter((name) => name.startsWith(`${location.origin}/assets/`));
  await storeAll(SHELL_CACHE, [...new Set(parts)]);
}

async function storeAll(cacheName: string, addresses: string[]): Promise<void> {
  try {
    await (await caches.open(cacheName)).addAll(addresses);
  } catch (cause) {
    // what a failed answer and a lost network throw is the same
    throw asKeepError(cause).fault === "room"
      ? cause
      : new KeepError(navigator.onLine ? "server" : "network", { cause });
  }
}

async function tellWorker(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target origin
  registration?.active?.postMessage("kept");
}

/** A browser may refuse the worker, and then never says so. */
function readyWorker(): Promise<ServiceWorkerRegistration> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("This browser does not allow a service worker")), WORKER_PATIENCE);
  return Promise.race([navigator.serviceWorker.ready, promise]).finally(() => clearTimeout(timer));
}
