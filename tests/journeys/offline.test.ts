import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { chromium, type Page } from "playwright-core";

import { expectAccessible, screenshot } from "#tests/support/browser.ts";
import { startListeningClub } from "#tests/support/listening-club.ts";
import { button, heard, history, keepOffline, openPlayer, position, saved, seek } from "#tests/support/player-page.ts";
import { until } from "#tests/support/until.ts";

import { ensureChromium } from "../../scripts/chromium.ts";

const { club, bookId, device } = await startListeningClub();

const keptPieces = (page: Page) =>
  page.evaluate(async () =>
    (await caches.has("kept-sound")) ? (await (await caches.open("kept-sound")).keys()).length : 0,
  );

test("a downloaded book plays and seeks offline, and the place syncs later", async () => {
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

  // a new release, of which only the home page was seen before the network goes
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).unregister();
    await caches.delete("shell");
  });
  await page.goto("/");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.context().setOffline(true);
  await openPlayer(page);
}, 60_000);

test("offline, a phone resumes where another device was, with that device's bookmarks and history", async () => {
  const phone = await device.open({ serviceWorker: true, width: 390 });
  await seek(phone, 100);
  const laptop = await device.open();
  await seek(laptop, 5000);
  await seek(laptop, 233);
  await laptop.getByRole("tab", { name: "Bookmarks" }).click();
  await laptop.getByLabel("Note").fill("The boat");
  await laptop.getByRole("button", { name: /^Bookmark \d/ }).click();
  await laptop.getByText("The boat").waitFor();
  await until(
    () => saved(laptop, bookId),
    ({ currentTime }) => currentTime === 233,
  );
  await keepOffline(phone);
  await phone.context().setOffline(true);
  await openPlayer(phone);
  expect(await position(phone)).toBe(233);
  await phone.getByRole("tab", { name: "Bookmarks" }).click();
  await phone.getByText("The boat").waitFor();
  await phone.getByRole("tab", { name: "History" }).click();
  const jumps = await history(laptop, bookId);
  expect(jumps.length).toBeGreaterThan(0);
  await until(
    () => phone.getByRole("button", { name: /Go back$/ }).count(),
    (rows) => rows === jumps.length,
  );
}, 60_000);

test("'Remove' and signing out free the space", async () => {
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

test("a download continues on other pages and in another tab, waits for the network, and isn't lost", async () => {
  const page = await device.open({ serviceWorker: true, width: 360 });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const gate = await holdPieces(page, 1);
  await button(page, "Keep offline").focus();
  await page.keyboard.press("Enter");
  await until(
    () => shownBytes(page),
    (shown) => shown.startsWith("4.2MB of "),
  );
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Cancel");
  await expectAccessible(page);
  await screenshot(page, "keeping");

  await page.getByRole("link", { name: "Home" }).click();
  await page.getByRole("heading", { name: "Snacks & Drinks Board" }).waitFor();
  const other = await page.context().newPage();
  await openPlayer(other);
  await until(
    () => shownBytes(other),
    (shown) => shown.startsWith("4.2MB of "),
  );
  await page.getByRole("link", { name: "Audiobook" }).click();
  expect(await shownBytes(page)).toStartWith("4.2MB of ");

  await page.context().setOffline(true);
  gate.open();
  await page.getByText(/^4\.2MB of .* are on this device\. The network is gone:/).waitFor();
  await other.getByText(/^4\.2MB of .* are on this device\. Go on/).waitFor();
  await screenshot(page, "keeping-cut-off");
  await page.context().setOffline(false);
  await page.getByText(/^Kept offline on this device/).waitFor();
  await other.getByText(/^Kept offline on this device/).waitFor();
}, 60_000);

test("without a downloaded book the app still opens offline and says what's wrong", async () => {
  const page = await device.open({ serviceWorker: true });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await page.context().setOffline(true);
  await page.goto("/");
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  expect(await page.locator("#root").textContent()).not.toBe("");
}, 60_000);

test("Chromium can install the club as an app", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bookclub-profile-"));
  // in the windows of the other tests nothing can ever be installed: they are private
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: ensureChromium(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const page = await context.newPage();
    await page.goto(`${club.url}/auth`);
    const debug = await context.newCDPSession(page);
    expect(await debug.send("Page.getInstallabilityErrors")).toEqual({ installabilityErrors: [] });
    const { errors } = await debug.send("Page.getAppManifest");
    expect(errors).toEqual([]);
  } finally {
    await context.close();
    rmSync(folder, { recursive: true });
  }
});

test("when the month turns, last month's download is removed, even a partial one", async () => {
  const [page, half] = await Promise.all([device.open({ serviceWorker: true }), device.open({ serviceWorker: true })]);
  await keepOffline(page);
  await half.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await holdPieces(half, 1);
  await button(half, "Keep offline").click();
  await until(
    () => shownBytes(half),
    (shown) => shown.startsWith("4.2MB of "),
  );
  await openPlayer(half);
  await half.getByText(/^4\.2MB of .* are on this device\. Go on to keep the rest\.$/).waitFor();
  const next = await club.run(["book", "import", "--title", "Next", "--author", "B", "--month", thisMonth()]);
  expect(next.exitCode).toBe(0);
  for (const tab of [page, half]) {
    await tab.goto("/");
    await until(
      () => keptPieces(tab),
      (pieces) => pieces === 0,
    );
  }
}, 60_000);

/** How much has come, as the progress bar tells it. */
const shownBytes = (page: Page) => page.getByText(/ of [\d.]+MB$/).innerText();

/** Lets `count` pieces through, and the others once it is opened. */
async function holdPieces(page: Page, count: number) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = count;
  await page.route("**/api/download/audiobook/**", async (route) => {
    if (route.request().resourceType() === "fetch" && left-- <= 0) await promise;
    await route.continue().catch(() => undefined);
  });
  return { open: resolve };
}

function thisMonth(): string {
  return new Date().toISOString().slice(0, 7);
}
