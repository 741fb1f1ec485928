import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "node:net";

import { startClub } from "#tests/support/executable.ts";

const club = await startClub();
afterAll(() => club.stop());

/** A second request, hidden where a parser may take it for the first one's body. */
const HIDDEN_REQUEST = "GET /api/health?hidden HTTP/1.1\r\nHost: club\r\n\r\n";
const BODY = '{"username":"a","password":"b"}';

/** Sends raw bytes and returns everything until the server closes the connection, as it does in each case. */
function send(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(club.url).port), "127.0.0.1", () => socket.write(bytes, "latin1"));
    let answer = "";
    socket.setTimeout(5000, () => socket.destroy());
    socket.on("data", (data) => (answer += data.toString("latin1")));
    socket.on("error", () => {});
    socket.on("close", () => resolve(answer));
  });
}

const statuses = (answer: string) => [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
const loginRequest = (lines: string[], rest: string) =>
  `POST /api/auth/login HTTP/1.1\r\nHost: club\r\nContent-Type: application/json\r\n${lines.join("\r\n")}\r\n\r\n${rest}`;

// the first call waits for the routes to load
beforeAll(() => fetch(`${club.url}/api/club`));

test.each<[string, string]>([
  ["both lengths", loginRequest(["Content-Length: 6", "Transfer-Encoding: chunked"], `0\r\n\r\n${HIDDEN_REQUEST}`)],
  [
    "both, the other way",
    loginRequest(["Transfer-Encoding: chunked", "Content-Length: 60"], `0\r\n\r\n${HIDDEN_REQUEST}`),
  ],
  [
    "two lengths that differ",
    loginRequest(["Content-Length: 0", `Content-Length: ${HIDDEN_REQUEST.length}`], HIDDEN_REQUEST),
  ],
  ["a list of lengths", loginRequest([`Content-Length: 0, ${HIDDEN_REQUEST.length}`], HIDDEN_REQUEST)],
  ["a signed length", loginRequest([`Content-Length: +${BODY.length}`], BODY + HIDDEN_REQUEST)],
  ["a negative length", loginRequest(["Content-Length: -1"], BODY + HIDDEN_REQUEST)],
  ["a hexadecimal length", loginRequest(["Content-Length: 0x1f"], BODY + HIDDEN_REQUEST)],
  ["a blank before the colon", loginRequest(["Transfer-Encoding : chunked", "Content-Length: 0"], HIDDEN_REQUEST)],
  ["an invalid encoding", loginRequest(["Transfer-Encoding: xchunked", "Content-Length: 0"], HIDDEN_REQUEST)],
  ["an encoding that is unknown", loginRequest(["Transfer-Encoding: gzip, chunked"], `0\r\n\r\n${HIDDEN_REQUEST}`)],
  [
    "two encodings",
    loginRequest(["Transfer-Encoding: chunked", "Transfer-Encoding: identity"], `0\r\n\r\n${HIDDEN_REQUEST}`),
  ],
  ["a chunk without a size", loginRequest(["Transfer-Encoding: chunked"], `zz\r\n${HIDDEN_REQUEST}`)],
  ["chunks with bare line feeds", loginRequest(["Transfer-Encoding: chunked"], `0\n\n${HIDDEN_REQUEST}`)],
  ["a folded header", `GET /api/health HTTP/1.1\r\nHost: club\r\nX: a\r\n b\r\n\r\n`],
  ["a zero byte in a header", `GET /api/health HTTP/1.1\r\nHost: club\r\nX: a\0b\r\n\r\n`],
  ["no host", "GET /api/health HTTP/1.1\r\n\r\n"],
])("a message with %s is refused and its connection closed: nothing behind it is read as another", async (_, bytes) => {
  expect(statuses(await send(bytes))).toEqual([400]);
});

test("never takes a smuggled second request for the first (C07)", async () => {
  const responseStatuses = statuses(
    await send(loginRequest([`Content-Length: ${BODY.length}`], BODY + HIDDEN_REQUEST)),
  );
  // Bun closes the connection of a client that sends requests without waiting
  expect(responseStatuses).toBeOneOf([[], [401], [401, 200]]);
});

test("TRACE, TRACK and CONNECT echo nothing and open nothing (C07)", async () => {
  const requestLines = ["TRACE /", "TRACE /api/posts", "TRACK /api/health", "CONNECT elsewhere.example:80"];
  const requestTail = "HTTP/1.1\r\nHost: club\r\nCookie: session=s3cret\r\nX-Echo: s3cret\r\nConnection: close\r\n\r\n";
  for (const answer of await Promise.all(requestLines.map((requestLine) => send(`${requestLine} ${requestTail}`)))) {
    expect(statuses(answer)).toBeOneOf([[], [400], [404], [405]]);
    expect(answer).not.toContain("s3cret");
  }
});

test("endless headers are refused", async () => {
  expect(statuses(await send(`GET / HTTP/1.1\r\nHost: club\r\nX: ${"x".repeat(70_000)}\r\n\r\n`))).toEqual([431]);
});

test("every file and call has a content type, and text a charset", async () => {
  const html = await (await fetch(`${club.url}/`)).text();
  const assetPaths = [...html.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(([, path = ""]) => path);
  expect(assetPaths.length).toBeGreaterThan(5);
  const paths = [
    "/",
    "/api/club",
    "/api/posts",
    "/api/nothing",
    "/gone.js",
    "/sw.js",
    "/robots.txt",
    ...new Set(assetPaths),
  ];
  for (const path of paths) {
    const response = await fetch(club.url + path);
    const type = response.headers.get("content-type") ?? "none";
    const needsCharset = /^text\/|javascript|json|xml/.test(type);
    expect(`${path} ${type}`).toMatch(needsCharset ? /;\s*charset=utf-8$/i : /(?:image|font)\/[\w.+-]+$/);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  }
});
