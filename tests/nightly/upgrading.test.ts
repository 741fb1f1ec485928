import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { connect } from "node:net";
import { join } from "node:path";

import { migrations } from "#db/migrations.ts";
import { createMachine, type Machine } from "#tests/support/machine.ts";
import { makeOldClub } from "#tests/support/old-club.ts";
import { until } from "#tests/support/poll-until.ts";

let machine: Machine;
let db: Database;
beforeEach(async () => {
  machine = await createMachine(0);
  makeOldClub(machine, migrations.length - 3);
  db = new Database(join(machine.storage, "bookclub.db"), { readwrite: true, strict: true });
});
afterEach(() => {
  db.close();
  machine.remove();
});

const fetchPath = (path: string, init: RequestInit = {}) =>
  fetch(machine.url + path, { ...init, headers: { accept: "*/*", ...init.headers } }).catch(() => null);
const text = async (path: string, init?: RequestInit) => {
  const answer = await fetchPath(path, init);
  return answer && [answer.status, await answer.text()];
};
const isUpgrading = async () => (await fetchPath("/api/health"))?.status === 503;

test("returns 503 during an upgrade, and asks to retry", async () => {
  // the first migration waits for this lock
  db.run("BEGIN IMMEDIATE");
  const server = machine.start();
  await until(isUpgrading);
  expect(await text("/api/health")).toEqual([503, '{"status":"upgrading"}']);
  expect(await text("/up")).toEqual([503, "upgrading\n"]);
  const call = await fetchPath("/api/posts", { method: "POST", body: "{}" });
  expect([call?.status, call?.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await call?.text()).toContain("being upgraded");
  const page = await fetchPath("/", { headers: { accept: "text/html" } });
  expect([page?.status, page?.headers.get("refresh")]).toEqual([503, "5"]);
  expect(await page?.text()).toContain("This page reloads automatically.");
  expect(page?.headers.get("x-content-type-options")).toBe("nosniff");
  db.run("COMMIT");
  await until(async () => (await fetchPath("/api/health"))?.status === 200);
  expect(await (await fetchPath("/api/health"))?.json()).toMatchObject({ status: "ok" });
  server.kill("SIGTERM");
  expect(await server.exited).toBe(0);
}, 120_000);

test("returns 503 to an upload of any size during an upgrade", async () => {
  db.run("BEGIN IMMEDIATE");
  const server = machine.start();
  await until(isUpgrading);
  const { hostname, port } = new URL(machine.url);
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write("POST /api/upload/audiobook HTTP/1.1\r\nHost: club\r\nContent-Length: 900000000\r\n\r\n."),
    );
    socket.once("data", (data) => {
      resolve(data.toString());
      socket.destroy();
    });
  });
  expect(answer).toStartWith("HTTP/1.1 503 ");
  db.run("ROLLBACK");
  server.kill("SIGTERM");
  await server.exited;
}, 120_000);

test("frees the port however an upgrade ends", async () => {
  for (const signal of ["SIGKILL", "SIGTERM", "SIGINT"] as const) {
    db.run("BEGIN IMMEDIATE");
    const server = machine.start();
    await until(isUpgrading);
    server.kill(signal);
    await server.exited;
    await until(async () => (await fetchPath("/up")) === null);
    db.run("ROLLBACK");
  }
  const server = await machine.serve();
  expect(await text("/up")).toEqual([200, "ok\n"]);
  expect(await server.stop()).toBe(0);
}, 120_000);

test("starts without 503 when there is nothing to upgrade", async () => {
  const firstServer = await machine.serve();
  expect(await firstServer.stop()).toBe(0);
  const statuses = new Set<number>();
  const server = machine.start();
  await until(async () => {
    const status = (await fetchPath("/api/health"))?.status;
    if (status !== undefined) statuses.add(status);
    return status === 200;
  });
  expect([...statuses]).toEqual([200]);
  server.kill("SIGTERM");
  await server.exited;
}, 120_000);
