import { expect, test } from "bun:test";

import { adjustAfterJump, SLEEP_FADE_MS, sleepAtChapterEnd, sleepInMinutes, stepSleep } from "./sleep-timer.ts";
import { rewindSeconds } from "./smart-rewind.ts";

test("fades at its end, pauses, and rewinds to the fade", () => {
  let timer = sleepInMinutes(5);
  const stepTimer = (playedMs: number, position: number) => {
    const nextStep = stepSleep(timer, playedMs, position, 1);
    if (nextStep.kind === "on") timer = nextStep.timer;
    return nextStep;
  };
  expect(stepTimer(60_000, 100)).toMatchObject({ kind: "on", volume: 1, timer: { leftMs: 240_000 } });
  expect(stepTimer(240_000 - SLEEP_FADE_MS / 2, 390)).toMatchObject({
    kind: "on",
    volume: 0.5,
    timer: { fadeFrom: 390 },
  });
  expect(stepTimer(SLEEP_FADE_MS / 2 - 1000, 399)).toMatchObject({ volume: 0.05, timer: { fadeFrom: 390 } });
  expect(stepTimer(1000, 400)).toEqual({ kind: "done", rewindTo: 390 });
});

test("a timer for the chapter's end counts at the playing speed", () => {
  const timer = sleepAtChapterEnd(600);
  expect(stepSleep(timer, 0, 580, 2)).toMatchObject({ volume: 0.5 });
  expect(stepSleep(timer, 0, 600.2, 2)).toMatchObject({ kind: "done" });
});

test("a jump ends a fade, and moves the chapter timer", () => {
  expect(adjustAfterJump({ kind: "minutes", leftMs: 9, fadeFrom: 3 }, 600)).toMatchObject({ fadeFrom: null });
  expect(adjustAfterJump(sleepAtChapterEnd(600), 900)).toEqual(sleepAtChapterEnd(900));
});

test("resumes farther back the longer the pause", () => {
  const HOUR_MS = 3_600_000;
  const rewinds = [5000, 30_000, 60_000, 600_000, HOUR_MS, 24 * HOUR_MS, 1000 * HOUR_MS].map(rewindSeconds);
  expect(rewinds).toEqual([0, 2, 5, 10, 20, 30, 30]);
});
