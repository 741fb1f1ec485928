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

test("play on a file that cannot be read shows at once as wanted, plays when it can be, and can be taken back", async () => {
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
