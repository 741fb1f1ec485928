import type { Medium } from "#web/progress/place.ts";

/** A place in audio or text: what counts as near. Lengths in its own unit. */
export type PlaceMedium = {
  name: Medium;
  /** The place's locator; null in audio. */
  locator: (position: number) => string | null;
  /** Of the histories' whole numbers, which are seconds of audio. */
  at: (number: number) => number;
  end: number;
  tick: { length: number; seconds: number };
  /** Searching isn't being there: from here a place counts as reached. */
  settled: number;
  /** The member may be put back this far without losing their place. */
  slack: number;
  /** Places this close are one to the page. */
  samePlace: number;
  /** The beginning can't be lost. */
  beginning: number;
};

export const AUDIO: PlaceMedium = {
  name: "audio",
  locator: () => null,
  at: (number) => number,
  end: Number.POSITIVE_INFINITY,
  tick: { length: 3, seconds: 3 },
  settled: 10,
  slack: 60,
  samePlace: 30,
  beginning: 30,
};

/** Code points of a text the server hasn't read. */
export const LENGTH = 400_000;
const ofText = (codePoints: number) => codePoints / LENGTH;

/** Shares of a text, each with its locator. */
export const TEXT: PlaceMedium = {
  name: "text",
  locator: (position) => `at ${position}`,
  at: (number) => number / 9000,
  end: 1,
  // a page
  tick: { length: ofText(1500), seconds: 20 },
  settled: ofText(300),
  slack: ofText(6000),
  samePlace: ofText(4000),
  beginning: ofText(1500),
};
