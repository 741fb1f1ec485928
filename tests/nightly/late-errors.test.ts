import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { until } from "#tests/support/poll-until.ts";

import { freePort } from "../../scripts/free-port.ts";

/** `serve` in a process in which other code throws and rejects later. */
const SCRIPT = `
  const { runCommand } = await import("#server/cli/run.ts");
  void runCommand(["serve"], { environment: process.env, print: console.log, printError: console.error }).then((code) =>
    process.exit(code),
  );
  setTimeout(() => {
    throw new Error("thrown late");
  }, 700);
  setTimeout(() => void Promise.reject(new Error("rejected late")), 800);
  setTimeout(() => void fetch("http://127.0.0.1:1/").then(() => console.log("never")), 900);`;

test("logs errors outside requests, and stays up (O08)", async () => {
  const storage = mkdtempSync(join(tmpdir(), "bookclub-late-"));
  const port = await freePort();
  const server = Bun.spawn([process.execPath, "-e", SCRIPT], {
    env: { PATH: Bun.env["PATH"] ?? "", PORT: String(port), STORAGE_DIR: storage, TEAM_AVATAR_URL: "local" },
    stdout: "ignore",
    stderr: "pipe",
  });
  let log = "";
  void server.stderr.pipeTo(new WritableStream({ write: (chunk) => void (log += new TextDecoder().decode(chunk)) }));
  const countUncaughtErrors = () => log.split("\n").filter((line) => line.includes("uncaught error")).length;
  await until(() => countUncaughtErrors() >= 3);
  expect(log).toContain("thrown late");
  expect(log).toContain("rejected late");
  expect(countUncaughtErrors()).toBe(3);
  expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200);
  server.kill("SIGTERM");
  expect(await server.exited).toBe(0);
  rmSync(storage, { recursive: true });
}, 300_000);
