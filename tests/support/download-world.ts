import { afterEach, beforeEach, expect, spyOn } from "bun:test";

import { waitFor } from "@testing-library/react";

import type { Book } from "#contract/books.ts";
import { SERVER_HEADER } from "#contract/headers.ts";
import { COPY_CHUNK_BYTES } from "#web/offline/copy/copy.ts";
import { createDownloader, type Downloader, type DownloadState } from "#web/offline/copy/downloader.ts";

import { cacheStorage, useStorage } from "./cache-storage.ts";
import { webLocks } from "./web-locks.ts";
import { book as aBook } from "./web.tsx";

/** The audiobook's size: three full chunks and a partial one. */
export const SIZE = 3 * COPY_CHUNK_BYTES + 1000;
export const book = {
  ...aBook,
  audiobookFilename: "willows.mp3",
  audiobookSize: SIZE,
  audiobookUploadedAt: "2026-03-10T12:00:00.000Z",
};

type Answer = (first: number, last: number) => Response | Promise<Response>;
export const respondRange: Answer = (first, last) =>
  new Response(new Uint8Array(last - first + 1), {
    status: 206,
    headers: { "Content-Range": `bytes ${first}-${last}/${SIZE}` },
  });
/** Returns only this response from chunk `fromByte` on. */
export const failFrom =
  (fromByte: number, fail: Answer): Answer =>
  (first, last) =>
    first / COPY_CHUNK_BYTES < fromByte ? respondRange(first, last) : fail(first, last);
const OWN_HEADERS = { [SERVER_HEADER]: "mx-1" };
export const respondStatus = (status: number) => () =>
  Response.json({ message: "no" }, { status, headers: OWN_HEADERS });
/** A proxy's response while the server restarts. */
export const proxyResponse = (status: number) => () => new Response("404 page not found", { status });

/** Applies until the test ends. */
export const setOnline = (isOnline: boolean) =>
  Object.defineProperty(navigator, "onLine", { configurable: true, value: isOnline });

export const untilState = (downloader: Downloader, state: Partial<DownloadState>) =>
  waitFor(() => expect(downloader.state()).toMatchObject(state));

/** A club, and a browser's tabs that download its book; new for each test. */
export function downloadWorld() {
  const initialState = {
    answer: respondRange,
    /** The current book, or a failing call. */
    current: book as unknown,
    /** Of the response for a text file. */
    fileStatus: 200,
    /** Runs before the response for the text's contents. */
    onContents: async () => {},
    /** The path for which a proxy returns 404. */
    lostPath: "",
  };
  const world = {
    ...initialState,
    /** The chunks that were requested. */
    asked: [] as number[],
    /** The final states of the downloads. */
    ends: [] as DownloadState[],
    make(userId = 1, shownBook: Book = book): Downloader {
      const downloader = createDownloader(shownBook, userId, (state) => world.ends.push(state));
      downloaders.push(downloader);
      return downloader;
    },
  };
  const downloaders: Downloader[] = [];
  let logged: ReturnType<typeof spyOn>;

  beforeEach(() => {
    logged = spyOn(console, "error").mockImplementation(() => undefined);
    Object.assign(world, initialState, { asked: [], ends: [] });
    const registration = { active: { postMessage: () => undefined } };
    const worker = { ready: Promise.resolve(registration), getRegistration: async () => registration, controller: {} };
    Object.defineProperty(navigator, "serviceWorker", { configurable: true, value: worker });
    Object.defineProperty(navigator, "locks", { configurable: true, value: webLocks() });
    useStorage(cacheStorage());
    globalThis.fetch = (async (url: string, init?: RequestInit) => {
      const range = new Headers(init?.headers).get("range");
      if (world.lostPath && url.startsWith(world.lostPath)) return proxyResponse(404)();
      if (url === "/api/books/current" && world.current === "no network") throw new TypeError("Failed to fetch");
      if (url === `/api/books/${book.id}/contents`) {
        await world.onContents();
        const body = { sections: [{ href: "OEBPS/one.xhtml" }], files: ["OEBPS/a b.png"] };
        return Response.json(body, { headers: OWN_HEADERS });
      }
      if (url === "/api/books/current" && world.current instanceof Response) return world.current.clone();
      if (range === null)
        return Response.json(url === "/api/books/current" ? world.current : { url }, {
          status: url.includes("a%20b") ? world.fileStatus : 200,
          headers: OWN_HEADERS,
        });
      const [first = 0, last = 0] = range.replace("bytes=", "").split("-").map(Number);
      world.asked.push(first / COPY_CHUNK_BYTES);
      const { promise, reject } = Promise.withResolvers<never>();
      init?.signal?.addEventListener("abort", () => reject(new DOMException("Given up", "AbortError")));
      return Promise.race([world.answer(first, last), promise]);
    }) as typeof fetch;
  });
  afterEach(() => {
    for (const downloader of downloaders.splice(0)) downloader.end();
    logged.mockRestore();
    for (const property of ["serviceWorker", "locks", "onLine", "storage"]) Reflect.deleteProperty(navigator, property);
    Reflect.deleteProperty(globalThis, "caches");
  });
  return world;
}
