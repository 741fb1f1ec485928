import { expect, test } from "bun:test";

import { screenshot } from "#tests/support/browser.ts";
import { startListeningClub } from "#tests/support/listening-club.ts";
import { LENGTH } from "#tests/support/long-audiobook.ts";
import {
  button,
  heard,
  history,
  isPlaying,
  openPlayer,
  position,
  saved,
  seek,
  until,
} from "#tests/support/player-page.ts";

const { club, bookId, device } = await startListeningClub();

test("play, seek to 90 %, power cut, restart, reload: one is within three seconds of where one was", async () => {
  const page = await device.open();
  expect(await isPlaying(page)).toBe(false);
  await button(page, "Play").click();
  await seek(page, LENGTH * 0.9);
  await until(
    () => heard(page),
    (at) => at > LENGTH * 0.9 + 4,
  );
  const before = await heard(page);
  await club.kill();
  await club.restart();
  await openPlayer(page);
  expect(Math.abs((await position(page)) - before)).toBeLessThanOrEqual(3);
  expect(await isPlaying(page)).toBe(false);
  await button(page, "Play").click();
  await until(
    () => heard(page),
    (at) => at > before - 3 && at < before + 30,
  );
}, 60_000);

test("the server away for half a minute: SPEC's card shows, the sound goes on, and the card goes when saving works again", async () => {
  const page = await device.open();
  await seek(page, 2000);
  await button(page, "Play").click();
  await until(
    () => heard(page),
    (at) => at > 2001,
  );
  await club.kill();
  const then = await heard(page);
  await page.getByText("Error Saving Progress").waitFor();
  await until(
    () => heard(page),
    (at) => at > then + 30,
    45_000,
  );
  await club.restart();
  await page.getByText("Error Saving Progress").waitFor({ state: "detached" });
  await until(
    () => saved(page, bookId),
    ({ currentTime }) => currentTime > then + 30,
  );
  expect(await isPlaying(page)).toBe(true);
}, 120_000);

test("the session gone while listening: the card shows, the sound goes on, and a new session saves the place", async () => {
  const page = await device.open();
  await seek(page, 3000);
  await button(page, "Play").click();
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await page.getByText("Error Saving Progress").waitFor();
  const then = await heard(page);
  await until(
    () => heard(page),
    (at) => at > then + 1,
  );
  await page.context().addCookies(cookies);
  await page.getByText("Error Saving Progress").waitFor({ state: "detached" });
  await until(
    () => saved(page, bookId),
    ({ currentTime }) => currentTime > then,
  );
}, 60_000);

test("two devices: the stale one is asked once, and neither place is lost", async () => {
  const first = await device.open();
  await seek(first, 1000);
  await until(
    () => saved(first, bookId),
    ({ currentTime }) => currentTime === 1000,
  );
  const second = await device.open();
  expect(await position(second)).toBe(1000);
  await seek(second, 7000);
  await until(
    () => saved(second, bookId),
    ({ currentTime }) => currentTime === 7000,
  );

  await button(first, "Forward 30 seconds").click();
  await first.getByText("On your computer, just now, chapter 21.").waitFor();
  expect((await saved(first, bookId)).currentTime).toBe(7000);
  await screenshot(first, "player-two-devices");
  await button(first, "Stay here").click();
  await until(
    () => saved(first, bookId),
    ({ currentTime }) => currentTime === 1030,
  );
  expect(await history(first, bookId)).toContain(7000);

  await button(second, "Back 30 seconds").click();
  await button(second, "Go there").click();
  await until(
    () => position(second),
    (at) => at === 1030,
  );
  expect(await button(second, "Go there").count()).toBe(0);
  expect(await history(second, bookId)).toContain(6970);
}, 60_000);

test("a spell offline: the place is kept on the device, jumps too, and all of it arrives afterwards", async () => {
  const page = await device.open();
  await seek(page, 500);
  await button(page, "Play").click();
  await until(
    () => heard(page),
    (at) => at > 501,
  );
  await page.context().setOffline(true);
  await page.getByText(/^You are offline\. Your place is kept/).waitFor();
  for (let press = 0; press < 4; press++) await page.keyboard.press("]");
  await until(
    () => heard(page),
    (at) => at > 512,
  );
  await seek(page, 4000);
  await Bun.sleep(1500);
  expect(await page.getByText("Error Saving Progress").count()).toBe(0);
  await page.context().setOffline(false);
  await until(
    () => saved(page, bookId),
    ({ currentTime }) => currentTime >= 4012,
  );
  expect((await history(page, bookId)).some((at) => at >= 511 && at < 540)).toBe(true);
  expect(await isPlaying(page)).toBe(true);
}, 60_000);

test("a page that dies offline: its place arrives with the next visit", async () => {
  const page = await device.open();
  await seek(page, 600);
  await until(
    () => saved(page, bookId),
    ({ currentTime }) => currentTime === 600,
  );
  await page.context().setOffline(true);
  await seek(page, 9000);
  await until(
    () => position(page),
    (at) => at === 9000,
  );
  await Bun.sleep(300);
  const next = await page.context().newPage();
  await page.close();
  await page.context().setOffline(false);
  await openPlayer(next);
  expect(await position(next)).toBe(9000);
  expect((await saved(next, bookId)).currentTime).toBe(9000);
}, 60_000);
