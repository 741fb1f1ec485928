import { describe, expect, test } from "bun:test";

import { secondsAt } from "#contract/timeline.ts";
import type { AlignedSpan } from "#server/adapters/alignment-cache.ts";

import { estimatePaceTrends, toTimeline } from "./timeline.ts";

const CHAPTER_LENGTH = 70_000;

/** Chapters of the same length, each with its seconds per 1,000 code points. */
function createChapterSpans(paces: readonly number[], confidence = 0.95): AlignedSpan[] {
  let start = 0;
  return paces.map((pace, at) => {
    const spanStart = start;
    start += (pace * CHAPTER_LENGTH) / 1000;
    return {
      seconds: [spanStart, start],
      text: [at * CHAPTER_LENGTH, (at + 1) * CHAPTER_LENGTH],
      sure: [confidence, confidence],
    };
  });
}

describe("a voice that slows down over the hours", () => {
  /** From 74 to 90 seconds per 1,000 code points, evenly. */
  const trueSeconds = (codePoint: number) => 0.074 * codePoint + (0.016 * codePoint ** 2) / (2 * 3 * CHAPTER_LENGTH);
  const paces = [0, 1, 2].map(
    (at) => (1000 * (trueSeconds((at + 1) * CHAPTER_LENGTH) - trueSeconds(at * CHAPTER_LENGTH))) / CHAPTER_LENGTH,
  );
  const spans = createChapterSpans(paces);
  const [seconds, length] = [trueSeconds(3 * CHAPTER_LENGTH), 3 * CHAPTER_LENGTH];

  test.each([0.25, 0.5, 1.5, 2.5, 2.75])("is followed inside chapters of 90 minutes: %p chapters in", (at) => {
    const timeline = toTimeline(spans, seconds, length);
    expect(
      Math.abs(secondsAt(timeline, (at * CHAPTER_LENGTH) / length) - trueSeconds(at * CHAPTER_LENGTH)),
    ).toBeLessThan(3);
  });

  test("is where it was at the chapters' starts", () => {
    const timeline = toTimeline(spans, seconds, length);
    for (const [at, { seconds: audioRange }] of spans.entries())
      expect(secondsAt(timeline, at / 3)).toBeCloseTo(audioRange[0]);
  });
});

test("lags an even pace where the voice speeds up", () => {
  expect(estimatePaceTrends(createChapterSpans([87, 81, 76])).every((trend) => trend < 0)).toBe(true);
});

test.each([
  ["go up and down", createChapterSpans([78, 86, 78, 86])],
  ["differ by chance", createChapterSpans([78, 79, 80])],
  ["are only two", createChapterSpans([78, 86])],
  ["may be those of other texts", createChapterSpans([74, 80, 86], 0.4)],
  [
    "are of no text, or no sound",
    [...createChapterSpans([0, 80]), { seconds: [5600, 5700], text: [1, 1], sure: [1, 1] }] as const,
  ],
])("there is no trend in paces that %s", (_, spans) => {
  expect(estimatePaceTrends(spans)).toEqual(spans.map(() => 0));
});

test("nothing runs backward, however much paces differ", () => {
  const shortSpan = { seconds: [0, 400], text: [0, 2000], sure: [0.9, 0.9] } as const;
  const spans: AlignedSpan[] = [shortSpan, ...createChapterSpans([60, 20])].map(({ seconds, text, sure }, at) => {
    const [laterSeconds, furtherSeconds] = at === 0 ? [0, 0] : [400, 2000];
    return {
      seconds: [seconds[0] + laterSeconds, seconds[1] + laterSeconds],
      text: [text[0] + furtherSeconds, text[1] + furtherSeconds],
      sure,
    };
  });
  const timeline = toTimeline(spans, 6000, 142_000);
  expect(timeline).toEqual(timeline.toSorted((one, other) => one.seconds - other.seconds));
  expect(timeline.length).toBeGreaterThan(15);
});
