import { expect, test } from "bun:test";

import { titleEvidence } from "./candidates.ts";

const partsWith = (titles: readonly string[]) => titles.map((title) => ({ title }));
const evidence = titleEvidence(
  partsWith(["Credits", "Chapter 1", "The Fête!", "Interlude", "Interlude", "07"]),
  partsWith(["Chapter 1", "the fête", "Interlude", "07"]),
);

test("matches a title that occurs once in both", () => {
  expect([evidence(1, 0), evidence(2, 1)].every((evidenceNats) => evidenceNats > 0)).toBe(true);
  expect([evidence(1, 1), evidence(2, 0)].every((evidenceNats) => evidenceNats < 0)).toBe(true);
});

test("ignores titles that are missing, repeated or file numbers", () => {
  expect([evidence(0, 0), evidence(3, 2), evidence(4, 2), evidence(5, 3)]).toEqual([0, 0, 0, 0]);
});
