import { afterEach, beforeEach, expect, test } from "bun:test";
import { connect, type Socket } from "node:net";

import { type Club, createClub, PASSWORD } from "#tests/support/club.ts";
import { until } from "#tests/support/poll-until.ts";

let club: Club;
let server: Bun.Server<undefined>;
let sockets: Socket[];
beforeEach(async () => {
  club = await createClub({ environment: { TRUST_PROXY: "127.0.0.1" } });
  club.member("mia");
  sockets = [];
  server = Bun.serve({ hostname: "127.0.0.1", port: 0, idleTimeout: 120, fetch: club.handler.fetch });
  await club.handler.preloadRoutes();
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await server.stop(true);
  club.close();
});

/** Sends bytes over a new connection. */
function sendBytes(bytes: string) {
  const state = { answer: "", isClosed: false };
  const socket = connect(server.port ?? 0, "127.0.0.1", () => socket.write(bytes));
  socket.on("data", (data) => (state.answer += data.toString()));
  socket.on("error", () => {});
  socket.on("close", () => (state.isClosed = true));
  sockets.push(socket);
  return state;
}
const sendPartialRequest = (path: string, host = "Host: club") =>
  sendBytes(
    `POST ${path} HTTP/1.1\r\n${host}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"username":`,
  );
const signIn = () =>
  fetch(new URL("/api/auth/login", server.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "mia", password: PASSWORD }),
  });

test("two Host headers, or one that isn't a host, are refused", async () => {
  for (const host of ["club\r\nHost: evil", "club\r\nHost: club", "club, evil", "a b", "a/b"])
    for (const firstRequest of ["GET /api/health", "GET /", "POST /api/auth/login"]) {
      const call = sendBytes(`${firstRequest} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 0\r\n\r\n`);
      await until(() => call.answer !== "");
      expect([host, firstRequest, call.answer.slice(9, 12)]).toEqual([host, firstRequest, "400"]);
    }
  for (const host of ["club", "club.example.org:8080", "[::1]:3000", "127.0.0.1"]) {
    const call = sendBytes(`GET /api/health HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    await until(() => call.answer !== "");
    expect([host, call.answer.slice(9, 12)]).toEqual([host, "200"]);
  }
});

test("closes a rejected call's connection without its body", async () => {
  for (const [path, status] of [
    ["/api/posts", "401"],
    ["/api/upload/ebook", "401"],
    ["/api/nothing", "404"],
  ] as const) {
    const call = sendPartialRequest(path);
    await until(() => call.isClosed);
    expect([path, call.answer.slice(9, 12)]).toEqual([path, status]);
  }
});

test("accepts a thousand complete calls at once from one address", async () => {
  const { cookie } = club.member("otto");
  const { id } = club.deps.stores.books.insert({ title: "Emma", author: "A", month: "2026-03" }, "2026-03-01");
  const saveProgress = (currentTime: number) =>
    fetch(new URL("/api/audiobook-progress", server.url), {
      method: "POST",
      headers: { "content-type": "application/json", cookie },
      body: JSON.stringify({ bookId: id, currentTime, chapter: 0 }),
    });
  const statuses = await Promise.all(Array.from({ length: 1000 }, async (_, at) => (await saveProgress(at)).status));
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test("limits an address to 50 half-sent bodies, not others", async () => {
  const calls = Array.from({ length: 300 }, () => sendPartialRequest("/api/auth/login"));
  await until(() => calls.filter(({ isClosed }) => isClosed).length === 250);
  const closedCalls = calls.filter(({ isClosed }) => isClosed);
  expect(new Set(closedCalls.map(({ answer }) => answer.slice(9, 12)))).toEqual(new Set(["429"]));
  // a complete body is accepted at once
  expect((await signIn()).status).toBe(200);
  expect((await fetch(new URL("/api/health", server.url))).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  const nextRequest = sendPartialRequest("/api/auth/login");
  await until(async () => (await signIn()).status === 200);
  expect(nextRequest.isClosed).toBe(false);
});

test("limits strangers to 400 half-sent bodies, not members", async () => {
  const createHeaders = (address: string) => `Host: club\r\nX-Forwarded-For: ${address}`;
  const calls = Array.from({ length: 480 }, (_, at) =>
    sendPartialRequest("/api/auth/login", createHeaders(`192.0.2.${at % 12}`)),
  );
  await until(() => calls.filter(({ isClosed }) => isClosed).length === 80);
  expect(new Set(calls.filter(({ isClosed }) => isClosed).map(({ answer }) => answer.slice(9, 12)))).toEqual(
    new Set(["429"]),
  );
  expect((await signIn()).status).toBe(200);
  const { cookie } = club.member("otto");
  const slowBody = sendPartialRequest("/api/posts", `${createHeaders("198.51.100.7")}\r\nCookie: ${cookie}`);
  await until(async () => (await signIn()).status === 200);
  expect([slowBody.isClosed, slowBody.answer]).toEqual([false, ""]);
});
