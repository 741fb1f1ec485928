import { expect, test } from "bun:test";
import { connect } from "node:net";

import * as fc from "fast-check";

import { startClub } from "#tests/support/executable.ts";
import { multipart, MULTIPART_TYPE } from "#tests/support/forms.ts";
import { largeAudiobook, sendRaw, signedIn } from "#tests/support/large-upload.ts";
import { memoryOf, openFilesOf } from "#tests/support/vitals.ts";

/** The outcome: responses by status (0: closed without one), and those no caller should ever see. */
type Echo = { requests: number; statuses: Record<number, number>; faults: string[] };

const CONCURRENT_REQUESTS = 48;
/** The server waits for incomplete requests, but we don't. Milliseconds. */
const RESPONSE_TIMEOUT_MS = 400;

/** Valid requests as raw text. */
function corpus(cookie: string, bookId: number): Buffer[] {
  const lines = (requestLine: string, headers: string[], body: string | Buffer = "") =>
    Buffer.concat([
      Buffer.from([`${requestLine} HTTP/1.1`, "Host: club.example.org", ...headers, "", ""].join("\r\n")),
      Buffer.from(body),
    ]);
  const json = (requestLine: string, body: object) => {
    const text = JSON.stringify(body);
    const type = "Content-Type: application/json";
    return lines(requestLine, [`Cookie: ${cookie}`, type, `Content-Length: ${Buffer.byteLength(text)}`], text);
  };
  const form = multipart([
    { name: "bookId", data: String(bookId) },
    { name: "ebook", filename: "a.epub", data: "PK\u0003\u0004 no book" },
  ]);
  const formLines = [`Cookie: ${cookie}`, `Content-Type: ${MULTIPART_TYPE}`, `Content-Length: ${form.length}`];
  const chunkedLines = ["Content-Type: application/json", `Cookie: ${cookie}`, "Transfer-Encoding: chunked"];
  return [
    lines("GET /", ["Accept-Encoding: br, gzip", "Accept: text/html"]),
    lines("GET /images/book%20mouse%20winter.jpg", ["Range: bytes=0-99", 'If-None-Match: "x"']),
    lines("GET /api/books/current", [`Cookie: ${cookie}`]),
    lines("GET /api/posts?limit=10&before=5", [`Cookie: ${cookie}`, "Connection: keep-alive"]),
    lines(`GET /api/download/audiobook/${bookId}`, [`Cookie: ${cookie}`, "Range: bytes=0-1", 'If-Range: "x"']),
    lines(`HEAD /api/download/ebook/${bookId}`, [`Cookie: ${cookie}`]),
    lines("GET /api/users?search=a&limit=5", [`Cookie: ${cookie}`, "Sec-Fetch-Site: same-origin"]),
    lines("GET /api/unsubscribe?token=1.abc", ["X-Forwarded-For: 203.0.113.7", "X-Forwarded-Host: evil"]),
    lines("OPTIONS /api/posts", ["Origin: https://evil.example", "Access-Control-Request-Method: POST"]),
    json("POST /api/posts", { content: "A ripe Brie" }),
    json("POST /api/audiobook-progress", { bookId, currentTime: 7, chapter: 0 }),
    json("PATCH /api/content", { welcomeMessage: "Hello" }),
    json(`PATCH /api/books/${bookId}`, { synopsis: "She meddles." }),
    json("POST /api/auth/login", { username: "", password: "" }),
    lines("POST /api/posts", chunkedLines, '12\r\n{"content":"Brie"}\r\n0\r\n\r\n'),
    lines("POST /api/upload/ebook", formLines, form),
  ];
}

/** A change of bytes at a relative position: replaced, removed, doubled or inserted. */
const change = fc.record({
  // unbiased: otherwise most changes would hit the method
  at: fc.noBias(fc.nat(9999)).map((place) => place / 10_000),
  length: fc.integer({ min: 0, max: 12 }),
  bytes: fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
    // printable, because other characters are rejected before our code runs
    fc.string({ minLength: 1, maxLength: 8 }).map((text) => Buffer.from(text)),
    fc.string({ minLength: 1, maxLength: 8 }).map((text) => Buffer.from(text)),
    fc
      .constantFrom(
        "\r\n",
        "\n",
        "\0",
        "%00",
        "../",
        "//",
        "%",
        ":",
        ";",
        "Content-Length: 5\r\n",
        "Transfer-Encoding: chunked\r\n",
        "Content-Length: -1\r\n",
        "99999999999999999999",
        "HTTP/9.9",
        "Host: \r\n",
        "Cookie: session=%%%\r\n",
        "Content-Encoding: gzip\r\n",
        "Expect: 100-continue\r\n",
        "Upgrade: websocket\r\nConnection: Upgrade\r\n",
        "Range: bytes=5-1,9-\r\n",
        "é\u202E🧀",
        `X: ${"y".repeat(20_000)}\r\n`,
      )
      .map((text) => Buffer.from(text)),
  ),
  how: fc.constantFrom("replace", "remove", "insert", "double", "cut"),
});

/** Sends `count` valid requests with changed bytes over raw sockets, and reads the responses (TESTS Z02). */
async function sendMutated(
  { url, cookie, bookId }: { url: string; cookie: string; bookId: number },
  count: number,
  seed: number,
): Promise<Echo> {
  const { hostname, port } = new URL(url);
  const validRequests = corpus(cookie, bookId);
  const plan = fc.record({
    which: fc.nat(validRequests.length - 1),
    changes: fc.array(change, { minLength: 1, maxLength: 2 }),
  });
  const plans = fc.sample(plan, { numRuns: count, seed });
  const echo: Echo = { requests: 0, statuses: {}, faults: [] };
  let nextIndex = 0;
  const client = async () => {
    for (let index = nextIndex++; index < plans.length; index = nextIndex++) {
      const { which, changes } = plans[index] ?? { which: 0, changes: [] };
      const bytes = changes.reduce(mutate, validRequests[which] ?? Buffer.alloc(0));
      const answer = await sendBytes(Number(port), hostname, bytes);
      echo.requests += 1;
      // bytes after a complete request on the same connection are another one
      const statuses = [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
      for (const status of statuses.length > 0 ? statuses : [0])
        echo.statuses[status] = (echo.statuses[status] ?? 0) + 1;
      // with 505 Bun's parser rejects the HTTP version: the caller's error, despite the number
      if (statuses.some((status) => status >= 500 && status !== 505))
        echo.faults.push(`${JSON.stringify(bytes.toString("latin1").slice(0, 600))}: ${answer.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_REQUESTS }, client));
  return echo;
}

type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

function mutate(request: Buffer, { at, length, bytes, how }: Change): Buffer {
  const place = Math.floor(at * request.length);
  const [bytesBefore, bytesAfter] = [request.subarray(0, place), request.subarray(place)];
  if (how === "cut") return bytesBefore;
  if (how === "insert") return Buffer.concat([bytesBefore, bytes, bytesAfter]);
  if (how === "remove") return Buffer.concat([bytesBefore, bytesAfter.subarray(length)]);
  if (how === "double") return Buffer.concat([bytesBefore, bytesAfter.subarray(0, length * 8), bytesAfter]);
  return Buffer.concat([bytesBefore, bytes, bytesAfter.subarray(bytes.length)]);
}

/** Everything received within a short time, as Latin-1. */
function sendBytes(port: number, hostname: string, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, hostname, () => socket.write(bytes));
    let answer = "";
    const timer = setTimeout(() => socket.destroy(), RESPONSE_TIMEOUT_MS);
    socket.on("data", (data) => {
      if (answer.length < 100_000) answer += data.toString("latin1");
      // a complete response without a pending body is enough
      if (/^HTTP\/1\.1 [1-5]\d\d/.test(answer) && answer.includes("\r\n\r\n")) {
        clearTimeout(timer);
        setTimeout(() => socket.destroy(), 5);
      }
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(timer);
      resolve(answer);
    });
  });
}

const MB = 1024 * 1024;
/** `NIGHTLY_REQUESTS=100000` runs the full test. */
const REQUEST_COUNT = Number(Bun.env["NIGHTLY_REQUESTS"] ?? 10_000);

test(
  `${REQUEST_COUNT.toLocaleString("en")} mutated requests cause no server error (Z02)`,
  async () => {
    const club = await startClub({ environment: { LOG_LEVEL: "error", NIGHTLY_BACKUP: "off" } });
    try {
      const admin = await signedIn(club);
      await sendRaw(admin, largeAudiobook(100_000));
      const pid = club.pid();
      await sendMutated(admin, 500, 1);
      const [memoryBefore, filesBefore] = [memoryOf(pid), openFilesOf(pid)];
      const seed = Math.floor(Math.random() * 1e9);
      const { requests, statuses, faults } = await sendMutated(admin, REQUEST_COUNT, seed);
      const growth = (memoryOf(pid) - memoryBefore) / MB;
      console.log(
        `Z02: ${requests} requests with seed ${seed}, by status ${JSON.stringify(statuses)} (0: closed without an answer); memory ${(memoryBefore / MB).toFixed(0)} MiB, ${growth.toFixed(1)} MiB more afterwards`,
      );
      expect(faults).toEqual([]);
      expect(club.pid()).toBe(pid);
      expect((await fetch(`${club.url}/api/health`)).status).toBe(200);
      for (let waitCount = 0; openFilesOf(pid) > filesBefore + 5 && waitCount < 150; waitCount += 1)
        await Bun.sleep(1000);
      expect(openFilesOf(pid)).toBeLessThanOrEqual(filesBefore + 5);
      expect(growth).toBeLessThan(64);
    } finally {
      await club.stop();
    }
  },
  200_000 + REQUEST_COUNT * 20,
);
