import type { Medium } from "#web/progress/position.ts";

/** The unit of positions in audio or text, and its tolerances. Lengths are in this unit. */
export type TestMedium = {
  name: Medium;
  /** The position's locator; null in audio. */
  locator: (position: number) => string | null;
  /** Converts a history's whole number, which is in seconds of audio. */
  at: (number: number) => number;
  end: number;
  tick: { length: number; seconds: number };
  /** A position counts as reached after this much was played or read from it. */
  settled: number;
  /** The member may be returned this far back without losing their position. */
  slack: number;
  /** Positions this close are on the same page. */
  tolerance: number;
  /** Positions up to here are the beginning, which can't be lost. */
  beginning: number;
};

export const AUDIO: TestMedium = {
  name: "audio",
  locator: () => null,
  at: (number) => number,
  end: Number.POSITIVE_INFINITY,
  tick: { length: 3, seconds: 3 },
  settled: 10,
  slack: 60,
  tolerance: 30,
  beginning: 30,
};

/** Code points of a text that the server hasn't parsed. */
export const TEXT_LENGTH = 400_000;
const ofText = (codePoints: number) => codePoints / TEXT_LENGTH;

/** Fractions of a text, each with its locator. */
export const TEXT: TestMedium = {
  name: "text",
  locator: (position) => `at ${position}`,
  at: (number) => number / 9000,
  end: 1,
  // a page
  tick: { length: ofText(1500), seconds: 20 },
  settled: ofText(300),
  slack: ofText(6000),
  tolerance: ofText(4000),
  beginning: ofText(1500),
};
