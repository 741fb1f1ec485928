import { expect, test } from "bun:test";

import { selectTimedSentences } from "./timed-sentences.ts";

const sentences = [0, 1, 2, 3].map((mark) => ({ mark, section: 0, from: mark * 100, to: mark * 100 + 99 }));
const createTimedSentence = (mark: number, start: number) => ({ mark, start, probability: 1, fit: 0 });
const pauses = { starts: Float64Array.of(0, 6, 30, 60), ends: Float64Array.of(1, 7, 48, 60) };

test("ends a sentence at the pause, not minutes later", () => {
  const selectedSentences = selectTimedSentences(
    [createTimedSentence(0, 1), createTimedSentence(1, 7), createTimedSentence(2, 12), createTimedSentence(3, 48)],
    sentences,
    pauses,
  );
  expect(selectedSentences.map(({ start, end }) => [start, end])).toEqual([
    [1, 6],
    // without a pause
    [7, 12],
    [12, 30],
    [48, 60],
  ]);
  const [firstSentence] = selectTimedSentences(
    [createTimedSentence(0, 1), createTimedSentence(3, 48)],
    sentences,
    pauses,
  );
  expect(firstSentence?.end).toBeLessThan(30);
});
