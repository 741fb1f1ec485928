import { afterEach, beforeEach, expect, spyOn, test } from "bun:test";

import { createMediaElement } from "#tests/support/media-element.ts";
import { until } from "#tests/support/poll-until.ts";

import { canSetVolume, createAudioSource } from "./audio-source.ts";

let media: ReturnType<typeof createMediaElement>;
let reported: { playing: boolean; duration: number; broken: boolean };
let sound: ReturnType<typeof createAudioSource>;
let logged: ReturnType<typeof spyOn>;

beforeEach(async () => {
  logged = spyOn(console, "error").mockImplementation(() => undefined);
  media = createMediaElement();
  reported = { playing: false, duration: 0, broken: false };
  sound = createAudioSource(media.element, {
    onPosition: () => undefined,
    onDuration: (duration) => Object.assign(reported, { duration }),
    onPlaying: (playing) => Object.assign(reported, { playing }),
    onEnded: () => undefined,
    onWaiting: () => undefined,
    onBroken: (broken) => Object.assign(reported, { broken }),
  });
  await sound.load(async () => "/api/download/audiobook/7", 500);
});
afterEach(() => {
  sound.end();
  logged.mockRestore();
});

test("updates an MP3's length after the browser's estimate", () => {
  media.ready(2900);
  media.finds(3000);
  expect(reported.duration).toBe(3000);
});

test("logs a failure to play", () => {
  media.breaks();
  expect(logged.mock.lastCall?.[0]).toBe("Failed to play the audiobook; it can be downloaded");
});

test("offers Play again at once for an unreadable file", async () => {
  media.breaks();
  sound.play();
  expect(reported).toMatchObject({ playing: true, broken: true });
  await Promise.resolve();
  media.ready(3000);
  expect(reported).toMatchObject({ playing: true, broken: false });
  expect(media.element.paused).toBe(false);
  media.breaks();
  sound.pause();
  expect(reported.playing).toBe(false);
});

test("doesn't log a pause before the audio has started", async () => {
  media.ready(3000);
  const abortError = new DOMException("The play() request was interrupted by a call to pause().", "AbortError");
  media.element.play = () => Promise.reject(abortError);
  sound.play();
  sound.pause();
  await Bun.sleep(0);
  expect(logged).not.toHaveBeenCalled();
  expect(reported.playing).toBe(false);
});

test("fetches a new address when the old one expires", async () => {
  let requestCount = 0;
  await sound.load(async () => `/api/download/audiobook/7?asked=${(requestCount += 1)}`, 500);
  media.ready(3000);
  sound.play();
  media.waits();
  await Promise.resolve();
  expect(requestCount).toBe(1);
  const now = performance.now();
  const clock = spyOn(performance, "now").mockImplementation(() => now + 11 * 60_000);
  media.plays(4);
  media.waits();
  await Promise.resolve();
  media.ready(3000);
  media.waits();
  await Promise.resolve();
  clock.mockRestore();
  expect([requestCount, media.element.currentTime, media.element.paused]).toEqual([2, 504, false]);
  expect(reported).toMatchObject({ playing: true, broken: false });
});

test("reloads a source that fails while seeking at its target", async () => {
  let resolvedCount = 0;
  const pendingLoads: (() => void)[] = [];
  const find = async () => {
    resolvedCount += 1;
    await new Promise<void>((resolve) => pendingLoads.push(resolve));
    return `/kept/audiobook/7?found=${resolvedCount}`;
  };
  const loaded = sound.load(find, 500);
  pendingLoads.shift()?.();
  await loaded;
  media.ready(3000);
  sound.play();
  Object.assign(media.element, { seeking: true });
  sound.seek(2500);
  media.breaks();
  Object.assign(media.element, { seeking: false });
  await until(
    () => pendingLoads.length,
    (count) => count > 0,
  );
  pendingLoads.shift()?.();
  await until(
    () => media.element.src,
    (src) => src.endsWith("found=2"),
  );
  media.ready(3000);
  pendingLoads.shift()?.();
  await Bun.sleep(1);
  expect([resolvedCount, sound.position(), media.element.paused]).toEqual([2, 2500, false]);
});

test("keeps the position when two reloads coincide", async () => {
  const pendingLoads: (() => void)[] = [];
  const find = async () => {
    await new Promise<void>((resolve) => pendingLoads.push(resolve));
    return "/kept/audiobook/7";
  };
  const loaded = sound.load(find, 500);
  pendingLoads.shift()?.();
  await loaded;
  media.ready(3000);
  sound.play();
  Object.assign(media.element, { seeking: true });
  sound.seek(2500);
  media.breaks();
  Object.assign(media.element, { seeking: false });
  await until(
    () => pendingLoads.length,
    (count) => count > 0,
  );
  window.dispatchEvent(new Event("online"));
  await until(
    () => pendingLoads.length,
    (count) => count > 1,
  );
  pendingLoads.shift()?.();
  await Bun.sleep(1);
  media.ready(3000);
  pendingLoads.shift()?.();
  await Bun.sleep(1);
  media.ready(3000);
  expect([sound.position(), media.element.paused]).toEqual([2500, false]);
});

test("replaces an expired address, retries an unreadable one", async () => {
  let requestCount = 0;
  await sound.load(async () => `/api/download/audiobook/7?asked=${(requestCount += 1)}`, 500);
  media.ready(3000);
  media.breaks();
  await Bun.sleep(1);
  expect(requestCount).toBe(2);
  media.breaks();
  await Bun.sleep(1);
  expect(requestCount).toBe(2);
});

test("doesn't retry a half-cached file endlessly", async () => {
  let requestCount = 0;
  await sound.load(async () => `/api/download/audiobook/7?asked=${(requestCount += 1)}`, 500);
  for (let round = 0; round < 5; round += 1) {
    media.ready(3000);
    media.breaks();
    await Bun.sleep(1);
  }
  expect(requestCount).toBe(2);
});

test("hides the volume where the system resets it", async () => {
  const element = document.createElement("audio");
  expect(await canSetVolume(element)).toBe(true);
  let volume = 1;
  const takeBack = (milliseconds: number) =>
    Object.defineProperty(document.createElement("audio"), "volume", {
      get: () => volume,
      set: (requested: number) => {
        volume = requested;
        setTimeout(() => (volume = 1), milliseconds);
      },
    });
  expect(await canSetVolume(takeBack(0))).toBe(false);
  expect(await canSetVolume(takeBack(50))).toBe(false);
  const fixed = Object.defineProperty(document.createElement("audio"), "volume", {
    get: () => 1,
    set: () => {},
  });
  expect(await canSetVolume(fixed)).toBe(false);
});
