import { expect, test } from "bun:test";

import { startReaderClub } from "#tests/support/browser-club.ts";
import { until } from "#tests/support/poll-until.ts";
import { chapterFrame, firstWord, readingProgress } from "#tests/support/reader-page.ts";
import { bookOf, plainChapters } from "#tests/support/reading-book.ts";
import { delayTexts, noteSaveTimes, savePauses, saveTimes, slowDown, watchSaves } from "#tests/support/slow-phone.ts";

const CHAPTERS = 5;
const DELAY_MS = 2500;

/** Turns pages in a phone's reader. @param rate how many times slower its processor is */
async function testSlowReader({ rate, reducedMotion }: { rate: number; reducedMotion: boolean }): Promise<void> {
  const { browser, adminPage, bookId } = await startReaderClub({
    ebook: bookOf({ chapters: plainChapters(Array.from({ length: CHAPTERS }, () => 700)) }),
  });

  test(`saves the turned chapter at 1/${rate} speed and 2.5 s delay`, async () => {
    const phone = await adminPage({ width: 390, height: 844, reducedMotion });
    // two pages before the second chapter's end
    await phone.request.post("/api/reading-progress", { data: { bookId, fraction: 0.33, locator: null } });
    await slowDown(phone, rate);
    await delayTexts(phone, DELAY_MS);
    await noteSaveTimes(phone);
    await phone.goto("/read");
    await chapterFrame(phone, "c2.xhtml");
    const saves = watchSaves(phone);
    let isAsked = false;
    phone.on("request", (request) => (isAsked ||= request.url().endsWith("c3.xhtml")));
    // like someone who keeps turning pages, even while the next chapter loads
    await until(async () => {
      await phone.keyboard.press("ArrowRight", { delay: 250 });
      return isAsked;
    });
    await phone.keyboard.press("ArrowRight");
    await chapterFrame(phone, "c3.xhtml");
    // every press counts, including those in the meantime
    const lastPage = await until(
      async () => [await firstWord(phone).catch(() => ""), await readingProgress(phone, bookId)] as const,
      ([word, { locator, fraction }]) => fraction >= 0.4 && word !== "" && (locator ?? "").includes(word),
    );
    expect(saves.map(({ status }) => status)).not.toContain(409);
    expect(saves.map(({ position }) => position)).toEqual(saves.map(({ position }) => position).toSorted());
    const timesOfSaves = await saveTimes(phone);
    expect(timesOfSaves.length).toBeGreaterThan(1);
    expect(savePauses(timesOfSaves).filter((pause) => pause < 950)).toEqual([]);
    await phone.reload();
    await chapterFrame(phone, "c3.xhtml");
    await until(
      () => firstWord(phone).catch(() => ""),
      (word) => word === lastPage[0],
    );
    expect(browser.faults).toEqual([]);
    await phone.close();
  }, 120_000);
}

test("turns from the saved page when pressed while the book opens", async () => {
  const { browser, adminPage, bookId } = await startReaderClub({
    ebook: bookOf({ chapters: plainChapters(Array.from({ length: CHAPTERS }, () => 700)) }),
  });
  const phone = await adminPage({ width: 390, height: 844, reducedMotion: true });
  await phone.request.post("/api/reading-progress", { data: { bookId, fraction: 0.25, locator: null } });
  await delayTexts(phone, DELAY_MS);
  const opening = phone.waitForRequest(/\/text\//);
  await phone.goto("/read");
  await opening;
  await phone.keyboard.press("ArrowRight");
  const { locator } = await until(
    () => readingProgress(phone, bookId),
    ({ fraction }) => fraction > 0.25,
  );
  await until(
    () => firstWord(phone).catch(() => ""),
    (word) => word !== "" && (locator ?? "").includes(word),
  );
  expect(browser.faults).toEqual([]);
}, 120_000);

await testSlowReader({ rate: 4, reducedMotion: true });
await testSlowReader({ rate: 6, reducedMotion: false });
