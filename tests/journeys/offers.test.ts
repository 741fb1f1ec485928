import { expect, test } from "bun:test";

import type { Page } from "playwright-core";

import { atNight } from "#tests/support/at-night.ts";
import { startBrowserClub } from "#tests/support/browser-club.ts";
import { until } from "#tests/support/poll-until.ts";
import { chapterFrame, importBook, pressInBars, readingProgress, turn } from "#tests/support/reader-page.ts";
import { audioChapters, bookOf, plainChapters } from "#tests/support/reading-book.ts";

const CHAPTER_SECONDS = 300;
const CHAPTERS = 5;
const AUDIO_SECONDS = CHAPTER_SECONDS * CHAPTERS;

const { browser, club, adminPage } = await startBrowserClub();
const files = {
  ebook: bookOf({ chapters: plainChapters(Array.from({ length: CHAPTERS }, () => 1500)) }),
  audio: { seconds: AUDIO_SECONDS, chapters: audioChapters(Array.from({ length: CHAPTERS }, () => CHAPTER_SECONDS)) },
};
const shelfId = await importBook(club, { ...files, month: "2020-01" });
const currentId = await importBook(club, files);

const areBarsShown = (page: Page) =>
  page.locator("[data-bar=bottom]").evaluate((bar) => getComputedStyle(bar).opacity === "1");

atNight("offers to continue in the bar until a page turn", async () => {
  const phone = await adminPage({ width: 390, height: 844, reducedMotion: true });
  const progressAt = (bookId: number, fraction: number) => ({ data: { bookId, fraction, locator: null } });
  await phone.request.post("/api/reading-progress", progressAt(shelfId, 0.45));
  await phone.request.post("/api/audiobook-progress", { data: { bookId: shelfId, currentTime: 0.7 * AUDIO_SECONDS } });
  await phone.request.post("/api/bookmarks", {
    data: { bookId: shelfId, currentTime: 0.7 * AUDIO_SECONDS, note: "Heard" },
  });
  await phone.goto(`/read/${shelfId}`);
  await chapterFrame(phone, "c3.xhtml");
  const offer = phone.getByText("You've listened further");
  const inBar = phone.locator("[data-bar=bottom]").getByText("You've listened further");
  await inBar.waitFor();
  expect(await offer.count()).toBe(1);
  await turn(phone, 1);
  await until(async () => !(await areBarsShown(phone)));

  await pressInBars(phone, "Bookmarks and highlights");
  await phone.getByRole("button", { name: /^In the audiobook Chapter 4, (?:69|7\d)%/ }).waitFor();
  await phone.keyboard.press("Escape");
  await pressInBars(phone, "Read from there");
  await chapterFrame(phone, "c4.xhtml");
  await until(
    () => readingProgress(phone, shelfId),
    ({ fraction }) => fraction > 0.6 && fraction < 0.75,
  );

  // a few seconds of audio behind aren't offered, and Home continues with the text
  for (let page = 0; page <= 10; page += 1) {
    const save = {
      reason: page === 0 ? "seek" : "tick",
      client: "earlier",
      sequence: page + 1,
      age: 3600 - page * 60,
    };
    const { data } = progressAt(currentId, 0.3 + page * 0.02);
    await phone.request.post("/api/reading-progress", { data: { ...data, ...save } });
  }
  await phone.request.post("/api/audiobook-progress", { data: { bookId: currentId, currentTime: 31 } });
  await phone.goto("/");
  const continueLink = phone.getByRole("link", { name: "Continue reading, 50%" });
  await continueLink.waitFor();
  const planResponse = phone.waitForResponse((response) => response.url().endsWith("/place"));
  await continueLink.click();
  await chapterFrame(phone, "c3.xhtml");
  await planResponse;
  await pressInBars(phone, "Contents");
  expect(await offer.count()).toBe(0);
  await phone.close();
});

atNight("shows a failed save above an offer in the bar", async () => {
  const phone = await adminPage({ width: 390, height: 844, reducedMotion: true });
  await phone.request.post("/api/reading-progress", { data: { bookId: currentId, fraction: 0.1, locator: null } });
  await phone.request.post("/api/audiobook-progress", {
    data: { bookId: currentId, currentTime: 0.7 * AUDIO_SECONDS },
  });
  await phone.route("**/api/bookmarks", (route) =>
    route.fulfill({ status: 503, json: { message: "Try again later" } }),
  );
  await phone.goto("/read");
  await chapterFrame(phone, "c1.xhtml");
  await phone.getByText("You've listened further").waitFor();
  await turn(phone, 1);
  const offer = phone.locator("[data-bar=bottom]").getByText("You've listened further");
  await offer.waitFor({ state: "attached" });
  await pressInBars(phone, "Bookmark this page");
  const toast = phone.locator("[data-sonner-toast][data-mounted=true]");
  await toast.waitFor();
  const toastBox = await until(() => toast.boundingBox());
  expect((toastBox?.y ?? 0) + (toastBox?.height ?? 0)).toBeLessThanOrEqual((await offer.boundingBox())?.y ?? 0);
  await phone.close();
});

test("offers to continue below the title until Play", async () => {
  const phone = await adminPage({ width: 390, height: 844, reducedMotion: true });
  await phone.request.post("/api/audiobook-progress", { data: { bookId: currentId, currentTime: 60 } });
  await phone.request.post("/api/reading-progress", { data: { bookId: currentId, fraction: 0.8, locator: null } });
  const text = { bookId: currentId, fraction: 0.8, locator: "x", quote: "the last course", note: "Ask about this" };
  await phone.request.post("/api/bookmarks", { data: text });
  await phone.goto("/audiobook");
  const offer = phone.getByText("You've read further");
  await offer.waitFor();
  const statusText = (await phone.getByRole("status").filter({ hasText: "You've read further" }).innerText()).trim();
  expect(statusText).toMatch(/(?:About|Somewhere around) here: .*\b1?\d minutes further on/);
  const title = phone.getByRole("heading", { level: 1, name: "The Long Table" });
  const getTops = async () =>
    Promise.all(
      [title, phone.getByRole("button", { name: /^(?:Play|Pause)$/ })].map(
        async (part) => (await part.boundingBox())?.y,
      ),
    );
  const topsBefore = await getTops();
  await phone.getByRole("button", { name: "Play", exact: true }).click();
  await offer.waitFor({ state: "detached" });
  await phone.getByRole("button", { name: "Pause", exact: true }).click();
  await offer.waitFor();
  expect(await getTops()).toEqual(topsBefore);
  await phone.getByRole("tab", { name: "Bookmarks" }).click();
  await phone.getByText("Ask about this").click();
  const getPosition = async () =>
    (await (await phone.request.get(`/api/audiobook-progress?bookId=${currentId}`)).json()).currentTime;
  await until(getPosition, (seconds) => Math.abs(seconds - 0.8 * AUDIO_SECONDS) < 60);
  expect(browser.faults).toEqual([]);
  await phone.close();
});
