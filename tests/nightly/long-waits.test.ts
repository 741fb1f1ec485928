import { expect, test } from "bun:test";

import type { Page } from "playwright-core";

import { startListeningClub } from "#tests/support/listening-club.ts";
import {
  button,
  currentTime,
  getSaved,
  history,
  isPlaying,
  playFrom,
  saveOffline,
  seek,
  untilPast,
  untilSaved,
} from "#tests/support/player-page.ts";
import { until } from "#tests/support/poll-until.ts";
import { importBook } from "#tests/support/reader-page.ts";

/** The server closes a silent connection after 120 s (`serve`). Milliseconds. */
const LONGER_THAN_IDLE_MS = 126_000;
const MINUTE_MS = 60_000;
/** Seconds of a book of 50 MB, so that no browser loads all of it in advance. */
const AUDIO_SECONDS = 600;

const { club, bookId, device } = await startListeningClub();

test("shows the card while saving fails, and the audio plays on", async () => {
  const page = await device.open();
  await playFrom(page, 2000);
  await club.kill();
  const startSeconds = await currentTime(page);
  await page.getByText("Error Saving Progress").waitFor();
  await untilPast(page, startSeconds + 30, 45_000);
  await club.restart();
  await page.getByText("Error Saving Progress").waitFor({ state: "detached" });
  await until(
    () => getSaved(page, bookId),
    ({ currentTime }) => currentTime > startSeconds + 30,
  );
  expect(await isPlaying(page)).toBe(true);

  // a paused player shows the new position without a press or reload
  await button(page, "Pause").click();
  await until(
    () => isPlaying(page),
    (playing) => !playing,
  );
  await club.kill();
  await seek(page, 8000);
  await page.getByText("Error Saving Progress").waitFor();
  await club.restart();
  await page.getByText("Error Saving Progress").waitFor({ state: "detached" });
  await untilSaved(page, bookId, 8000);
}, 300_000);

test("a minute offline loses nothing", async () => {
  const page = await device.open({ serviceWorker: true });
  await saveOffline(page);
  await listenOffline(page);
}, 300_000);

test("loses nothing in a pause beyond the timeout (D06)", async () => {
  await importBook(club, { audio: { title: "Spread", seconds: AUDIO_SECONDS, gap: 2000, indexAtEnd: true } });
  await pauseForLong(await device.open());
}, 300_000);

async function listenOffline(page: Page): Promise<void> {
  const sentNumbers = savesOf(page);
  await playFrom(page, 500);
  await page.context().setOffline(true);
  const secondsBefore = await currentTime(page);
  await page.getByText(/^Your place is saved on this device/).waitFor();
  const refusedCount = sentNumbers.length;
  await Bun.sleep(MINUTE_MS);
  expect(await currentTime(page)).toBeGreaterThan(secondsBefore + MINUTE_MS / 1000 - 5);
  await seek(page, 9500);
  await untilPast(page, 9503);
  expect(await page.getByText("Error Saving Progress").count()).toBe(0);
  await page.context().setOffline(false);
  await until(
    () => getSaved(page, bookId),
    ({ currentTime }) => currentTime >= 9503,
  );
  const sentOrder = sentNumbers.slice(refusedCount);
  expect(sentOrder.length).toBeGreaterThan(1);
  expect(sentOrder).toEqual(sentOrder.toSorted((a, b) => a - b));
  // the position before the jump is a minute later, and in the history
  const positionsLeft = (await history(page, bookId)).filter(
    (seconds) => seconds > secondsBefore + 50 && seconds < secondsBefore + 75,
  );
  expect(positionsLeft).not.toEqual([]);
  expect(await isPlaying(page)).toBe(true);
}

async function pauseForLong(page: Page): Promise<void> {
  const ranges: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/download/")) ranges.push(request.headers()["range"] ?? "");
  });
  await button(page, "Play").click();
  await untilPast(page, 2);
  await button(page, "Pause").click();
  const before = await currentTime(page);
  await Bun.sleep(LONGER_THAN_IDLE_MS);
  await button(page, "Play").click();
  await until(
    () => currentTime(page),
    (seconds) => seconds > before && seconds < before + 30,
  );
  const rangeCount = ranges.length;
  await seek(page, AUDIO_SECONDS * 0.9);
  await untilPast(page, AUDIO_SECONDS * 0.9 + 2);
  expect(ranges.length).toBeGreaterThan(rangeCount);
  expect(await isPlaying(page)).toBe(true);
}

/** Sequence numbers of the page's saves, in order. */
function savesOf(page: Page): number[] {
  const sentNumbers: number[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/audiobook-progress"))
      sentNumbers.push((request.postDataJSON() as { sequence: number }).sequence);
  });
  return sentNumbers;
}
