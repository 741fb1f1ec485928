import type { Book } from "#contract/books.ts";
import { audioSource } from "#web/api/books.ts";
import {
  DATA_CACHE,
  keptAddress,
  pieceAddress,
  pieceCount,
  pieceRange,
  readKept,
  removeKept,
  SOUND_CACHE,
  writeKept,
} from "#web/lib/kept-book.ts";

const DEFAULT_TYPE = "audio/mp4";
/** Milliseconds. */
const WORKER_PATIENCE = 10_000;

/** Where the pages come from without the network; stored along with the book. */
const PAGE_CALLS = ["/api/auth/user", "/api/club", "/api/books/current"];

/** False in browsers, and on addresses, that have no service worker: 'Keep offline' is not offered there. */
export const canKeepOffline = () => "serviceWorker" in navigator && "caches" in globalThis;

/** True when this very file of the book is kept whole. */
export async function isKept(book: Book): Promise<boolean> {
  if (!canKeepOffline()) return false;
  const kept = await readKept(caches);
  return kept?.bookId === book.id && kept.version === book.audiobookUploadedAt;
}

/** Where the player reads the sound: the kept copy, or the club's server. */
export async function soundUrl(book: Book): Promise<string> {
  const isOurs = canKeepOffline() && navigator.serviceWorker.controller !== null && (await isKept(book));
  return isOurs ? keptAddress(book.id) : audioSource(book);
}

/**
 * Stores the book piece by piece; pieces that are there from an earlier try are not fetched again.
 * @param onProgress 0 to 1
 * @throws when the network or the storage fails, or `signal` gives up; what was stored stays for the next try
 */
export async function keepOffline(book: Book, onProgress: (part: number) => void, signal: AbortSignal): Promise<void> {
  const { id: bookId, audiobookSize: size, audiobookUploadedAt: version } = book;
  if (size === null || version === null) throw new Error("The book has no audiobook");
  await readyWorker();
  await navigator.storage?.persist?.();
  const cache = await caches.open(SOUND_CACHE);
  await forgetOthers(cache, bookId, version);
  let type = DEFAULT_TYPE;
  for (let piece = 0; piece < pieceCount(size); piece++) {
    const key = pieceAddress(bookId, version, piece);
    type = await storePiece(cache, { key, url: audioSource(book), piece, size, signal });
    onProgress((piece + 1) / pieceCount(size));
  }
  await keepPages(book);
  await writeKept(caches, { bookId, version, size, type });
  await tellWorker();
}

/** Frees the storage again. */
export async function stopKeeping(): Promise<void> {
  await removeKept(caches);
  await tellWorker();
}

type Piece = { key: string; url: string; piece: number; size: number; signal: AbortSignal };

async function storePiece(cache: Cache, { key, url, piece, size, signal }: Piece): Promise<string> {
  const stored = await cache.match(key);
  if (stored) return stored.headers.get("content-type") ?? DEFAULT_TYPE;
  const { first, last } = pieceRange(piece, size);
  const answer = await fetch(url, { headers: { Range: `bytes=${first}-${last}` }, signal });
  const body = await answer.blob();
  if (answer.status !== 206 || body.size !== last - first + 1) throw new Error("The audiobook has changed");
  const type = answer.headers.get("content-type") ?? DEFAULT_TYPE;
  await cache.put(key, new Response(body, { headers: { "Content-Type": type } }));
  return type;
}

/** Pieces of another book, or of an older file, only take room. */
async function forgetOthers(cache: Cache, bookId: number, version: string): Promise<void> {
  const ours = new RegExp(`^${keptAddress(bookId)}/\\d+$`);
  for (const key of await cache.keys()) {
    const { pathname, searchParams } = new URL(key.url);
    if (!ours.test(pathname) || searchParams.get("v") !== version) await cache.delete(key);
  }
}

/** The calls, the cover and the parts of the app that the audiobook's page is made of. */
async function keepPages({ coverImage, id }: Book): Promise<void> {
  const data = await caches.open(DATA_CACHE);
  const calls = [...PAGE_CALLS, `/api/bookmarks?bookId=${id}`, `/api/audiobook-progress/history?bookId=${id}`];
  await data.addAll(coverImage ? [...calls, coverImage] : calls);
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const parts = loaded.filter((name) => name.startsWith(`${location.origin}/assets/`));
  await (await caches.open("shell")).addAll([...new Set(parts)]);
}

async function tellWorker(): Promise<void> {
  const { active } = await readyWorker();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target origin
  active?.postMessage("kept");
}

/** A browser may refuse the worker, and then never says so. */
function readyWorker(): Promise<ServiceWorkerRegistration> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("This browser does not allow a service worker")), WORKER_PATIENCE);
  return Promise.race([navigator.serviceWorker.ready, promise]).finally(() => clearTimeout(timer));
}
