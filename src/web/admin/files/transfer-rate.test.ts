import { describe, expect, test } from "bun:test";

import { addSample, rateOf, type Sample, timeLeft } from "./transfer-rate.ts";

const after = (samples: Sample[]) => samples.reduce<readonly Sample[]>(addSample, []);

describe("the rate of an upload", () => {
  test("is unknown at first", () => {
    expect(rateOf([])).toBeNull();
    expect(
      rateOf(
        after([
          { at: 0, sent: 0 },
          { at: 100, sent: 5_000_000 },
        ]),
      ),
    ).toBeNull();
  });

  test("is that of the last five seconds", () => {
    const samples = after([
      { at: 0, sent: 0 },
      { at: 1000, sent: 9_000_000 },
      { at: 6000, sent: 10_000_000 },
      { at: 8000, sent: 12_000_000 },
    ]);
    expect(rateOf(samples)).toBe(1_000_000);
  });
});

describe("the time left", () => {
  test("changes smoothly", () => {
    expect(timeLeft(1000, null)).toBeUndefined();
    expect(timeLeft(1000, 0)).toBeUndefined();
    expect(timeLeft(3000, 1000)).toBe("a few seconds left");
    expect(timeLeft(31_000, 1000)).toBe("about 35 s left");
    expect(timeLeft(125_000, 1000)).toBe("about 2 min left");
    expect(timeLeft(5_400_000, 1000)).toBe("about 1 h 30 min left");
  });
});
