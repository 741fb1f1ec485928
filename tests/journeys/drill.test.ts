import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { apiClient } from "#tests/support/api-client.ts";
import { commandsOf } from "#tests/support/commands.ts";
import { ADMIN_PASSWORD, executable, type RunningClub, startClub } from "#tests/support/executable.ts";
import { until } from "#tests/support/poll-until.ts";

import { freePort } from "../../scripts/free-port.ts";

const folder = mkdtempSync(join(tmpdir(), "bookclub-drill-"));
let club: RunningClub;
beforeAll(async () => {
  club = await startClub();
  await club.makeAdmin();
});
afterAll(async () => {
  await club.stop();
  rmSync(folder, { recursive: true });
});

test("restores as docs/backup.md says, line by line (K03)", async () => {
  const backup = join(folder, "club.tar");
  expect(await club.run(["backup", backup])).toMatchObject({ exitCode: 0 });
  const port = await freePort();
  const lines = (await commandsOf("docs/backup.md")).map((line) =>
    line.replace(/\/mnt\/usb\/bookclub-\S+\.tar/, backup).replace("PORT=3999", `PORT=${port}`),
  );
  const firstIndex = lines.findIndex((line) => line.startsWith("mkdir drill"));
  const [make = "", restore = "", verify = "", serve = ""] = lines.slice(firstIndex, firstIndex + 4);
  const script = `${make} && ${restore} && ${verify} && exec env ${serve}`;
  const path = `${dirname(await executable())}:${Bun.env["PATH"]}`;
  const server = Bun.spawn(["sh", "-c", script], {
    cwd: folder,
    env: { PATH: path },
    stdio: ["ignore", "ignore", "ignore"],
  });
  try {
    await until(async () => (await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null))?.ok);
    const signIn = { username: "ada", password: ADMIN_PASSWORD };
    const ada = await apiClient(`http://127.0.0.1:${port}`).admitted("/api/auth/login", signIn);
    expect((await ada.call("GET", "/api/users")).status).toBe(200);
  } finally {
    server.kill("SIGTERM");
    await server.exited;
  }
});
