/** The audiobook that is kept on this device, in pieces, in the browser's cache storage. */
export type KeptBook = {
  bookId: number;
  /** Which file it is: `audiobookUploadedAt` of the book. */
  version: string;
  /** Bytes. */
  size: number;
  type: string;
};

/** The sound, in pieces, and the note on what it is. */
export const SOUND_CACHE = "kept-sound";
/** What the pages need to open without the network: the member, the book, its cover. */
export const DATA_CACHE = "kept-data";
/** The service worker answers below this address from the stored pieces. */
export const KEPT_PATH = "/kept/audiobook/";
/** A seek reads one piece, not the whole book. Bytes. */
export const PIECE_BYTES = 4 * 1024 * 1024;

const NOTE = "/kept/note";

/** First and last byte of a piece. */
export function pieceRange(piece: number, size: number): { first: number; last: number } {
  const first = piece * PIECE_BYTES;
  return { first, last: Math.min(first + PIECE_BYTES, size) - 1 };
}

export const pieceCount = (size: number) => Math.ceil(size / PIECE_BYTES);
export const pieceAddress = (bookId: number, version: string, piece: number) =>
  `${KEPT_PATH}${bookId}/${piece}?v=${encodeURIComponent(version)}`;
export const keptAddress = (bookId: number) => `${KEPT_PATH}${bookId}`;

/** The book that is kept whole, or null. */
export async function readKept(storage: CacheStorage): Promise<KeptBook | null> {
  if (!(await storage.has(SOUND_CACHE))) return null;
  const note = await (await storage.open(SOUND_CACHE)).match(NOTE);
  return note ? note.json() : null;
}

/** Declares a book kept: call it when the last piece is stored. */
export async function writeKept(storage: CacheStorage, kept: KeptBook): Promise<void> {
  await (await storage.open(SOUND_CACHE)).put(NOTE, Response.json(kept));
}

/** Frees the storage of the kept book and of what came with it. */
export async function removeKept(storage: CacheStorage): Promise<void> {
  await Promise.all([storage.delete(SOUND_CACHE), storage.delete(DATA_CACHE)]);
}

/** Answers a player as the club's server would: whole, or the range that it asks for. */
export async function keptResponse(storage: CacheStorage, range: string | null): Promise<Response> {
  const kept = await readKept(storage);
  if (!kept) return new Response(null, { status: 404 });
  const { size, type } = kept;
  const wanted = readRange(range, size);
  const headers = { "Content-Type": type, "Accept-Ranges": "bytes", "Cache-Control": "no-store" };
  if (wanted === "outside")
    return new Response(null, { status: 416, headers: { ...headers, "Content-Range": `bytes */${size}` } });
  const { first, last } = wanted ?? { first: 0, last: size - 1 };
  const body = pieces(await storage.open(SOUND_CACHE), kept, first, last);
  const length = { ...headers, "Content-Length": String(last - first + 1) };
  if (!wanted) return new Response(body, { headers: length });
  return new Response(body, { status: 206, headers: { ...length, "Content-Range": `bytes ${first}-${last}/${size}` } });
}

/** The one range of a Range header; null for none, or for a form that players do not send. */
export function readRange(header: string | null, size: number): { first: number; last: number } | "outside" | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? "");
  const [from = "", to = ""] = match?.slice(1) ?? [];
  if (!match || (from === "" && to === "")) return null;
  const first = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  return first > last ? "outside" : { first, last };
}

/** The bytes from `first` to `last`, one stored piece after the other as the player takes them. */
function pieces(cache: Cache, { bookId, version }: KeptBook, first: number, last: number) {
  let next = first;
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const piece = Math.floor(next / PIECE_BYTES);
      const stored = await cache.match(pieceAddress(bookId, version, piece));
      if (!stored) return controller.error(new Error(`Piece ${piece} of the kept audiobook is gone`));
      const start = piece * PIECE_BYTES;
      const bytes = await (await stored.blob()).slice(next - start, last - start + 1).bytes();
      controller.enqueue(bytes);
      next += bytes.length;
      if (next > last || bytes.length === 0) controller.close();
    },
  });
}
