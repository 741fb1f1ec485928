import { afterAll, describe, expect, test } from "bun:test";

import { corpusBook, createCorpus, MARK_PATTERN } from "#tests/addresses/corpus.ts";
import { openDevice } from "#tests/engines/device.ts";
import { type Engine, ENGINES } from "#tests/engines/driver.ts";
import { openChapter } from "#tests/engines/reader-walk.ts";
import { fillSignIn, openReader } from "#tests/engines/walk.ts";
import { ADMIN_PASSWORD, startClub } from "#tests/support/executable.ts";
import { until } from "#tests/support/poll-until.ts";
import { importBook } from "#tests/support/reader-page.ts";

import { findMissingEnginePart } from "../../scripts/engines.ts";

/** A page has made all its requests when none follows for so many milliseconds. */
const QUIET_MS = 400;
const POLICY = "content-security-policy";

type RequestRecorder = { url: string; asked: string[]; close: () => Promise<void> };

/** An outside server. `asked` lists each request and each connection; responses are empty. */
function recordOutside(): RequestRecorder & { host: string; connections: () => number } {
  const asked: string[] = [];
  let connections = 0;
  const server = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open: () => void (connections += 1),
      data: (socket, bytes) => {
        asked.push(bytes.toString("latin1").split("\r\n", 1)[0] ?? "");
        socket.end("HTTP/1.1 204 No Content\r\naccess-control-allow-origin: *\r\nconnection: close\r\n\r\n");
      },
    },
  });
  const host = `127.0.0.1:${server.port}`;
  return { url: `http://${host}`, host, asked, connections: () => connections, close: async () => server.stop(true) };
}

/**
 * A proxy between browser and server that records requests. @param withPolicy false removes the chapters' policy, so
 * that only the sanitizer protects them
 */
function watchClub(club: { url: string }, { withPolicy }: { withPolicy: boolean }): RequestRecorder {
  return startWatched(async (request) => {
    const { pathname, search, host } = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.set("host", host);
    const response = await fetch(club.url + pathname + search, {
      method: request.method,
      headers,
      body: request.body,
      redirect: "manual",
      decompress: false,
    });
    const headersSent = new Headers(response.headers);
    if (!withPolicy && pathname.includes("/text/")) headersSent.delete(POLICY);
    return new Response(response.body, { status: response.status, headers: headersSent });
  });
}

/** Serves the pages unchanged, without sanitizer or policy. */
function watchFiles(files: ReadonlyMap<string, { type: string; data: string }>): RequestRecorder {
  return startWatched(async (request) => {
    const file = files.get(new URL(request.url).pathname);
    if (!file) return new Response(null, { status: 404 });
    return new Response(file.data, { headers: { "content-type": file.type } });
  });
}

/** Waits for this request, and until none follows for a while. */
async function untilQuiet({ asked }: RequestRecorder, lastFile: string): Promise<void> {
  await until(() => asked.some((path) => path.includes(lastFile)));
  for (let seenCount = -1; asked.length > seenCount; await Bun.sleep(QUIET_MS)) seenCount = asked.length;
}

function startWatched(answer: (request: Request) => Promise<Response>): RequestRecorder {
  const requests: string[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 120,
    fetch: (request) => {
      const { pathname, search } = new URL(request.url);
      requests.push(`${request.method} ${pathname}${search}`);
      return answer(request);
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, asked: requests, close: () => server.stop(true) };
}

const LONG_TIMEOUT_MS = 900_000;
const outside = recordOutside();
const corpus = createCorpus(outside.host);
const placeOf = new Map(corpus.cases.map(({ mark, place }) => [mark, place]));
const club = await startClub({ environment: { LOG_LEVEL: "warn" } });
await club.makeAdmin();
const bookId = await importBook(club, { ebook: corpusBook(corpus) });
const bookPrefix = `GET /api/books/${bookId}/text/`;
afterAll(async () => {
  await club.stop();
  await outside.close();
});

const engines = ENGINES.filter((engine) => findMissingEnginePart(engine) === null);
/** Requests that left the book: to the outside server, or to the club but not to the book's path. */
const findEscaped = (requests: readonly string[]) =>
  [...requests.filter((path) => !path.startsWith(bookPrefix)), ...outside.asked].filter((path) =>
    MARK_PATTERN.test(path),
  );

/** Opens every chapter in the reader. @returns requests that left the book, each with its place in the markup */
async function readAll(engine: Engine, withPolicy: boolean): Promise<string[]> {
  const proxy = watchClub(club, { withPolicy });
  const device = await openDevice(engine, proxy);
  outside.asked.length = 0;
  const connections = outside.connections();
  try {
    await device.open("/auth");
    await fillSignIn(device, "ada", ADMIN_PASSWORD);
    await device.isAt("/");
    await openReader(device);
    for (const [index, { file }] of corpus.pages.entries()) {
      await openChapter(device, index + 1);
      await untilQuiet(proxy, `end-${file.replace("text/", "")}.png`);
    }
    // a redirected chapter isn't part of the book anymore
    const frames = await device.evaluate(() => Array.from(document.querySelectorAll("iframe"), ({ src }) => src));
    expect(frames.filter((src) => !new URL(src).pathname.startsWith(`/api/books/${bookId}/text/`))).toEqual([]);
    expect(outside.connections()).toBe(connections);
    return findEscaped(proxy.asked).map((path) => `${path} by ${placeOf.get(MARK_PATTERN.exec(path)?.[0] ?? "")}`);
  } finally {
    await device.close();
    await proxy.close();
  }
}

/** Opens each page unchanged. @returns the places whose requests left the book */
async function openAsWritten(engine: Engine): Promise<Set<string>> {
  const files = new Map(
    [...corpus.pages.map(({ file, page }) => ({ name: file, data: page })), ...corpus.sheets].map(({ name, data }) => {
      const type = name.endsWith(".css")
        ? "text/css"
        : name.endsWith(".svg")
          ? "image/svg+xml"
          : data.includes("not & <b>")
            ? "text/html"
            : "application/xhtml+xml";
      return [`${bookPrefix.slice(4)}OEBPS/${name}`, { type, data }] as const;
    }),
  );
  const fileServer = watchFiles(files);
  const device = await openDevice(engine, fileServer);
  outside.asked.length = 0;
  try {
    for (const { file } of corpus.pages) {
      const path = `${bookPrefix.slice(4)}OEBPS/${file}`;
      await device.open(path).catch(() => undefined);
      await untilQuiet(fileServer, path);
    }
    return new Set(findEscaped(fileServer.asked).map((path) => placeOf.get(MARK_PATTERN.exec(path)?.[0] ?? "") ?? ""));
  } finally {
    await device.close();
    await fileServer.close();
  }
}

describe.each(engines)("in %s no chapter asks for anything but its book's files", (engine) => {
  test("when only the sanitizer runs", async () => expect(await readAll(engine, false)).toEqual([]), LONG_TIMEOUT_MS);
  test("as the server sends it", async () => expect(await readAll(engine, true)).toEqual([]), LONG_TIMEOUT_MS);
});

test(
  "loads most payloads without our sanitizer",
  async () => {
    const requestingProgress = new Set<string>();
    for (const engine of engines) for (const place of await openAsWritten(engine)) requestingProgress.add(place);
    // our engines don't load the others
    expect(requestingProgress.size / new Set(placeOf.values()).size).toBeGreaterThan(0.6);
  },
  LONG_TIMEOUT_MS,
);
