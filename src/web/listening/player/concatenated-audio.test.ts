import { afterEach, beforeEach, expect, test } from "bun:test";

import { createMediaElement } from "#tests/support/media-element.ts";

import type { AudioSource } from "./audio-source.ts";
import { createConcatenatedAudio } from "./concatenated-audio.ts";

const FILES = [
  { url: "/a.mp3", start: 0 },
  { url: "/b.mp3", start: 4 },
  { url: "/c.mp3", start: 7 },
];
let media: ReturnType<typeof createMediaElement>;
let reports: string[];
let audioSource: AudioSource;

beforeEach(async () => {
  media = createMediaElement();
  reports = [];
  audioSource = createConcatenatedAudio(media.element, FILES, {
    onPosition: (position) => reports.push(`at ${position}`),
    onDuration: () => reports.push("length"),
    onPlaying: (playing) => reports.push(playing ? "plays" : "pauses"),
    onEnded: () => reports.push("ended"),
    onWaiting: () => undefined,
    onBroken: () => undefined,
  });
  await audioSource.load(async () => "", 5);
});
afterEach(() => audioSource.end());
/** Waits for pending responses. */
const waitForTasks = () => new Promise((resolve) => setTimeout(resolve));

test("starts in the position's file, and reports the total time", () => {
  expect(media.element.src).toBe("/b.mp3");
  media.ready(3);
  expect([media.element.currentTime, audioSource.position()]).toEqual([1, 5]);
  media.plays(0.5);
  expect(reports.at(-1)).toBe("at 5.5");
});

test("plays on in the next file without a gap", async () => {
  media.ready(3);
  audioSource.play();
  await waitForTasks();
  reports.length = 0;
  media.ends();
  await waitForTasks();
  expect(media.element.src).toBe("/c.mp3");
  media.ready(2);
  await waitForTasks();
  expect(media.element.paused).toBe(false);
  expect(reports.filter((one) => one === "pauses" || one === "ended")).toEqual([]);
  media.ends();
  expect(reports.slice(-2)).toEqual(["pauses", "ended"]);
});

test("a jump into another file keeps playing, or stays paused", async () => {
  media.ready(3);
  audioSource.seek(0.5);
  await waitForTasks();
  expect(media.element.src).toBe("/a.mp3");
  media.ready(4);
  expect([media.element.currentTime, media.element.paused]).toEqual([0.5, true]);
  audioSource.play();
  await waitForTasks();
  audioSource.seek(7.5);
  await waitForTasks();
  media.ready(2);
  await waitForTasks();
  expect([media.element.src, media.element.paused]).toEqual(["/c.mp3", false]);
});
