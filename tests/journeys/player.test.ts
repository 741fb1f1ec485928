import { expect, test } from "bun:test";

import { atNight } from "#tests/support/at-night.ts";
import { expectAccessible, screenshot } from "#tests/support/browser.ts";
import { INVISIBLE_SHIFT, shiftOf } from "#tests/support/layout-shift.ts";
import { AUDIO_SECONDS, startListeningClub } from "#tests/support/listening-club.ts";
import {
  button,
  currentTime,
  getSaved,
  isPlaying,
  openPlayer,
  position,
  saveButton,
  seek,
  slider,
  untilPast,
  untilSaved,
} from "#tests/support/player-page.ts";
import { until } from "#tests/support/poll-until.ts";

const { bookId, device } = await startListeningClub();

atNight("fades out, pauses, and rewinds to where the fade began", async () => {
  const page = await device.open({ now: new Date().toISOString() });
  await seek(page, 5000);
  await button(page, "Play").click();
  await button(page, "Sleep timer").click();
  await page.getByRole("menuitem", { name: "5 minutes", exact: true }).click();
  await untilPast(page, 5001);
  await page.clock.fastForward("04:50");
  const getVolume = () => page.evaluate(() => document.querySelector("audio")?.volume ?? -1);
  await until(getVolume, (currentVolume) => currentVolume < 0.6);
  const fadeStart = await currentTime(page);
  await page.clock.fastForward("00:15");
  await until(
    () => isPlaying(page),
    (playing) => !playing,
  );
  await until(
    () => currentTime(page),
    (seconds) => seconds <= fadeStart,
  );
  expect(await getVolume()).toBe(1);
});

atNight.each([390, 1280])("doesn't shift while the player at %p px loads its parts", async (width) => {
  const page = await device.open({ width, height: 900, serviceWorker: true });
  await saveButton(page).waitFor();
  expect(await shiftOf(page)).toBeLessThan(INVISIBLE_SHIFT);
});

atNight("shows chapter list, marks and next, with the mini player", async () => {
  const page = await device.open();
  await page.getByRole("button", { name: /Evening 7\b/ }).click();
  await until(
    () => position(page),
    (seconds) => seconds === 6 * 340,
  );
  await page.getByText("6 min left in this chapter").waitFor();
  await button(page, "Next chapter").click();
  await until(
    () => position(page),
    (seconds) => seconds === 7 * 340,
  );
  expect(await slider(page).getAttribute("aria-valuetext")).toBe("39 minutes 40 seconds of 3 hours, Evening 8");
  await button(page, "Play").click();
  await page.getByRole("link", { name: "Home" }).first().click();
  await page.getByRole("heading", { name: "Home", exact: true }).waitFor();
  await page
    .getByRole("region", { name: "Audiobook" })
    .getByText(/^Evening 8$/)
    .waitFor();
  const startSeconds = await currentTime(page);
  await untilPast(page, startSeconds + 0.5);
  await expectAccessible(page);
  await screenshot(page, "player-small");
  await page
    .getByRole("region", { name: "Audiobook" })
    .getByRole("link", { name: /Thirty-one Evenings/ })
    .click();
  await button(page, "Pause").waitFor();
});

test("shows what's playing on the lock screen, with its keys", async () => {
  const page = await device.open({}, (page) =>
    page.addInitScript(() => {
      const handlers: Record<string, MediaSessionActionHandler | null> = {};
      Object.assign(globalThis, { handlers });
      const setActionHandler = navigator.mediaSession.setActionHandler.bind(navigator.mediaSession);
      navigator.mediaSession.setActionHandler = (action, handler) => {
        handlers[action] = handler;
        setActionHandler(action, handler);
      };
    }),
  );
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
    () => currentTime(page),
    (seconds) => seconds >= 340 * 5 && seconds < 340 * 5 + 5,
  );
  await press("seekto", { seekTime: 8000 });
  await until(
    () => currentTime(page),
    (seconds) => seconds >= 8000 && seconds < 8005,
  );
  await press("seekbackward", {});
  await until(
    () => currentTime(page),
    (seconds) => seconds >= 7970 && seconds < 7980,
  );
  await press("pause");
  await until(
    () => isPlaying(page),
    (playing) => !playing,
  );
  expect(await page.evaluate(() => navigator.mediaSession.playbackState)).toBe("paused");
  await press("play");
  await until(() => isPlaying(page), Boolean);
});

for (const width of [390, 1280])
  atNight(`at ${width} px Play stays where it is as the book ends`, async () => {
    const page = await device.open({ width });
    await seek(page, AUDIO_SECONDS - 60);
    await page.getByText("1 min left", { exact: true }).waitFor();
    // relative to the page, which scrolls to the message at the end
    const getTop = () =>
      button(page, "Play").evaluate(
        (element) => element.getBoundingClientRect().top + document.documentElement.scrollTop,
      );
    const topBefore = await getTop();
    await seek(page, AUDIO_SECONDS - 5);
    await button(page, "Play").click();
    await page.getByText("Cheers, you finished it!").waitFor();
    await button(page, "Play").waitFor();
    expect(await getTop()).toBe(topBefore);
  });

test("doesn't finish the book if audio can't be decoded", async () => {
  const countSkips = () =>
    document.addEventListener(
      "playing",
      ({ target }) => {
        if (target instanceof HTMLAudioElement) target.currentTime = target.duration;
      },
      true,
    );
  const page = await device.open({}, (page) => page.addInitScript(countSkips));
  await seek(page, 3000);
  await untilSaved(page, bookId, 3000);
  for (let times = 0; times < 2; times += 1) {
    await button(page, "Play").click();
    await page.getByText("The audiobook isn't loading.").waitFor();
    await button(page, "Play").waitFor();
  }
  expect(await page.getByText("Cheers, you finished it!").count()).toBe(0);
  expect(await position(page)).toBeLessThan(3010);
  await page.reload();
  await button(page, "Play").waitFor();
  expect(await position(page)).toBeLessThan(3010);
  expect((await getSaved(page, bookId)).currentTime).toBeLessThan(3010);
});

test("rewinds 30 seconds after a day, and says so", async () => {
  const page = await device.open();
  await seek(page, 2000);
  await untilSaved(page, bookId, 2000);
  const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString();
  for (const path of ["/audiobook", "/"]) {
    const laterPage = await page.context().newPage();
    await laterPage.clock.install({ time: tomorrow });
    await laterPage.goto(path);
    await laterPage
      .getByRole("region", { name: /^Audiobook/ })
      .getByRole("button", { name: "Play", exact: true })
      .click();
    await laterPage.getByText("Went back 30 seconds").waitFor();
    await until(
      () => currentTime(laterPage),
      (seconds) => seconds >= 1970 && seconds < 1980,
    );
    await laterPage.close();
    await page.request.post("/api/audiobook-progress", { data: { bookId, currentTime: 2000 } });
  }
});

test("plays in only one tab at a time", async () => {
  const firstPage = await device.open();
  await button(firstPage, "Play").click();
  await until(() => isPlaying(firstPage), Boolean);
  const secondPage = await firstPage.context().newPage();
  await openPlayer(secondPage);
  await button(secondPage, "Play").click();
  await until(
    () => isPlaying(firstPage),
    (playing) => !playing,
  );
  expect(await isPlaying(secondPage)).toBe(true);
});

atNight("adds a bookmark with a note, and undoes a slip", async () => {
  const page = await device.open();
  await seek(page, 1234);
  await page.getByRole("tab", { name: "Bookmarks" }).click();
  await page.getByLabel("Note").fill("The toast");
  await page.getByRole("button", { name: "Bookmark 20:34" }).click();
  await page.getByText("The toast").waitFor();
  await seek(page, 9999);
  await button(page, "Undo: back to 20:34").click();
  await until(
    () => position(page),
    (seconds) => seconds === 1234,
  );
  await page.getByRole("tab", { name: "History" }).click();
  await page.getByRole("button", { name: "Remove the bookmark at 20:34" }).waitFor({ state: "detached" });
});

test("continues from Home after a reload, with back-30", async () => {
  const page = await device.open({ width: 390 });
  await seek(page, 340 * 6 + 100);
  await untilSaved(page, bookId, 340 * 6 + 100);
  await page.goto("/");
  const miniPlayer = page.getByRole("region", { name: "Audiobook" });
  await miniPlayer.getByText("Evening 7", { exact: true }).waitFor();
  await miniPlayer.getByText("35:40").waitFor();
  expect(await page.locator("audio").count()).toBe(1);
  await expectAccessible(page);
  await screenshot(page, "home-continue");
  await page.getByRole("button", { name: "Continue: Evening 7, 4 min left" }).click();
  await until(() => isPlaying(page), Boolean);
  await untilPast(page, 340 * 6 + 90);
  await miniPlayer.getByRole("button", { name: "Back 30 seconds" }).click();
  await until(
    () => currentTime(page),
    (seconds) => seconds < 340 * 6 + 90,
  );
});
