import { afterAll, expect, test } from "bun:test";

import { openBrowser } from "#tests/support/browser.ts";
import { ADMIN_PASSWORD, startClub } from "#tests/support/executable.ts";
import { chapterFrame, importBook, readingPlace } from "#tests/support/reader-page.ts";
import { bookOf, plainChapters } from "#tests/support/reading-book.ts";
import { delayTexts, watchSaves } from "#tests/support/slow-phone.ts";
import { until } from "#tests/support/until.ts";

const LATE = 5000;

const browser = await openBrowser();
const club = await startClub({ environment: { LOG_LEVEL: "warn" } });
await club.makeAdmin();
const bookId = await importBook(club, { ebook: bookOf({ chapters: plainChapters([700, 700, 700, 700, 700]) }) });
afterAll(async () => {
  await browser.close();
  await club.stop();
});

test("a screen that changes while the next chapter is on its way leaves the saved place where it was", async () => {
  const phone = await browser.signedIn({ club, width: 390, height: 844 }, "ada", ADMIN_PASSWORD);
  // on the second chapter's last pages
  await phone.request.post("/api/reading-progress", { data: { bookId, fraction: 0.39, locator: null } });
  await phone.goto("/read");
  await chapterFrame(phone, "c2.xhtml");
  await phone.locator("[data-bar=top]").waitFor();
  await delayTexts(phone, LATE);
  const saves = watchSaves(phone);
  let isAsked = false;
  phone.on("request", (request) => (isAsked ||= request.url().endsWith("c3.xhtml")));
  await until(async () => {
    await phone.keyboard.press("ArrowRight", { delay: 250 });
    return isAsked;
  });
  for (const height of [780, 844]) {
    await phone.setViewportSize({ width: 390, height });
    await until(() =>
      phone.locator("foliate-paginator").evaluate((view, wanted) => view.clientHeight <= wanted, height),
    );
  }
  await chapterFrame(phone, "c3.xhtml");
  await until(
    () => readingPlace(phone, bookId),
    ({ fraction }) => fraction >= 0.4,
  );
  expect(saves.filter(({ place }) => place < 0.38)).toEqual([]);
  await phone.close();
}, 60_000);
