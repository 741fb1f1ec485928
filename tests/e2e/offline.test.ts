import { expect, test } from "bun:test";

import type { Page } from "playwright-core";

import { expectAccessible, screenshot } from "#tests/support/browser.ts";
import { startListeningClub } from "#tests/support/listening-club.ts";
import { button, heard, keepOffline, openPlayer, position, saved, seek, until } from "#tests/support/player-page.ts";

const { club, bookId, device } = await startListeningClub();

const keptPieces = (page: Page) =>
  page.evaluate(async () =>
    (await caches.has("kept-sound")) ? (await (await caches.open("kept-sound")).keys()).length : 0,
  );

test("a kept book opens, plays and seeks without a network, and the place arrives afterwards", async () => {
  const page = await device.open({ serviceWorker: true });
  await keepOffline(page);
  await seek(page, 3000);
  await until(
    () => saved(page, bookId),
    ({ currentTime }) => currentTime === 3000,
  );
  await page.context().setOffline(true);
  await openPlayer(page);
  expect(await position(page)).toBe(3000);
  await screenshot(page, "player-kept-offline");
  await button(page, "Play").click();
  await until(
    () => heard(page),
    (at) => at > 3001,
  );
  await seek(page, 9900);
  await until(
    () => heard(page),
    (at) => at > 9904,
  );
  await page.context().setOffline(false);
  await until(
    () => saved(page, bookId),
    ({ currentTime }) => currentTime >= 9903,
  );
}, 60_000);

test("the room is freed by 'Remove' and by signing out", async () => {
  const page = await device.open({ serviceWorker: true });
  await keepOffline(page);
  expect(await keptPieces(page)).toBeGreaterThan(1);
  await expectAccessible(page);
  await button(page, "Remove").click();
  await until(
    () => keptPieces(page),
    (pieces) => pieces === 0,
  );

  await keepOffline(page);
  await page.getByRole("button", { name: /ada/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL((url) => url.pathname === "/auth");
  await until(
    () => keptPieces(page),
    (pieces) => pieces === 0,
  );
}, 60_000);

test("without a kept book the shell of the app still opens offline, and says what is wrong", async () => {
  const page = await device.open({ serviceWorker: true });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await page.context().setOffline(true);
  await page.goto("/");
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  expect(await page.locator("#root").textContent()).not.toBe("");
}, 60_000);

test("the month turns: the kept copy of the last book goes by itself", async () => {
  const page = await device.open({ serviceWorker: true });
  await keepOffline(page);
  const next = await club.run(["book", "import", "--title", "Next", "--author", "B", "--month", thisMonth()]);
  expect(next.exitCode).toBe(0);
  await page.goto("/");
  await until(
    () => keptPieces(page),
    (pieces) => pieces === 0,
  );
}, 60_000);

function thisMonth(): string {
  return new Date().toISOString().slice(0, 7);
}
