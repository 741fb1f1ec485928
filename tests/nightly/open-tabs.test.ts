import { describe, expect, test } from "bun:test";

import type { Page } from "playwright-core";

import { migrations } from "#db/migrations.ts";
import { closeDatabase, openDatabase } from "#db/open.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { ADMIN_PASSWORD, executable, startClub } from "#tests/support/executable.ts";
import { UNREACHABLE } from "#tests/support/expected-console-errors.ts";
import { button, currentTime, getSaved, openPlayer, saveOffline, seek } from "#tests/support/player-page.ts";
import { until } from "#tests/support/poll-until.ts";
import { chapterFrame, importBook, pressInBars, readingProgress, turn } from "#tests/support/reader-page.ts";
import { bookOf, plainChapters } from "#tests/support/reading-book.ts";
import { hasHistory, type Release, releasedProgram, RELEASES } from "#tests/support/released-versions.ts";

/** Leaves three kinds of data on the device that aren't sent yet. */
async function leaveWaiting({ home, reader, player }: Record<"home" | "reader" | "player", Page>): Promise<void> {
  await post(home, "Written before the update");
  await home.getByRole("list", { name: "Waiting posts" }).getByText("Written before the update").waitFor();
  await reader.bringToFront();
  await turn(reader, 6);
  await pressInBars(reader, "Bookmark this page");
  await player.bringToFront();
  await seek(player, 700);
}

async function post(page: Page, text: string): Promise<void> {
  await button(page, "Add Item").click();
  await page.getByPlaceholder("What are you bringing to the meeting?").fill(text);
  await button(page, "Post").click();
}

/** The URL of the page's main script. */
const mainScript = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLScriptElement>("script[type=module][src]")?.src ?? "");

/** The new version's worker deletes responses that the previous one stored. */
const workerState = (page: Page) =>
  page.evaluate(async () => {
    const { active, installing, waiting } = await navigator.serviceWorker.ready;
    const oldCaches = (await caches.keys()).filter((name) => name.startsWith("last-answers"));
    return [...[installing, waiting, active].map((worker) => worker?.state ?? "none"), ...oldCaches];
  });

describe.skipIf(!hasHistory())("tabs of released versions (skipped without the history)", () => {
  test.each(Object.keys(RELEASES) as Release[])(
    "a tab of %s continues over the update, and sends its queue",
    async (version) => {
      const browser = await openBrowser({ provoked: UNREACHABLE });
      const club = await startClub({ program: await releasedProgram(version), environment: { LOG_LEVEL: "warn" } });
      try {
        await club.makeAdmin();
        const ebook = bookOf({ chapters: plainChapters([3000, 3000, 3000]) });
        const bookId = await importBook(club, {
          ebook,
          audio: { seconds: 1800, chapters: [{ title: "One", start: 0 }] },
        });
        const homePage = await browser.signedIn({ club, serviceWorker: true }, "ada", ADMIN_PASSWORD);
        const playerPage = await homePage.context().newPage();
        await openPlayer(playerPage);
        await saveOffline(playerPage);
        const readerPage = await homePage.context().newPage();
        await readerPage.goto("/read");
        await chapterFrame(readerPage);
        await turn(readerPage, 2);
        const posts = async (): Promise<string[]> =>
          ((await (await homePage.request.get("/api/posts")).json()) as { content: string }[]).map(
            ({ content }) => content,
          );
        const oldScript = await mainScript(homePage);

        await homePage.context().setOffline(true);
        await leaveWaiting({ home: homePage, reader: readerPage, player: playerPage });
        await club.kill();
        await club.restart(await executable());
        const db = openDatabase(`${club.storageDir}/bookclub.db`);
        expect(db.query("PRAGMA user_version").get()).toEqual({ user_version: migrations.length });
        closeDatabase(db);
        await homePage.context().setOffline(false);

        await until(posts, (postTexts) => postTexts.includes("Written before the update"));
        await until(
          () => readingProgress(readerPage, bookId),
          ({ fraction }) => fraction > 0,
        );
        await until(
          () => getSaved(playerPage, bookId),
          ({ currentTime: seconds }) => seconds === 700,
        );
        await until(
          async () => (await (await homePage.request.get(`/api/bookmarks?bookId=${bookId}`)).json()).length,
          (count) => count === 1,
        );
        // the page from before the update continues
        expect(await mainScript(homePage)).toBe(oldScript);
        await homePage.bringToFront();
        await post(homePage, "Written in the old tab");
        await until(posts, (postTexts) => postTexts.includes("Written in the old tab"));
        const { fraction } = await readingProgress(readerPage, bookId);
        await readerPage.bringToFront();
        await turn(readerPage, 3);
        await until(
          () => readingProgress(readerPage, bookId),
          (place) => place.fraction > fraction,
        );

        // the new version takes over, and the device has the same book
        await homePage.bringToFront();
        await until(async () => {
          await homePage.reload();
          await button(homePage, "Add Item").waitFor();
          return (await mainScript(homePage)) !== oldScript;
        });
        // Chromium defers this while other tabs send requests through the old worker.
        await homePage.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
        await until(
          () => workerState(homePage),
          (state) => state.join() === "none,none,activated",
        );
        await homePage.getByText("Written in the old tab").first().waitFor();
        await homePage.context().setOffline(true);
        await playerPage.bringToFront();
        await openPlayer(playerPage);
        await button(playerPage, "Play").click();
        await until(
          () => currentTime(playerPage),
          (seconds) => seconds > 701,
        );
        await readerPage.bringToFront();
        await readerPage.goto("/read");
        await chapterFrame(readerPage);
      } finally {
        await browser.close();
        await club.stop();
      }
    },
    300_000,
  );
});
