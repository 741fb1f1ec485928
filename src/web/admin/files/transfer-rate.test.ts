import { describe, expect, test } from "bun:test";

import { addSample, bytesPerSecond, formatTransferTimeLeft, type Sample } from "./transfer-rate.ts";

const addSamples = (samples: Sample[]) => samples.reduce<readonly Sample[]>(addSample, []);

describe("the rate of an upload", () => {
  test("is unknown at first", () => {
    expect(bytesPerSecond([])).toBeNull();
    expect(
      bytesPerSecond(
        addSamples([
          { at: 0, sentBytes: 0 },
          { at: 100, sentBytes: 5_000_000 },
        ]),
      ),
    ).toBeNull();
  });

  test("is that of the last five seconds", () => {
    const samples = addSamples([
      { at: 0, sentBytes: 0 },
      { at: 1000, sentBytes: 9_000_000 },
      { at: 6000, sentBytes: 10_000_000 },
      { at: 8000, sentBytes: 12_000_000 },
    ]);
    expect(bytesPerSecond(samples)).toBe(1_000_000);
  });
});

describe("the time left", () => {
  test("changes smoothly", () => {
    expect(formatTransferTimeLeft(1000, null)).toBeUndefined();
    expect(formatTransferTimeLeft(1000, 0)).toBeUndefined();
    expect(formatTransferTimeLeft(3000, 1000)).toBe("a few seconds left");
    expect(formatTransferTimeLeft(31_000, 1000)).toBe("about 35 s left");
    expect(formatTransferTimeLeft(125_000, 1000)).toBe("about 2 min left");
    expect(formatTransferTimeLeft(5_400_000, 1000)).toBe("about 1 h 30 min left");
  });
});
