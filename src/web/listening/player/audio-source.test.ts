import { afterEach, beforeEach, expect, jest, spyOn, test } from "bun:test";

import { createMediaElement } from "#tests/support/media-element.ts";
import { until } from "#tests/support/poll-until.ts";

import { canSetVolume, createAudioSource } from "./audio-source.ts";

let media: ReturnType<typeof createMediaElement>;
let reportedState: { playing: boolean; duration: number; broken: boolean };
let audioSource: ReturnType<typeof createAudioSource>;
let consoleError: ReturnType<typeof spyOn>;

beforeEach(async () => {
  consoleError = spyOn(console, "error").mockImplementation(() => undefined);
  media = createMediaElement();
  reportedState = { playing: false, duration: 0, broken: false };
  audioSource = createAudioSource(media.element, {
    onPosition: () => undefined,
    onDuration: (duration) => Object.assign(reportedState, { duration }),
    onPlaying: (playing) => Object.assign(reportedState, { playing }),
    onEnded: () => undefined,
    onWaiting: () => undefined,
    onBroken: (broken) => Object.assign(reportedState, { broken }),
  });
  await audioSource.load(async () => "/api/download/audiobook/7", 500);
});
afterEach(() => {
  audioSource.end();
  consoleError.mockRestore();
});

test("updates an MP3's length after the browser's estimate", () => {
  media.ready(2900);
  media.finds(3000);
  expect(reportedState.duration).toBe(3000);
});

test("logs a failure to play", () => {
  media.breaks();
  expect(consoleError.mock.lastCall?.[0]).toBe("Failed to play the audiobook; it can be downloaded");
});

test("offers Play again at once for an unreadable file", async () => {
  media.breaks();
  audioSource.play();
  expect(reportedState).toMatchObject({ playing: true, broken: true });
  await Promise.resolve();
  media.ready(3000);
  expect(reportedState).toMatchObject({ playing: true, broken: false });
  expect(media.element.paused).toBe(false);
  media.breaks();
  audioSource.pause();
  expect(reportedState.playing).toBe(false);
});

test("doesn't log a pause before the audio has started", async () => {
  media.ready(3000);
  const abortError = new DOMException("The play() request was interrupted by a call to pause().", "AbortError");
  media.element.play = () => Promise.reject(abortError);
  audioSource.play();
  audioSource.pause();
  await Bun.sleep(0);
  expect(consoleError).not.toHaveBeenCalled();
  expect(reportedState.playing).toBe(false);
});

test("loads again when nothing arrives for half a minute", async () => {
  jest.useFakeTimers();
  try {
    let requestCount = 0;
    await audioSource.load(async () => `/api/download/audiobook/7?asked=${(requestCount += 1)}`, 500);
    media.ready(3000);
    audioSource.play();
    media.waits();
    jest.advanceTimersByTime(29_000);
    media.element.dispatchEvent(new Event("progress"));
    jest.advanceTimersByTime(29_000);
    expect(requestCount).toBe(1);
    jest.advanceTimersByTime(1000);
    await Promise.resolve();
    expect(requestCount).toBe(2);
    media.ready(3000);
    expect([media.element.currentTime, media.element.paused]).toEqual([500, false]);
    media.element.dispatchEvent(new Event("playing"));
    jest.advanceTimersByTime(60_000);
    media.waits();
    audioSource.pause();
    jest.advanceTimersByTime(60_000);
    expect(requestCount).toBe(2);
  } finally {
    jest.useRealTimers();
  }
});

test("fetches a new address when the old one expires", async () => {
  let requestCount = 0;
  await audioSource.load(async () => `/api/download/audiobook/7?asked=${(requestCount += 1)}`, 500);
  media.ready(3000);
  audioSource.play();
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
  expect(reportedState).toMatchObject({ playing: true, broken: false });
});

test("reloads a source that fails while seeking at its target", async () => {
  let resolvedCount = 0;
  const pendingLoads: (() => void)[] = [];
  const findUrl = async () => {
    resolvedCount += 1;
    await new Promise<void>((resolve) => pendingLoads.push(resolve));
    return `/kept/audiobook/7?found=${resolvedCount}`;
  };
  const loading = audioSource.load(findUrl, 500);
  pendingLoads.shift()?.();
  await loading;
  media.ready(3000);
  audioSource.play();
  Object.assign(media.element, { seeking: true });
  audioSource.seek(2500);
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
  expect([resolvedCount, audioSource.position(), media.element.paused]).toEqual([2, 2500, false]);
});

test("keeps the position when two reloads coincide", async () => {
  const pendingLoads: (() => void)[] = [];
  const findUrl = async () => {
    await new Promise<void>((resolve) => pendingLoads.push(resolve));
    return "/kept/audiobook/7";
  };
  const loading = audioSource.load(findUrl, 500);
  pendingLoads.shift()?.();
  await loading;
  media.ready(3000);
  audioSource.play();
  Object.assign(media.element, { seeking: true });
  audioSource.seek(2500);
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
  expect([audioSource.position(), media.element.paused]).toEqual([2500, false]);
});

test("replaces an expired address, retries an unreadable one", async () => {
  let requestCount = 0;
  await audioSource.load(async () => `/api/download/audiobook/7?asked=${(requestCount += 1)}`, 500);
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
  await audioSource.load(async () => `/api/download/audiobook/7?asked=${(requestCount += 1)}`, 500);
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
  const seekBack = (milliseconds: number) =>
    Object.defineProperty(document.createElement("audio"), "volume", {
      get: () => volume,
      set: (requestedVolume: number) => {
        volume = requestedVolume;
        setTimeout(() => (volume = 1), milliseconds);
      },
    });
  expect(await canSetVolume(seekBack(0))).toBe(false);
  expect(await canSetVolume(seekBack(50))).toBe(false);
  const fixedVolumeElement = Object.defineProperty(document.createElement("audio"), "volume", {
    get: () => 1,
    set: () => {},
  });
  expect(await canSetVolume(fixedVolumeElement)).toBe(false);
});
