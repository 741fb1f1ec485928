import { afterAll, expect, test } from "bun:test";
import { connect, type Socket } from "node:net";

import { ADMIN_PASSWORD, startClub } from "#tests/support/executable.ts";
import { until } from "#tests/support/poll-until.ts";

const club = await startClub();
const sockets: Socket[] = [];
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await club.stop();
});

const PARTIAL_REQUEST =
  'POST /api/auth/login HTTP/1.1\r\nHost: club\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a';

test("survives 1,300 half-sent bodies with 1,024 descriptors", async () => {
  await club.makeAdmin();
  Bun.spawnSync(["prlimit", "--pid", String(club.pid()), "--nofile=1024:1024"]);
  const openSockets = { count: 0 };
  for (let index = 0; index < 1300; index += 1) {
    const socket = connect({ port: Number(new URL(club.url).port), host: "127.0.0.1", localAddress: "127.0.0.2" });
    socket.on("connect", () => {
      openSockets.count += 1;
      socket.write(PARTIAL_REQUEST);
    });
    socket.resume();
    socket.on("error", () => {});
    socket.on("close", () => (openSockets.count -= 1));
    sockets.push(socket);
  }
  await until(
    () => openSockets.count,
    (count) => count === 50,
  );
  const body = JSON.stringify({ username: "ada", password: ADMIN_PASSWORD });
  const headers = { "content-type": "application/json" };
  expect((await fetch(`${club.url}/api/auth/login`, { method: "POST", headers, body })).status).toBe(200);
  // the server closes the others
  await until(
    () => openSockets.count,
    (count) => count === 0,
    30_000,
  );
}, 300_000);
