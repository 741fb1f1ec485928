import { expect, test } from "bun:test";

import {
  keptResponse,
  PIECE_BYTES,
  pieceAddress,
  pieceCount,
  pieceRange,
  readKept,
  readRange,
  removeKept,
  SOUND_CACHE,
  writeKept,
} from "./kept-book.ts";

const SIZE = 2 * PIECE_BYTES + 1000;
const kept = { bookId: 7, version: "2026-03-10T12:00:00.000Z", size: SIZE, type: "audio/mp4" };
/** Each byte tells where it is. */
const sound = Uint8Array.from({ length: SIZE }, (_, at) => (at ^ (at >> 8) ^ (at >> 16)) & 0xff);

/** The browser's cache storage, as far as it is asked here. */
function cacheStorage(): CacheStorage {
  const caches = new Map<string, Map<string, Response>>();
  const open = async (name: string) => {
    const entries = caches.get(name) ?? new Map<string, Response>();
    caches.set(name, entries);
    return {
      match: async (key: string) => entries.get(key)?.clone(),
      put: async (key: string, response: Response) => void entries.set(key, response),
    };
  };
  const storage = {
    open,
    has: async (name: string) => caches.has(name),
    delete: async (name: string) => caches.delete(name),
  };
  return storage as unknown as CacheStorage;
}

async function keep(): Promise<CacheStorage> {
  const storage = cacheStorage();
  const cache = await storage.open(SOUND_CACHE);
  for (let piece = 0; piece < pieceCount(SIZE); piece++) {
    const { first, last } = pieceRange(piece, SIZE);
    await cache.put(pieceAddress(7, kept.version, piece), new Response(sound.slice(first, last + 1)));
  }
  await writeKept(storage, kept);
  return storage;
}

test("the pieces cover the whole book", () => {
  expect(pieceCount(SIZE)).toBe(3);
  expect(pieceRange(0, SIZE)).toEqual({ first: 0, last: PIECE_BYTES - 1 });
  expect(pieceRange(2, SIZE)).toEqual({ first: 2 * PIECE_BYTES, last: SIZE - 1 });
});

test.each([
  ["bytes=0-1", 0, 1],
  ["bytes=0-", 0, SIZE - 1],
  ["bytes=-10", SIZE - 10, SIZE - 1],
  [`bytes=${PIECE_BYTES - 5}-${PIECE_BYTES + 5}`, PIECE_BYTES - 5, PIECE_BYTES + 5],
  [`bytes=${SIZE - 3}-${SIZE + 99}`, SIZE - 3, SIZE - 1],
])("the range %p is answered with its bytes, across pieces", async (range, first, last) => {
  const answer = await keptResponse(await keep(), range);
  expect(answer.status).toBe(206);
  expect(answer.headers.get("content-range")).toBe(`bytes ${first}-${last}/${SIZE}`);
  expect(answer.headers.get("content-length")).toBe(String(last - first + 1));
  expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(sound.slice(first, last + 1)))).toBe(true);
});

test("without a range, or with one that no player sends, the whole book is answered", async () => {
  for (const range of [null, "bytes=-", "items=0-1", "bytes=0-1,4-5"]) {
    const answer = await keptResponse(await keep(), range);
    expect(answer.status).toBe(200);
    expect((await answer.arrayBuffer()).byteLength).toBe(SIZE);
  }
});

test("a range beyond the end is refused with the size", async () => {
  const answer = await keptResponse(await keep(), `bytes=${SIZE}-`);
  expect([answer.status, answer.headers.get("content-range")]).toEqual([416, `bytes */${SIZE}`]);
  expect(readRange("bytes=9-2", SIZE)).toBe("outside");
});

test("a book that is not kept, or no longer, is not found", async () => {
  const storage = await keep();
  expect(await readKept(storage)).toEqual(kept);
  await removeKept(storage);
  expect(await readKept(storage)).toBeNull();
  expect((await keptResponse(storage, null)).status).toBe(404);
});
