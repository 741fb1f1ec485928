import { expect, test } from "bun:test";

import { selectTimedSentences } from "./timed-sentences.ts";

const sentences = [0, 1, 2, 3].map((mark) => ({ mark, section: 0, from: mark * 100, to: mark * 100 + 99 }));
const createTimed = (mark: number, start: number) => ({ mark, start, probability: 1, fit: 0 });
const pauses = { starts: Float64Array.of(0, 6, 30, 60), ends: Float64Array.of(1, 7, 48, 60) };

test("ends a sentence at the pause, not minutes later", () => {
  const heard = selectTimedSentences(
    [createTimed(0, 1), createTimed(1, 7), createTimed(2, 12), createTimed(3, 48)],
    sentences,
    pauses,
  );
  expect(heard.map(({ start, end }) => [start, end])).toEqual([
    [1, 6],
    // without a pause
    [7, 12],
    [12, 30],
    [48, 60],
  ]);
  const [first] = selectTimedSentences([createTimed(0, 1), createTimed(3, 48)], sentences, pauses);
  expect(first?.end).toBeLessThan(30);
});
