import { expect, test } from "bun:test";

import { titleEvidence } from "./candidates.ts";

const createParts = (titles: readonly string[]) => titles.map((title) => ({ title }));
const evidenceFor = titleEvidence(
  createParts(["Credits", "Chapter 1", "The Fête!", "Interlude", "Interlude", "07"]),
  createParts(["Chapter 1", "the fête", "Interlude", "07"]),
);

test("matches a title that occurs once in both", () => {
  expect([evidenceFor(1, 0), evidenceFor(2, 1)].every((evidenceNats) => evidenceNats > 0)).toBe(true);
  expect([evidenceFor(1, 1), evidenceFor(2, 0)].every((evidenceNats) => evidenceNats < 0)).toBe(true);
});

test("ignores titles that are missing, repeated or file numbers", () => {
  expect([evidenceFor(0, 0), evidenceFor(3, 2), evidenceFor(4, 2), evidenceFor(5, 3)]).toEqual([0, 0, 0, 0]);
});
