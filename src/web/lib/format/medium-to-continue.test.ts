import { expect, test } from "bun:test";

import { mediumToContinue, shouldShowOffer } from "./medium-to-continue.ts";

/** The last position, and the seconds of reading or listening since the last jump. */
type LastPosition = readonly [fraction: number, spent: number];
const createProgress = (
  [heard, listening]: LastPosition,
  [read, reading]: LastPosition,
  from: "listening" | "reading",
) => ({
  listening: { seconds: heard * 1000, at: "" },
  reading: { fraction: read, locator: null, at: "" },
  offer: {
    from,
    seconds: (from === "listening" ? heard : read) * 1000,
    fraction: from === "listening" ? heard : read,
    chapter: null,
    confidence: "rough" as const,
  },
  spent: { listening, reading },
});

test.each([
  ["seven seconds of sound at the start", createProgress([0, 7], [0.27, 900], "listening"), false, "reading"],
  ["five minutes of sound again", createProgress([0, 300], [0.27, 9000], "listening"), true, "listening"],
  ["sound further on", createProgress([0.3, 20], [0.27, 9000], "listening"), true, "listening"],
  [
    "a page turned back to after an hour of sound",
    createProgress([0.6, 3600], [0.1, 10], "reading"),
    false,
    "listening",
  ],
  ["a page looked up, where little was heard", createProgress([0.6, 5], [0.1, 0], "reading"), false, "reading"],
] as const)("%s", (_, position, isShown, medium) => {
  expect([shouldShowOffer(position), mediumToContinue(position)]).toEqual([isShown, medium]);
});

test("offers no choice when both media agree", () => {
  const progressWithoutOffer = { listening: null, reading: null, offer: null };
  expect([shouldShowOffer(progressWithoutOffer), mediumToContinue(progressWithoutOffer)]).toEqual([false, null]);
});
