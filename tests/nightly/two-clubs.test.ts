import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { openBrowser } from "#tests/support/browser.ts";
import { endedWithTests } from "#tests/support/ended-with-tests.ts";
import { ADMIN_PASSWORD, collectOutput, executable, runCommand, untilServing } from "#tests/support/executable.ts";

import { freePort } from "../../scripts/free-port.ts";

const folder = mkdtempSync(join(tmpdir(), "bookclub-two-"));
const browser = await openBrowser();
let clubs: Awaited<ReturnType<typeof startAtPort>>[] = [];
beforeAll(async () => {
  for (const username of ["ada", "bea"]) clubs.push(await startAtPort(username));
}, 60_000);
afterAll(async () => {
  await browser.close();
  for (const { stop } of clubs) await stop();
  clubs = [];
  rmSync(folder, { recursive: true, force: true });
});

/** A club whose PUBLIC_URL is where it listens, with an admin. */
async function startAtPort(username: string) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const environment = {
    HOST: "127.0.0.1",
    PORT: String(port),
    PUBLIC_URL: url,
    STORAGE_DIR: join(folder, username),
    TEAM_AVATAR_URL: "local",
    LOG_LEVEL: "error",
  };
  const server = endedWithTests(
    Bun.spawn([await executable(), "serve"], { env: environment, stdio: ["ignore", "pipe", "pipe"] }),
  );
  let output = "";
  collectOutput(server, (text) => (output += text));
  await untilServing(url, server, () => output);
  const args = ["admin", "create", "--username", username, "--email", `${username}@example.org`];
  expect((await runCommand(args, { environment, input: `${ADMIN_PASSWORD}\n` })).exitCode).toBe(0);
  return { url, stop: () => (server.kill("SIGTERM"), server.exited) };
}

test("two clubs on one host keep their sessions apart", async () => {
  const [first, second] = clubs;
  if (!first || !second) throw new Error("Two clubs should run");
  const page = await browser.page({ club: first });
  const names: string[][] = [];
  for (const [club, username] of [
    [first, "ada"],
    [second, "bea"],
  ] as const) {
    const response = await page.request.post(`${club.url}/api/auth/login`, {
      data: { username, password: ADMIN_PASSWORD },
    });
    expect([username, response.status()]).toEqual([username, 200]);
    const cookies = await page.context().cookies(club.url);
    names.push(cookies.map(({ name }) => name).toSorted());
  }
  for (const [club, username] of [
    [first, "ada"],
    [second, "bea"],
    [first, "ada"],
  ] as const) {
    expect(await (await page.request.get(`${club.url}/api/auth/user`)).json()).toMatchObject({ username });
    await page.goto(`${club.url}/profile`);
    await page.getByRole("banner").waitFor();
  }
  // a browser sends each all cookies of the host, and the other's can't be taken for its own
  const ports = clubs.map(({ url }) => new URL(url).port);
  expect(names[1]).toEqual(ports.flatMap((port) => [`device-${port}`, `session-${port}`]).toSorted());
  // signing out of one leaves the other
  expect((await page.request.post(`${second.url}/api/auth/logout`)).ok()).toBe(true);
  expect((await page.request.get(`${second.url}/api/auth/user`)).status()).toBe(401);
  expect((await page.request.get(`${first.url}/api/auth/user`)).status()).toBe(200);
}, 120_000);
