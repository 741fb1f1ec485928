import { afterEach, beforeEach, expect, spyOn, test } from "bun:test";

import { createMediaElement } from "#tests/support/media-element.ts";

import { createSound } from "./sound.ts";

let media: ReturnType<typeof createMediaElement>;
let told: { playing: boolean; duration: number; broken: boolean };
let sound: ReturnType<typeof createSound>;
let logged: ReturnType<typeof spyOn>;

beforeEach(async () => {
  logged = spyOn(console, "error").mockImplementation(() => undefined);
  media = createMediaElement();
  told = { playing: false, duration: 0, broken: false };
  sound = createSound(media.element, {
    onPosition: () => undefined,
    onDuration: (duration) => Object.assign(told, { duration }),
    onPlaying: (playing) => Object.assign(told, { playing }),
    onEnded: () => undefined,
    onWaiting: () => undefined,
    onBroken: (broken) => Object.assign(told, { broken }),
  });
  await sound.load(async () => "/api/download/audiobook/7", "willows.mp3", 500);
});
afterEach(() => {
  sound.end();
  logged.mockRestore();
});

test("the length of an mp3, which browsers guess at first, follows what they find out later", () => {
  media.ready(2900);
  media.finds(3000);
  expect(told.duration).toBe(3000);
});

test("pressing play on an unreadable file shows immediately, plays when readable, and can be canceled", async () => {
  media.breaks();
  sound.play();
  expect(told).toMatchObject({ playing: true, broken: true });
  await Promise.resolve();
  media.ready(3000);
  expect(told).toMatchObject({ playing: true, broken: false });
  expect(media.element.paused).toBe(false);
  media.breaks();
  sound.pause();
  expect(told.playing).toBe(false);
});

test("when more of an old address is wanted, a new one is asked for, and playing goes on at the place", async () => {
  let asked = 0;
  await sound.load(async () => `/api/download/audiobook/7?asked=${(asked += 1)}`, "willows.mp3", 500);
  media.ready(3000);
  sound.play();
  media.waits();
  await Promise.resolve();
  expect(asked).toBe(1);
  const now = performance.now();
  const clock = spyOn(performance, "now").mockImplementation(() => now + 11 * 60_000);
  media.plays(4);
  media.waits();
  await Promise.resolve();
  media.ready(3000);
  media.waits();
  await Promise.resolve();
  clock.mockRestore();
  expect([asked, media.element.currentTime, media.element.paused]).toEqual([2, 504, false]);
  expect(told).toMatchObject({ playing: true, broken: false });
});

test("an address that has ended is asked for again at once; one that can't be read, later", async () => {
  let asked = 0;
  await sound.load(async () => `/api/download/audiobook/7?asked=${(asked += 1)}`, "willows.mp3", 500);
  media.ready(3000);
  media.breaks();
  await Bun.sleep(1);
  expect(asked).toBe(2);
  media.breaks();
  await Bun.sleep(1);
  expect(asked).toBe(2);
});
