import { expect, test } from "bun:test";

import { textLength, trimText } from "./text-length.ts";

test("drops invisible marks at the ends, with the space", () => {
  const invisible = [
    "\u200e",
    "\u200f",
    "\u061c",
    "\u200b",
    "\u2060",
    "\ufeff",
    "\u00ad",
    "\u202a",
    "\u202c",
    "\u2066",
    "\u2069",
  ];
  for (const mark of invisible) {
    expect(trimText(`${mark} ann ${mark}`)).toBe("ann");
    expect(trimText(`a${mark}n`)).toBe(`a${mark}n`);
    expect(trimText(mark)).toBe("");
  }
});

test("keeps the last code points of an emoji", () => {
  for (const emoji of ["❤\ufe0f", "👩\u200d💻", "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}"])
    expect(trimText(` ${emoji}\u200e`)).toBe(emoji);
});

test("trims a long run of marks in linear time", () => {
  const run = "\u200e ".repeat(100_000);
  expect(trimText(`${run}x${run}y${run}`)).toBe(`x${run}y`);
});

test("counts a million accents on one letter in linear time", () => {
  expect(textLength(`a${"\u0315\u0300".repeat(500_000)}`)).toBe(1_000_001);
});
