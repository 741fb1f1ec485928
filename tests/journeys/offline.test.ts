import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { chromium, type Page } from "playwright-core";

import { atNight } from "#tests/support/at-night.ts";
import { expectAccessible, screenshot } from "#tests/support/browser.ts";
import { clubMonth } from "#tests/support/club-month.ts";
import { startListeningClub } from "#tests/support/listening-club.ts";
import {
  button,
  currentTime,
  getSaved,
  history,
  openPlayer,
  position,
  saveButton,
  saveOffline,
  seek,
  untilSaved,
} from "#tests/support/player-page.ts";
import { until } from "#tests/support/poll-until.ts";

import { ensureHeadlessChromium } from "../../scripts/chromium.ts";

const { club, bookId, device } = await startListeningClub();

const storedPieces = (page: Page) =>
  page.evaluate(async () =>
    (await caches.has("kept-sound")) ? (await (await caches.open("kept-sound")).keys()).length : 0,
  );

test("plays and seeks a download offline, and syncs later", async () => {
  const page = await device.open({ serviceWorker: true });
  await saveOffline(page);
  await seek(page, 3000);
  await untilSaved(page, bookId, 3000);
  await page.context().setOffline(true);
  await openPlayer(page);
  expect(await position(page)).toBe(3000);
  await screenshot(page, "player-saved-offline");
  await button(page, "Play").click();
  await until(
    () => currentTime(page),
    (seconds) => seconds > 3001,
  );
  await seek(page, 9900);
  await until(
    () => currentTime(page),
    (seconds) => seconds > 9904,
  );
  await page.context().setOffline(false);
  await until(
    () => getSaved(page, bookId),
    ({ currentTime }) => currentTime >= 9903,
  );

  // a new release, of which only Home was opened before the network was lost
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).unregister();
    await caches.delete("shell");
  });
  await page.goto("/");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.context().setOffline(true);
  await openPlayer(page);
});

atNight("resumes offline at another device's position, with bookmarks", async () => {
  const phone = await device.open({ serviceWorker: true, width: 390 });
  await seek(phone, 100);
  const laptop = await device.open();
  await seek(laptop, 5000);
  await seek(laptop, 233);
  await laptop.getByRole("tab", { name: "Bookmarks" }).click();
  await laptop.getByLabel("Note").fill("The boat");
  await laptop.getByRole("button", { name: /^Bookmark \d/ }).click();
  await laptop.getByText("The boat").waitFor();
  await untilSaved(laptop, bookId, 233);
  await saveOffline(phone);
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
});

atNight("'Remove' and signing out free the space", async () => {
  const page = await device.open({ serviceWorker: true });
  await saveOffline(page);
  expect(await storedPieces(page)).toBeGreaterThan(1);
  await expectAccessible(page);
  await button(page, "Remove").click();
  await until(
    () => storedPieces(page),
    (count) => count === 0,
  );

  await saveOffline(page);
  await page.getByRole("button", { name: /ada/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL((url) => url.pathname === "/auth");
  await until(
    () => storedPieces(page),
    (count) => count === 0,
  );
});

atNight("continues a download on other pages, tabs and networks", async () => {
  const page = await device.open({ serviceWorker: true, width: 360 });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const gatedChunks = await delayChunks(page, 1);
  await saveButton(page).focus();
  await page.keyboard.press("Enter");
  await until(
    () => shownBytes(page),
    (progressText) => progressText.startsWith("4.2\u00A0MB of "),
  );
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Cancel");
  await expectAccessible(page);
  await screenshot(page, "download");

  await page.getByRole("link", { name: "Home" }).click();
  await page.getByRole("heading", { name: "Snacks & Drinks Board" }).waitFor();
  const otherPage = await page.context().newPage();
  await openPlayer(otherPage);
  await until(
    () => shownBytes(otherPage),
    (progressText) => progressText.startsWith("4.2\u00A0MB of "),
  );
  await page.getByRole("link", { name: "Audiobook" }).click();
  expect(await shownBytes(page)).toStartWith("4.2\u00A0MB of ");

  await page.context().setOffline(true);
  gatedChunks.open();
  await page.getByText(/^4\.2\sMB of .* saved\. You're offline/).waitFor();
  await otherPage.getByText(/^4\.2\sMB of .* saved\.$/).waitFor();
  await screenshot(page, "download-cut-off");
  await page.context().setOffline(false);
  await page.getByText(/^Saved for offline/).waitFor();
  await otherPage.getByText(/^Saved for offline/).waitFor();
});

/** Opens a URL offline with Home's responses stored. */
async function openedOffline(path: string) {
  const page = await device.open({ serviceWorker: true, width: 390 });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await until(() => page.evaluate(async () => (await caches.match("/api/posts")) !== undefined));
  await page.context().setOffline(true);
  await page.goto(path);
  return page;
}

test("shows cached Home offline, and refreshes online", async () => {
  const page = await openedOffline("/");
  await page.getByRole("heading", { name: "Thirty-one Evenings" }).waitFor();
  await page.getByRole("heading", { name: "Snacks & Drinks Board" }).waitFor();
  await page.getByText(/^You're offline\. Last updated \d+:\d\d [AP]M\.$/).waitFor();
  expect(await page.getByText("We couldn't load").count()).toBe(0);
  await expectAccessible(page);
  await screenshot(page, "home-offline");
  await page.context().setOffline(false);
  await page.getByText(/^You're offline/).waitFor({ state: "detached" });
});

atNight("shows cached talk and shelf offline, or a line without", async () => {
  const page = await openedOffline("/talk");
  await page.getByText("You'll see the talk once you're back online.").waitFor();
  await page.getByText(/^You're offline\. Last updated \d+:\d\d [AP]M\.$/).waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  await expectAccessible(page);
  await screenshot(page, "talk-offline-unseen");

  await page.context().setOffline(false);
  await page.request.post(`/api/books/${bookId}/notes`, { data: { text: "Off to a slow start.", fraction: 0 } });
  await page.reload();
  await page.getByText("Off to a slow start.").waitFor();
  await page.context().setOffline(true);
  await page.reload();
  await page.getByText("Off to a slow start.").waitFor();
  await page.getByText(/^You're offline/).waitFor();
  expect(await page.getByText("We couldn't load").count()).toBe(0);
  await expectAccessible(page);
  await screenshot(page, "talk-offline");
  await page.goto("/shelf");
  await page.getByText("You'll see the shelf once you're back online.").waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);

  await page.context().setOffline(false);
  await page.reload();
  const shelfLink = page.getByRole("main").getByRole("link", { name: /Thirty-one Evenings/ });
  await shelfLink.click();
  await page.getByRole("heading", { name: "Thirty-one Evenings" }).waitFor();
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole("heading", { name: "Thirty-one Evenings" }).waitFor();
  await page.goto("/shelf");
  await shelfLink.waitFor();
  await page.getByText(/^You're offline/).waitFor();
  await expectAccessible(page);
  await screenshot(page, "shelf-offline");
});

atNight("loads a page when online again, without a press", async () => {
  const page = await device.open({ serviceWorker: true });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Admin" }).first().click();
  await page.getByText(/^This page couldn't be loaded/).waitFor();
  await until(() =>
    page
      .locator("main img:visible")
      .count()
      .then((count) => count === 0),
  );
  await page.context().setOffline(false);
  await page.getByRole("tab", { name: "Content Management" }).waitFor();
});

test("Chromium can install the club as an app", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bookclub-profile-"));
  // other tests' windows are private, so they can't install an app
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: await ensureHeadlessChromium(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const page = await context.newPage();
    await page.goto(`${club.url}/auth`);
    const devTools = await context.newCDPSession(page);
    expect(await devTools.send("Page.getInstallabilityErrors")).toEqual({ installabilityErrors: [] });
    const { errors } = await devTools.send("Page.getAppManifest");
    expect(errors).toEqual([]);
  } finally {
    await context.close();
    rmSync(folder, { recursive: true });
  }
});

atNight("removes a download, even partial, when the month ends", async () => {
  const [page, partialPage] = await Promise.all([
    device.open({ serviceWorker: true }),
    device.open({ serviceWorker: true }),
  ]);
  await saveOffline(page);
  await partialPage.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await delayChunks(partialPage, 1);
  await saveButton(partialPage).click();
  await until(
    () => shownBytes(partialPage),
    (progressText) => progressText.startsWith("4.2\u00A0MB of "),
  );
  await openPlayer(partialPage);
  await partialPage.getByText(/^4\.2\sMB of .* saved\.$/).waitFor();
  const importResult = await club.run(["book", "import", "--title", "Next", "--author", "B", "--month", clubMonth()]);
  expect(importResult.exitCode).toBe(0);
  for (const tab of [page, partialPage]) {
    await tab.goto("/");
    await until(
      () => storedPieces(tab),
      (count) => count === 0,
    );
  }
});

/** The downloaded amount in the progress bar's text. */
const shownBytes = (page: Page) => page.getByText(/ of [\d.]+\sMB$/).innerText();

/** Lets `count` chunks through, and the others when `open` is called. */
async function delayChunks(page: Page, count: number) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let remainingChunks = count;
  await page.route("**/api/download/audiobook/**", async (route) => {
    if (route.request().resourceType() === "fetch" && remainingChunks-- <= 0) await promise;
    await route.continue().catch(() => undefined);
  });
  return { open: resolve };
}
