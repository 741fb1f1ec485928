import { expect, test } from "bun:test";

import type { SaveReason } from "#contract/progress.ts";

import { enqueue, type PendingSave, toCall } from "./save-queue.ts";

let sequence = 0;
const save = (position: number, reason: SaveReason): PendingSave => {
  sequence += 1;
  return { bookId: 1, position, reason, baseRevision: 4, device: "phone", client: "a", sequence, at: 1000 };
};
const positions = (...saves: PendingSave[]) =>
  saves.reduce<PendingSave[]>((queue, next) => enqueue(queue, next), []).map(({ position }) => position);

test("ticks replace each other, and the end of a stretch stays after a jump", () => {
  expect(positions(save(3, "tick"), save(6, "tick"), save(900, "seek"), save(903, "tick"), save(906, "pause"))).toEqual(
    [6, 900, 906],
  );
});

test("of consecutive jumps only the last counts", () => {
  expect(positions(save(50, "tick"), save(900, "seek"), save(1200, "seek"))).toEqual([50, 1200]);
});

test("a tick farther back doesn't hide how far you were", () => {
  expect(positions(save(500, "tick"), save(470, "tick"))).toEqual([500, 470]);
});

test("a save being sent isn't changed", () => {
  const [first, second] = [save(3, "tick"), save(6, "tick")];
  expect(enqueue([first], second, new Set([first.sequence]))).toEqual([first, second]);
});

test("a save is sent with its age and SPEC's chapter 0", () => {
  const waiting = save(70, "leave");
  expect(toCall(waiting, 63_900)).toEqual({
    bookId: 1,
    currentTime: 70,
    chapter: 0,
    reason: "leave",
    baseRevision: 4,
    device: "phone",
    client: "a",
    sequence: waiting.sequence,
    age: 62,
  });
});

test("a clock that is years off makes no save the server rejects", () => {
  const years = 50 * 365 * 86_400_000;
  expect(toCall(save(9, "tick"), years).age).toBe(31_536_000);
  expect(toCall({ ...save(9, "tick"), at: years }, 0).age).toBe(0);
});
