import { expect, test } from "bun:test";

import { isWorthShowing, mediumToContinue } from "./medium-to-continue.ts";

const place = (
  heard: { fraction: number; spent: number },
  read: { fraction: number; spent: number },
  from: "listening" | "reading",
) => ({
  listening: { seconds: heard.fraction * 1000, at: "" },
  reading: { fraction: read.fraction, locator: null, at: "" },
  offer: {
    from,
    seconds: (from === "listening" ? heard : read).fraction * 1000,
    fraction: (from === "listening" ? heard : read).fraction,
    chapter: null,
    confidence: "rough" as const,
  },
  spent: { listening: heard.spent, reading: read.spent },
});

test.each([
  [
    "seven seconds of sound at the start",
    place({ fraction: 0, spent: 7 }, { fraction: 0.27, spent: 900 }, "listening"),
    false,
    "reading",
  ],
  [
    "five minutes of sound again",
    place({ fraction: 0, spent: 300 }, { fraction: 0.27, spent: 9000 }, "listening"),
    true,
    "listening",
  ],
  [
    "sound further on",
    place({ fraction: 0.3, spent: 20 }, { fraction: 0.27, spent: 9000 }, "listening"),
    true,
    "listening",
  ],
  [
    "a page turned back to after an hour of sound",
    place({ fraction: 0.6, spent: 3600 }, { fraction: 0.1, spent: 10 }, "reading"),
    false,
    "listening",
  ],
  [
    "a page looked up, where little was heard",
    place({ fraction: 0.6, spent: 5 }, { fraction: 0.1, spent: 0 }, "reading"),
    false,
    "reading",
  ],
] as const)("%s", (_, given, isShown, way) => {
  expect([isWorthShowing(given), mediumToContinue(given)]).toEqual([isShown, way]);
});

test("where both agree there is nothing to choose", () => {
  const agreed = { listening: null, reading: null, offer: null };
  expect([isWorthShowing(agreed), mediumToContinue(agreed)]).toEqual([false, null]);
});
