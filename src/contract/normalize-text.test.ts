import { expect, test } from "bun:test";

import { normalizeText } from "./normalize-text.ts";

const FORMS = ["NFC", "NFD", "NFKC", "NFKD"] as const;

test.each(FORMS)("normalizes a million accents to %s in linear time", (form) => {
  for (const accents of ["\u0315\u0300", "\u0301\uFF9E", "\u0300\u{1D165}"]) {
    const text = `e${accents.repeat(500_000)}`;
    expect(normalizeText(text, form).length).toBeGreaterThan(900_000);
  }
});

test.each(FORMS)("changes nothing else about %s", (form) => {
  for (const text of ["", "Zoë", "Zoe\u0308", "ﬁ ＝ ㎏", `e${"\u0315\u0300".repeat(49)}`, "한국어".repeat(200)])
    expect(normalizeText(text, form)).toBe(text.normalize(form));
});
