import { until } from "#tests/support/poll-until.ts";

import type { Device } from "./device.ts";
import { audio, seekInBook } from "./walk.ts";

/** Milliseconds in which a press on Play counts. */
const PRESS_MS = 3000;

/** Opens the player and hears on. */
export async function play(device: Device): Promise<void> {
  await device.open("/audiobook");
  await seekInBook(device, 0.1);
  const isPlaying = () => audio(device).then(({ paused }) => !paused);
  // the card about a failed save may move the button away from the pointer
  await until(async () => {
    await device.press("button", "Play");
    return until(isPlaying, Boolean, PRESS_MS).catch(() => false);
  });
  const { currentTime } = await audio(device);
  await until(
    () => audio(device),
    (now) => now.currentTime > currentTime + 0.5,
  );
}

export async function pause(device: Device): Promise<void> {
  await device.press("button", "Pause");
  await until(
    () => audio(device),
    ({ paused }) => paused,
  );
}

export async function nextChapter(device: Device): Promise<void> {
  const { currentTime } = await audio(device);
  await device.press("button", "Next chapter");
  await until(
    () => audio(device),
    (now) => now.currentTime > currentTime + 5,
  );
}

export async function changeSpeed(device: Device): Promise<void> {
  const rate = () => device.evaluate(() => document.querySelector("audio")?.playbackRate ?? 0);
  const before = await rate();
  await device.press("button", /^Playback speed/);
  await until(rate, (now) => now !== before);
}

/** Writes a bookmark with a note, and finds it in the list. */
export async function bookmark(device: Device): Promise<void> {
  await device.press("tab", /^Bookmarks/);
  await device.fill("Note", "the barometer");
  await device.press("button", /^Bookmark \d/);
  await device.sees("the barometer");
}

/** The audiobook goes on, on another page. */
export async function playElsewhere(device: Device): Promise<void> {
  await device.press("link", /^Home/);
  await device.sees("Audiobook", "region");
  const { currentTime } = await audio(device);
  await until(
    () => audio(device),
    (now) => now.currentTime > currentTime + 0.5,
  );
}

export async function saveOffline(device: Device): Promise<void> {
  await device.open("/audiobook");
  await device.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await device.press("button", /^Save for offline/);
  await device.sees(/^Saved for offline/);
}
