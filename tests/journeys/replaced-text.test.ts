import { expect, test } from "bun:test";

import { startReaderClub } from "#tests/support/browser-club.ts";
import { CHAPTERS, FULL_CHAPTERS, shareOf } from "#tests/support/editions-club.ts";
import { UNREACHABLE } from "#tests/support/expected-console-errors.ts";
import { until } from "#tests/support/poll-until.ts";
import {
  chapterFrame,
  firstWord,
  importBook,
  pressInBars,
  readingProgress,
  turn,
  turnAndStore,
} from "#tests/support/reader-page.ts";
import { bookOf } from "#tests/support/reading-book.ts";

const { club, adminPage, bookId } = await startReaderClub(
  { ebook: bookOf({ chapters: FULL_CHAPTERS }) },
  { provoked: UNREACHABLE },
);

test("opens at the words a phone showed before a replacement", async () => {
  const phone = await adminPage({ width: 390, height: 780, reducedMotion: true });
  await phone.goto("/read");
  await chapterFrame(phone, "c1.xhtml");
  await pressInBars(phone, "Contents");
  await phone.getByRole("button", { name: "Chapter Four", exact: true }).click();
  await chapterFrame(phone, "c5.xhtml");
  await turn(phone, 1);
  await until(
    () => readingProgress(phone, bookId),
    ({ fraction }) => fraction > shareOf(FULL_CHAPTERS, "four10"),
  );

  await phone.context().setOffline(true);
  await turnAndStore(phone, 2);
  const lastWord = await firstWord(phone);
  expect(lastWord).toMatch(/^four\d+$/);
  await phone.goto("about:blank").catch(() => undefined);
  await importBook(club, { ebook: bookOf({ chapters: CHAPTERS }) });
  await phone.context().setOffline(false);

  await phone.goto("/read");
  await chapterFrame(phone, "c4.xhtml");
  await until(
    () => firstWord(phone),
    (word) => word === lastWord,
  );
  const { fraction } = await until(
    () => readingProgress(phone, bookId),
    (place) => Math.abs(place.fraction - shareOf(CHAPTERS, lastWord)) < 0.001,
  );
  expect(fraction).toBeGreaterThan(shareOf(CHAPTERS, "four10"));
  await importBook(club, { ebook: bookOf({ chapters: FULL_CHAPTERS }) });
  await phone.reload();
  await chapterFrame(phone, "c5.xhtml");
  await until(
    () => firstWord(phone),
    (word) => word === lastWord,
  );
});
