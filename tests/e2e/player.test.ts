import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";

import type { Page } from "playwright-core";

import type { Jump, Progress } from "#contract/progress.ts";
import { expectAccessible, openBrowser, screenshot } from "#tests/support/browser.ts";
import { ADMIN_PASSWORD, type RunningClub, startClub } from "#tests/support/executable.ts";
import { importLongAudiobook, LENGTH } from "#tests/support/long-audiobook.ts";

let club: RunningClub;
let bookId: number;
const browser = await openBrowser();
const pages: Page[] = [];

beforeAll(async () => {
  club = await startClub({ environment: { LOG_LEVEL: "warn" } });
  await club.makeAdmin();
  bookId = await importLongAudiobook(club);
}, 60_000);
afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close();
});
afterAll(async () => {
  await browser.close();
  await club.stop();
});

/** A device of its own, with the player on it. */
async function device(view: Partial<Parameters<typeof browser.page>[0]> = {}): Promise<Page> {
  const page = await browser.signedIn({ club, ...view }, "ada", ADMIN_PASSWORD);
  pages.push(page);
  await openPlayer(page);
  return page;
}

async function openPlayer(page: Page) {
  await page.goto("/audiobook");
  await button(page, "Play").waitFor();
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const slider = (page: Page) => page.getByRole("slider", { name: "Seek" });
const position = async (page: Page) => Number(await slider(page).inputValue());
const heard = (page: Page) => page.evaluate(() => document.querySelector("audio")?.currentTime ?? -1);
const isPlaying = (page: Page) => page.evaluate(() => document.querySelector("audio")?.paused === false);
const seek = (page: Page, seconds: number) => slider(page).fill(String(seconds));
const api = (page: Page, path: string) => page.evaluate(async (path) => (await fetch(path)).json(), path);
const saved = (page: Page): Promise<Progress> => api(page, `/api/audiobook-progress?bookId=${bookId}`);
const history = async (page: Page): Promise<number[]> =>
  (await api(page, `/api/audiobook-progress/history?bookId=${bookId}`)).map((jump: Jump) => jump.currentTime);

/** Waits until `holds`, and fails with what it saw last. */
async function until<T>(look: () => Promise<T>, holds: (seen: T) => boolean, patience = 15_000): Promise<T> {
  const deadline = Date.now() + patience;
  for (;;) {
    const seen = await look();
    if (holds(seen)) return seen;
    if (Date.now() > deadline) throw new Error(`Waited in vain; the last look showed ${JSON.stringify(seen)}`);
    await Bun.sleep(50);
  }
}

test("play, seek to 90 %, power cut, restart, reload: one is within three seconds of where one was", async () => {
  const page = await device();
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

test("the server away: SPEC's card shows, the sound goes on, and the card goes when saving works again", async () => {
  const page = await device();
  await seek(page, 2000);
  await button(page, "Play").click();
  await until(
    () => heard(page),
    (at) => at > 2001,
  );
  await club.kill();
  await page.getByText("Error Saving Progress").waitFor();
  const then = await heard(page);
  await until(
    () => heard(page),
    (at) => at > then + 1,
  );
  await club.restart();
  await page.getByText("Error Saving Progress").waitFor({ state: "detached" });
  await until(
    () => saved(page),
    ({ currentTime }) => currentTime > then,
  );
  expect(await isPlaying(page)).toBe(true);
}, 60_000);

test("the session gone while listening: the card shows, the sound goes on, and a new session saves the place", async () => {
  const page = await device();
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
    () => saved(page),
    ({ currentTime }) => currentTime > then,
  );
}, 60_000);

test("two devices: the stale one is asked once, and neither place is lost", async () => {
  const first = await device();
  await seek(first, 1000);
  await until(
    () => saved(first),
    ({ currentTime }) => currentTime === 1000,
  );
  const second = await device();
  expect(await position(second)).toBe(1000);
  await seek(second, 7000);
  await until(
    () => saved(second),
    ({ currentTime }) => currentTime === 7000,
  );

  await button(first, "Forward 30 seconds").click();
  await first.getByText("On your computer, just now, chapter 21.").waitFor();
  expect((await saved(first)).currentTime).toBe(7000);
  await screenshot(first, "player-two-devices");
  await button(first, "Stay here").click();
  await until(
    () => saved(first),
    ({ currentTime }) => currentTime === 1030,
  );
  expect(await history(first)).toContain(7000);

  await button(second, "Back 30 seconds").click();
  await button(second, "Go there").click();
  await until(
    () => position(second),
    (at) => at === 1030,
  );
  expect(await button(second, "Go there").count()).toBe(0);
  expect(await history(second)).toContain(6970);
}, 60_000);

test("a spell offline: the place is kept on the device, jumps too, and all of it arrives afterwards", async () => {
  const page = await device();
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
    () => saved(page),
    ({ currentTime }) => currentTime >= 4012,
  );
  expect((await history(page)).some((at) => at >= 511 && at < 540)).toBe(true);
  expect(await isPlaying(page)).toBe(true);
}, 60_000);

test("a page that dies offline: its place arrives with the next visit", async () => {
  const page = await device();
  await seek(page, 600);
  await until(
    () => saved(page),
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
  expect((await saved(next)).currentTime).toBe(9000);
}, 60_000);

test("the sleep timer fades, pauses, and goes back to where the fade began", async () => {
  const page = await device({ now: new Date().toISOString() });
  await seek(page, 5000);
  await button(page, "Play").click();
  await button(page, "Sleep timer").click();
  await page.getByRole("menuitem", { name: "5 minutes", exact: true }).click();
  await until(
    () => heard(page),
    (at) => at > 5001,
  );
  await page.clock.fastForward("04:50");
  const volume = () => page.evaluate(() => document.querySelector("audio")?.volume ?? -1);
  await until(volume, (now) => now < 0.6);
  const fading = await heard(page);
  await page.clock.fastForward("00:15");
  await until(
    () => isPlaying(page),
    (playing) => !playing,
  );
  await until(
    () => heard(page),
    (at) => at <= fading,
  );
  expect(await volume()).toBe(1);
}, 60_000);

test("chapters: a list, marks, and a press to the next; the small player stays on other pages", async () => {
  const page = await device();
  await page.getByRole("button", { name: /Evening 7\b/ }).click();
  await until(
    () => position(page),
    (at) => at === 6 * 340,
  );
  await page.getByText("Chapter 7 of 31, 6 min left").waitFor();
  await button(page, "Next chapter").click();
  await until(
    () => position(page),
    (at) => at === 7 * 340,
  );
  expect(await slider(page).getAttribute("aria-valuetext")).toBe("39 minutes 40 seconds of 3 hours, chapter 8");
  await button(page, "Play").click();
  await page.getByRole("link", { name: "Home" }).first().click();
  await page.getByRole("region", { name: "Audiobook" }).getByText("Chapter 8 of 31").waitFor();
  const then = await heard(page);
  await until(
    () => heard(page),
    (at) => at > then + 0.5,
  );
  await page.getByRole("link", { name: /Thirty-one Evenings/ }).click();
  await button(page, "Pause").waitFor();
}, 60_000);

test("lock screen and headset: what plays is told, and their keys work", async () => {
  const page = await browser.signedIn({ club }, "ada", ADMIN_PASSWORD);
  pages.push(page);
  await page.addInitScript(() => {
    const handlers: Record<string, MediaSessionActionHandler | null> = {};
    Object.assign(globalThis, { handlers });
    const set = navigator.mediaSession.setActionHandler.bind(navigator.mediaSession);
    navigator.mediaSession.setActionHandler = (action, handler) => {
      handlers[action] = handler;
      set(action, handler);
    };
  });
  await openPlayer(page);
  await seek(page, 340 * 4);
  await button(page, "Play").click();
  await until(
    () => page.evaluate(() => navigator.mediaSession.metadata?.title),
    (title) => title === "Evening 5",
  );
  const press = (action: string, details = {}) =>
    page.evaluate(
      ([action, details]) => {
        const { handlers } = globalThis as unknown as { handlers: Record<string, (details: object) => void> };
        handlers[action as string]?.(details as object);
      },
      [action, details] as const,
    );
  await press("nexttrack");
  await until(
    () => heard(page),
    (at) => at >= 340 * 5 && at < 340 * 5 + 5,
  );
  await press("seekto", { seekTime: 8000 });
  await until(
    () => heard(page),
    (at) => at >= 8000 && at < 8005,
  );
  await press("seekbackward", {});
  await until(
    () => heard(page),
    (at) => at >= 7970 && at < 7980,
  );
  await press("pause");
  await until(
    () => isPlaying(page),
    (playing) => !playing,
  );
  expect(await page.evaluate(() => navigator.mediaSession.playbackState)).toBe("paused");
  await press("play");
  await until(() => isPlaying(page), Boolean);
}, 60_000);

test("after a pause in which every connection was closed it plays on, wherever one goes", async () => {
  const page = await device();
  await seek(page, 100);
  await button(page, "Play").click();
  await until(
    () => heard(page),
    (at) => at > 101,
  );
  await button(page, "Pause").click();
  await club.kill();
  await club.restart();
  await button(page, "Play").click();
  await until(
    () => heard(page),
    (at) => at > 102,
  );
  await seek(page, LENGTH * 0.9);
  await until(
    () => heard(page),
    (at) => at > LENGTH * 0.9 + 0.5,
  );
}, 60_000);

test("bookmarks keep a note, and undo leads back after a slip", async () => {
  const page = await device();
  await seek(page, 1234);
  await page.getByRole("tab", { name: "Bookmarks" }).click();
  await page.getByLabel("Note").fill("The toast");
  await page.getByRole("button", { name: "Bookmark 20:34" }).click();
  await page.getByText("The toast").waitFor();
  await seek(page, 9999);
  await button(page, "Undo: back to 20:34").click();
  await until(
    () => position(page),
    (at) => at === 1234,
  );
  await page.getByRole("tab", { name: "History" }).click();
  await page.getByRole("button", { name: "Remove the bookmark at 20:34" }).waitFor({ state: "detached" });
}, 60_000);

for (const width of [320, 1280])
  for (const dark of [false, true])
    test(`everyone can use it at ${width} px, ${dark ? "dark" : "light"}, and nothing scrolls sideways`, async () => {
      const page = await device({ width, dark });
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await screenshot(page, `player-${width}-${dark ? "dark" : "light"}`);
    }, 60_000);
