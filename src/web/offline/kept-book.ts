/** The audiobook that a member keeps on this device, in pieces, in the browser's cache storage. */
export type KeptBook = {
  /** Whose it is: the next member on this device must not find it. */
  userId: number;
  bookId: number;
  /** Which file it is: `audiobookUploadedAt` of the book. */
  version: string;
  /** Bytes of the whole file. */
  size: number;
  type: string;
};

/** What tells one kept file from another. */
export type KeptFile = Pick<KeptBook, "bookId" | "version">;

/** The sound, in pieces, and the note on what it is. */
export const SOUND_CACHE = "kept-sound";
/** What the pages need to open without the network: the member, the book, its cover. */
export const DATA_CACHE = "kept-data";
/** The service worker answers below this address from the stored pieces. */
export const KEPT_PATH = "/kept/audiobook/";
/** Held by the tab that keeps a book: no second one does, and nobody frees what it has just begun. */
export const KEEP_LOCK = "keep-offline";
/** Where pages and worker tell each other of a keeping. */
export const KEEP_CHANNEL = "keep-offline";
/** A seek reads one piece, not the whole book. Bytes. */
export const PIECE_BYTES = 4 * 1024 * 1024;

/** Says that the pieces are all there. */
const NOTE = "/kept/note";
/** Says whose the pieces are before they are all there: without it nobody would know to free them. */
const BEGUN = "/kept/begun";
/** Says that the copy was freed because the book has a newer file. */
const REPLACED = "/kept/replaced";

/** First and last byte of a piece. */
export function pieceRange(piece: number, size: number): { first: number; last: number } {
  const first = piece * PIECE_BYTES;
  return { first, last: Math.min(first + PIECE_BYTES, size) - 1 };
}

export const pieceCount = (size: number) => Math.ceil(size / PIECE_BYTES);
export const pieceAddress = ({ bookId, version }: KeptFile, piece: number) =>
  `${KEPT_PATH}${bookId}/${piece}?v=${encodeURIComponent(version)}`;
export const keptAddress = ({ bookId, version }: KeptFile) => `${KEPT_PATH}${bookId}?v=${encodeURIComponent(version)}`;

export const isSameFile = (one: KeptFile | null, other: KeptFile): boolean =>
  one?.bookId === other.bookId && one.version === other.version;

/** The book that is kept whole, or null. */
export const readKept = (storage: CacheStorage) => readNote<KeptBook>(storage, SOUND_CACHE, NOTE);

/** The book whose keeping has begun and not ended, or null. */
export const readBegun = (storage: CacheStorage) => readNote<KeptBook>(storage, SOUND_CACHE, BEGUN);

/** Declares a book to be on its way: call it before the first piece is stored. */
export async function writeBegun(storage: CacheStorage, begun: KeptBook): Promise<void> {
  await (await storage.open(SOUND_CACHE)).put(BEGUN, Response.json(begun));
}

/** Declares a book kept: call it when the last piece is stored. */
export async function writeKept(storage: CacheStorage, kept: KeptBook): Promise<void> {
  const cache = await storage.open(SOUND_CACHE);
  await cache.put(NOTE, Response.json(kept));
  await cache.delete(BEGUN);
}

/** A piece was found missing: what is left is a keeping that can go on. */
export async function takeBackKept(storage: CacheStorage, kept: KeptBook): Promise<void> {
  await writeBegun(storage, kept);
  await (await storage.open(SOUND_CACHE)).delete(NOTE);
}

/** Bytes that the stored pieces take, whichever book they are of. */
export async function heldBytes(storage: CacheStorage): Promise<number> {
  if (!(await storage.has(SOUND_CACHE))) return 0;
  const cache = await storage.open(SOUND_CACHE);
  let bytes = 0;
  for (const { url } of await cache.keys()) {
    if (!new URL(url).pathname.startsWith(KEPT_PATH)) continue;
    const piece = await cache.match(url);
    bytes += piece ? Number(piece.headers.get("content-length") ?? (await piece.blob()).size) : 0;
  }
  return bytes;
}

/** The pieces of a file that are stored already. */
export async function heldPieces(storage: CacheStorage, file: KeptBook): Promise<Set<number>> {
  const pieces = new Set<number>();
  if (!(await storage.has(SOUND_CACHE))) return pieces;
  const cache = await storage.open(SOUND_CACHE);
  const stored = new Set((await cache.keys()).map(({ url }) => url));
  for (let piece = 0; piece < pieceCount(file.size); piece++)
    if (stored.has(new URL(pieceAddress(file, piece), location.href).href)) pieces.add(piece);
  return pieces;
}

/** Frees the storage of the kept book and of what came with it. */
export async function removeKept(storage: CacheStorage): Promise<void> {
  await Promise.all([storage.delete(SOUND_CACHE), storage.delete(DATA_CACHE)]);
}

/** Frees a copy of an older file, and leaves word of it for the player's page. */
export async function removeReplaced(storage: CacheStorage, { userId, bookId }: KeptBook): Promise<void> {
  await removeKept(storage);
  await (await storage.open(DATA_CACHE)).put(REPLACED, Response.json({ userId, bookId }));
}

/** True when this member's copy of the book was freed because the book has a newer file. */
export async function wasReplaced(storage: CacheStorage, { userId, bookId }: Pick<KeptBook, "userId" | "bookId">) {
  const note = await readNote<Pick<KeptBook, "userId" | "bookId">>(storage, DATA_CACHE, REPLACED);
  return note?.userId === userId && note.bookId === bookId;
}

async function readNote<T>(storage: CacheStorage, cacheName: string, address: string): Promise<T | null> {
  // opening a cache would make it
  if (!(await storage.has(cacheName))) return null;
  const note = await (await storage.open(cacheName)).match(address);
  return note ? note.json() : null;
}
