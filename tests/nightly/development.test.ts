import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expectAccessible, openBrowser } from "#tests/support/browser.ts";
import { until } from "#tests/support/poll-until.ts";

import { freePort } from "../../scripts/free-port.ts";

const storage = mkdtempSync(join(tmpdir(), "bookclub-test-development-"));
const port = await freePort();
const server = Bun.spawn([process.execPath, "scripts/dev.ts"], {
  env: { PATH: Bun.env["PATH"] ?? "", PORT: String(port), STORAGE_DIR: storage, TEAM_AVATAR_URL: "local" },
  stdio: ["ignore", "ignore", "ignore"],
});
const browser = await openBrowser();
afterAll(async () => {
  await browser.close();
  server.kill("SIGTERM");
  await server.exited;
  rmSync(storage, { recursive: true, force: true });
});

test("opens an accessible sign-in page in development", async () => {
  const url = `http://127.0.0.1:${port}`;
  await until(async () => (await fetch(`${url}/api/health`).catch(() => null))?.ok, Boolean, 30_000);
  const page = await browser.page({ club: { url }, width: 320, reducedMotion: true });
  await page.goto("/auth");
  await page.getByRole("button", { name: "Login", exact: true }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await expectAccessible(page);
  expect(browser.faults).toEqual([]);
});
