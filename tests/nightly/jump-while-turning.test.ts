import { expect, test } from "bun:test";

import { startReaderClub } from "#tests/support/browser-club.ts";
import { until } from "#tests/support/poll-until.ts";
import { chapterFrame } from "#tests/support/reader-page.ts";
import { bookOf, plainChapters } from "#tests/support/reading-book.ts";
import { delayTexts } from "#tests/support/slow-phone.ts";

const { browser, adminPage, bookId } = await startReaderClub({
  ebook: bookOf({ chapters: plainChapters([20, 20, 20, 20]) }),
});

test("shows a chapter chosen while the next one loads", async () => {
  const page = await adminPage({ width: 390, height: 844, reducedMotion: true });
  await page.goto(`/read/${bookId}`);
  await chapterFrame(page, "c1.xhtml");
  await page.locator("[data-bar=top]").waitFor();
  await delayTexts(page, 2500);
  let isAsked = false;
  page.on("request", (request) => (isAsked ||= request.url().endsWith("c2.xhtml")));
  await until(async () => {
    await page.keyboard.press("ArrowRight", { delay: 100 });
    return isAsked;
  });
  await page.getByRole("button", { name: "Contents" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Chapter 4", exact: true }).click();
  await chapterFrame(page, "c4.xhtml");
  expect(browser.faults).toEqual([]);
  await page.context().close();
}, 300_000);
