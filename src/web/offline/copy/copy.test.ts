import { expect, spyOn, test } from "bun:test";

import { assert, asyncProperty, integer, oneof, string, stringMatching } from "fast-check";

import { readByteRange } from "#contract/byte-range.ts";
import { SERVER_HEADER } from "#contract/headers.ts";
import { cacheStorage, useStorage as replaceStorage } from "#tests/support/cache-storage.ts";
import { audioFileOf, copyResponse } from "#web/offline/worker/copy-response.ts";

import {
  chunkRange,
  chunkUrl,
  COPY_CACHE,
  COPY_CHUNK_BYTES,
  countChunks,
  deleteCopy,
  deleteReplacedCopy,
  listCopyUrls,
  listSentenceTimingUrls,
  listStoredChunks,
  readCopy,
  readPartialCopy,
  storedBytes,
  wasReplaced,
  writeCopy,
} from "./copy.ts";

const SIZE = 2 * COPY_CHUNK_BYTES + 1000;
const copy = { userId: 1, bookId: 7, version: "2026-03-10T12:00:00.000Z", size: SIZE, type: "audio/mp4" };
/** Each byte encodes its position. */
const sound = Uint8Array.from({ length: SIZE }, (_, at) => (at ^ (at >> 8) ^ (at >> 16)) & 0xff);

async function saveCopy(): Promise<void> {
  replaceStorage(cacheStorage());
  const cache = await caches.open(COPY_CACHE);
  for (let chunk = 0; chunk < countChunks(SIZE); chunk++) {
    const { first, last } = chunkRange(chunk, SIZE);
    await cache.put(chunkUrl(copy, chunk), new Response(sound.slice(first, last + 1)));
  }
  await writeCopy(copy);
}

test.each([
  [404, ["/api/books/7/timeline"]],
  [200, ["/api/books/7/timeline", "/api/books/7/sentences?section=0"]],
])("stores sentences where the server aligns books (%i)", async (status, urls) => {
  using _ = spyOn(globalThis, "fetch").mockImplementation((async () =>
    Response.json({}, { status, headers: { [SERVER_HEADER]: "1" } })) as never);
  expect(await listSentenceTimingUrls(7, [{ index: 0, href: "one.xhtml", linear: true, length: 10 }])).toEqual(urls);
});

test("requests each file once, also a listed audio file", async () => {
  const sections = [{ index: 0, href: "one.xhtml", linear: true, length: 10 }];
  const sound = [{ href: "one.mp3", start: 0, seconds: 9 }];
  using _ = spyOn(globalThis, "fetch").mockImplementation((async (url: string) =>
    Response.json(url.endsWith("/contents") ? { sections, files: ["book.css", "one.mp3"] } : { sound })) as never);
  const urls = await listCopyUrls({ id: 7, coverImage: null, ebookFilename: "one.epub" });
  const files = ["one.mp3", "one.xhtml", "book.css"].map((name) => `/api/books/7/text/${name}`);
  expect(urls.filter((url) => url.includes("/text/"))).toEqual(files);
});

test("covers the whole book with its chunks", () => {
  expect(countChunks(SIZE)).toBe(3);
  expect(chunkRange(0, SIZE)).toEqual({ first: 0, last: COPY_CHUNK_BYTES - 1 });
  expect(chunkRange(2, SIZE)).toEqual({ first: 2 * COPY_CHUNK_BYTES, last: SIZE - 1 });
});

test.each([
  ["bytes=0-1", 0, 1],
  ["bytes=0-", 0, SIZE - 1],
  ["bytes=-10", SIZE - 10, SIZE - 1],
  [`bytes=-${SIZE + 1}`, 0, SIZE - 1],
  ["Bytes = 0 - 0", 0, 0],
  [`bytes=${SIZE - 1}-`, SIZE - 1, SIZE - 1],
  [`bytes=${COPY_CHUNK_BYTES - 5}-${COPY_CHUNK_BYTES + 5}`, COPY_CHUNK_BYTES - 5, COPY_CHUNK_BYTES + 5],
  [`bytes=${SIZE - 3}-${SIZE + 99}`, SIZE - 3, SIZE - 1],
])("the range %p is answered with its bytes, across pieces", async (range, first, last) => {
  await saveCopy();
  const answer = await copyResponse(copy, range);
  expect(answer.status).toBe(206);
  expect(answer.headers.get("content-range")).toBe(`bytes ${first}-${last}/${SIZE}`);
  expect(answer.headers.get("content-length")).toBe(String(last - first + 1));
  expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(sound.slice(first, last + 1)))).toBe(true);
});

test("returns the whole book without a valid range", async () => {
  await saveCopy();
  for (const range of [null, "bytes=-", "bytes=9-2", "items=0-1", "bytes=0-1,4-5"]) {
    const answer = await copyResponse(copy, range);
    expect(answer.status).toBe(200);
    expect((await answer.arrayBuffer()).byteLength).toBe(SIZE);
  }
});

test.each([`bytes=${SIZE}-`, "bytes=-0", `bytes=${"9".repeat(30)}-`])(
  "rejects the range %p with the size",
  async (range) => {
    await saveCopy();
    const answer = await copyResponse(copy, range);
    expect([answer.status, answer.headers.get("content-range")]).toEqual([416, `bytes */${SIZE}`]);
  },
);

test("any Range header gets the right status, range and bytes", async () => {
  replaceStorage(cacheStorage());
  const cache = await caches.open(COPY_CACHE);
  await assert(
    asyncProperty(
      oneof(stringMatching(/^ ?[Bb]ytes ?= ?[0-9]{0,3} ?- ?[0-9]{0,3} ?$/), string({ maxLength: 12 })),
      integer({ min: 1, max: 99 }),
      async (range, size) => {
        const smallCopy = { ...copy, size };
        await cache.put(chunkUrl(smallCopy, 0), new Response(sound.slice(0, size)));
        await writeCopy(smallCopy);
        const answer = await copyResponse(smallCopy, range);
        const byteRange = readByteRange(range, size);
        const { start, end } =
          byteRange === "unsatisfiable" ? { start: 0, end: -1 } : (byteRange ?? { start: 0, end: size - 1 });
        expect(answer.status).toBe(byteRange === "unsatisfiable" ? 416 : byteRange ? 206 : 200);
        expect(answer.headers.get("content-range")).toBe(
          byteRange && `bytes ${byteRange === "unsatisfiable" ? "*" : `${start}-${end}`}/${size}`,
        );
        expect(new Uint8Array(await answer.arrayBuffer())).toEqual(sound.slice(start, end + 1));
      },
    ),
  );
});

test("never serves a copy's bytes for another file", async () => {
  await saveCopy();
  const olderCopy = { ...copy, version: "2026-03-01T12:00:00.000Z" };
  expect((await copyResponse(olderCopy, "bytes=0-1")).status).toBe(404);
  expect(audioFileOf(`http://club/kept/audiobook/7?v=${encodeURIComponent(copy.version)}`)).toEqual({
    bookId: 7,
    version: copy.version,
  });
});

test("counts a copy without one of its chunks as partial", async () => {
  await saveCopy();
  await (await caches.open(COPY_CACHE)).delete(chunkUrl(copy, 1));
  const answer = await copyResponse(copy, null);
  await expect(answer.arrayBuffer()).rejects.toThrow("Chunk 1");
  expect(await readCopy()).toBeNull();
  expect(await readPartialCopy()).toEqual(copy);
  expect([...(await listStoredChunks(copy))]).toEqual([0, 2]);
});

test("shows the size of all chunks, and zero once removed", async () => {
  await saveCopy();
  expect(storedBytes(await listStoredChunks(copy), copy)).toBe(SIZE);
  await deleteReplacedCopy(copy);
  expect(storedBytes(await listStoredChunks(copy), copy)).toBe(0);
  expect(await wasReplaced(copy)).toBe(true);
  expect(await wasReplaced({ ...copy, userId: 2 })).toBe(false);
});

test("a book without an offline copy isn't found", async () => {
  await saveCopy();
  expect(await readCopy()).toEqual(copy);
  await deleteCopy();
  expect(await readCopy()).toBeNull();
  expect((await copyResponse(copy, null)).status).toBe(404);
});
