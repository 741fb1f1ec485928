import { afterAll, expect, test } from "bun:test";

import type { Page } from "playwright-core";

import { localTime } from "#contract/zoned-time.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { ADMIN_PASSWORD, startClub } from "#tests/support/executable.ts";
import { until } from "#tests/support/poll-until.ts";
import { chapterFrame, importBook, showBars } from "#tests/support/reader-page.ts";
import { audioChapters, bookOf, pageOf, plainChapters } from "#tests/support/reading-book.ts";

const COVER = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 90"><rect width="60" height="90"/></svg>';
const DAY_MS = 86_400_000;

const browser = await openBrowser();
const club = await startClub({ environment: { LOG_LEVEL: "warn" } });
await club.makeAdmin();
const bookId = await importBook(club, {
  ebook: bookOf({
    chapters: plainChapters([3000, 3000, 3000]),
    more: [{ name: "cover.xhtml", type: "application/xhtml+xml", data: pageOf("Cover", COVER) }],
    itemrefs: '<itemref idref="m0"/>',
  }),
  audio: { seconds: 900, chapters: audioChapters([300, 300, 300]) },
});
afterAll(async () => {
  await browser.close();
  await club.stop();
});

/** A phone whose responses about the position in both media wait for `release`. */
async function withLateProgress(width = 390): Promise<{ phone: Page; release: () => void }> {
  const phone = await browser.signedIn({ club, width, height: 844, reducedMotion: true }, "ada", ADMIN_PASSWORD);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await phone.route("**/api/books/*/place", async (route) => {
    await released;
    await route.continue();
  });
  return { phone, release };
}

test("keeps the cover's bar in place when the pace arrives", async () => {
  const { phone, release } = await withLateProgress();
  const date = localTime(new Date(Date.now() + 6 * DAY_MS), "America/New_York").slice(0, 10);
  await phone.request.post("/api/meetings", { data: { date, time: "19:00", location: "The cellar" } });
  await phone.goto("/read");
  await chapterFrame(phone, "cover.xhtml");
  const bar = phone.locator("[data-bar=bottom]");
  await bar.getByText("The Long Table", { exact: true }).waitFor();
  // the first tap on a device replaces the hint with the page number
  await phone.mouse.click(195, 422);
  await phone.getByText("The Long Table · 0%", { exact: true }).waitFor({ state: "attached" });
  await showBars(phone);
  const boxBefore = await bar.boundingBox();
  release();
  await bar.getByText(/ a day until /).waitFor();
  expect(await bar.boundingBox()).toEqual(boxBefore);
  await phone.keyboard.press("ArrowRight");
  await chapterFrame(phone, "c1.xhtml");
  await phone.getByText(/^Chapter 1 · page 1 of \d+$/).waitFor({ state: "attached" });
  await phone.close();
});

test("keeps Play in place when a later offer arrives", async () => {
  for (const width of [360, 390, 1280]) {
    const { phone, release } = await withLateProgress(width);
    await phone.request.post("/api/audiobook-progress", { data: { bookId, currentTime: 60 } });
    await phone.request.post("/api/reading-progress", { data: { bookId, fraction: 0.8, locator: null } });
    await phone.goto("/audiobook");
    const playButton = phone.getByRole("button", { name: "Play", exact: true });
    await playButton.waitFor();
    const before = await playButton.boundingBox();
    release();
    const switchLink = phone.getByRole("button", { name: "Listen from there" });
    await switchLink.waitFor();
    expect(await playButton.boundingBox()).toEqual(before);
    await switchLink.click();
    await until(() => playButton.evaluate((button) => document.activeElement === button));
    await phone.close();
  }
  expect(browser.faults).toEqual([]);
});
