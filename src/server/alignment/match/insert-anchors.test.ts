import { describe, expect, test } from "bun:test";

import { confidenceLabelAt, secondsAt } from "#contract/timeline.ts";
import type { AlignedSpan } from "#server/adapters/alignment-cache.ts";

import { insertAnchors } from "./insert-anchors.ts";
import { toTimeline } from "./timeline.ts";

const SECONDS = 7200;
const LENGTH = 100_000;
/** Two hours without chapters, and the same with four chapters of high confidence. */
const WITHOUT_CHAPTERS: AlignedSpan[] = [{ seconds: [0, SECONDS], text: [0, LENGTH], sure: [0.9, 0.9] }];
const CHAPTERS: AlignedSpan[] = [0, 1, 2, 3].map((at) => ({
  seconds: [at * 1800, (at + 1) * 1800],
  text: [at * 25_000, (at + 1) * 25_000],
  sure: [0.99, 0.99],
}));

const anchor = (seconds: number, codePoint: number) => ({ seconds, codePoint });
const secondsAtCodePoint = (spans: readonly AlignedSpan[], codePoint: number) =>
  Math.round(secondsAt(toTimeline(spans, SECONDS, LENGTH), codePoint / LENGTH));
const confidenceAt = (spans: readonly AlignedSpan[], seconds: number) =>
  confidenceLabelAt(toTimeline(spans, SECONDS, LENGTH), seconds);

describe("your own anchors", () => {
  test("correct the timeline around them, with high confidence", () => {
    expect(confidenceAt(WITHOUT_CHAPTERS, 3700)).toBe("rough");
    const spans = insertAnchors(WITHOUT_CHAPTERS, [anchor(3700, 50_000)]);
    expect([
      secondsAtCodePoint(spans, 25_000),
      secondsAtCodePoint(spans, 50_000),
      secondsAtCodePoint(spans, 75_000),
    ]).toEqual([1850, 3700, 5450]);
    expect(confidenceAt(spans, 3710)).toBe("chapter");
  });

  test("override only the chapters that they contradict", () => {
    const spans = insertAnchors(CHAPTERS, [anchor(2500, 25_100)]);
    expect(secondsAtCodePoint(spans, 25_100)).toBe(2500);
    expect(secondsAtCodePoint(spans, 75_000)).toBe(5400);
    expect(spans.every(({ seconds, text }) => seconds[1] >= seconds[0] && text[1] >= text[0])).toBe(true);
  });

  test("a newer one wins over an older one that it contradicts", () => {
    const spans = insertAnchors(WITHOUT_CHAPTERS, [anchor(3700, 60_000), anchor(3700, 50_000)]);
    expect(secondsAtCodePoint(spans, 50_000)).toBe(3700);
    expect(secondsAtCodePoint(spans, 60_000)).toBeGreaterThan(4000);
  });

  test("never make the timeline run backward", () => {
    const oddAnchors = [
      anchor(0, LENGTH),
      anchor(SECONDS, 0),
      anchor(3600, 10),
      anchor(10, 90_000),
      anchor(7000, 50_000),
    ];
    for (const baseSpans of [WITHOUT_CHAPTERS, CHAPTERS, []])
      for (const { seconds, text } of insertAnchors(baseSpans, oddAnchors)) {
        expect(seconds[1]).toBeGreaterThanOrEqual(seconds[0]);
        expect(text[1]).toBeGreaterThanOrEqual(text[0]);
      }
  });
});
