import { describe, expect, test } from "bun:test";

import type { Sentence } from "#contract/sentences.ts";

import { firstOnPage, nextChangeAt, pointAt, sentenceAt } from "./sentence-lookup.ts";

const createSentence = (start: number, end: number, from: number, to: number): Sentence => ({
  start,
  end,
  from,
  to,
  sure: true,
});
const [heading, firstSentence, secondSentence] = [
  createSentence(1, 2, 0, 9),
  createSentence(3, 5, 10, 50),
  createSentence(5, 9, 51, 131),
];
const chapter = [heading, firstSentence, secondSentence];

describe("the spoken sentence", () => {
  test.each([
    [0.5, null],
    [1, heading],
    [2.9, heading],
    [3, firstSentence],
    [4.999, firstSentence],
    [5, secondSentence],
    [10.4, secondSentence],
    [10.6, null],
  ])("is found at second %d", (seconds, expected) => expect(sentenceAt(chapter, seconds)).toBe(expected));

  test("changes at each start, and a moment after the last", () => {
    const changeTimes: number[] = [];
    for (let second = 0; second < 20; second = changeTimes.at(-1) ?? 20)
      changeTimes.push(nextChangeAt(chapter, second));
    expect(changeTimes).toEqual([1, 3, 5, 10.5, Number.POSITIVE_INFINITY]);
  });

  test("is no longer marked in a long silence before the next", () => {
    const [first, next] = [createSentence(0, 2, 0, 9), createSentence(30, 31, 10, 20)];
    expect([3.4, 3.5, 29.9, 30].map((second) => sentenceAt([first, next], second))).toEqual([first, null, null, next]);
    expect([1, 3.5].map((second) => nextChangeAt([first, next], second))).toEqual([3.5, 30]);
  });
});

test("maps a second to a point of the text", () => {
  expect(pointAt(chapter, 0)).toBeNull();
  expect([1, 1.5, 2.9, 3, 4, 5, 7, 9, 20].map((second) => pointAt(chapter, second))).toEqual([
    0, 4, 8, 10, 29, 51, 90, 130, 130,
  ]);
});

test("starts with the first sentence that begins on the page", () => {
  expect(firstOnPage(chapter, 30, 200)).toBe(secondSentence);
  expect(firstOnPage(chapter, 60, 100)).toBe(secondSentence);
  expect(firstOnPage(chapter, 0, 10)).toBe(heading);
  expect(firstOnPage(chapter, 131, 400)).toBeNull();
});
