import { expect, test } from "bun:test";

import type { SaveReason } from "#contract/progress.ts";

import type { PendingSave } from "./place.ts";
import { acknowledgeSave, enqueueSave, mergeSaves, nextToSend, type UnsentSaves } from "./save-queue.ts";
import { toSaveBody } from "./send-save.ts";

let sequence = 0;
const save = (position: number, reason: SaveReason, fields: Partial<PendingSave> = {}): PendingSave => {
  sequence += 1;
  return { bookId: 1, position, reason, baseRevision: 4, device: "phone", client: "a", sequence, at: 1000, ...fields };
};
const positions = (...saves: PendingSave[]) =>
  saves.reduce<UnsentSaves>((waiting, next) => enqueueSave(waiting, next), []).map(({ position }) => position);

test("replaces ticks, and keeps a run's end after a jump", () => {
  expect(positions(save(3, "tick"), save(6, "tick"), save(900, "seek"), save(903, "tick"), save(906, "pause"))).toEqual(
    [6, 900, 906],
  );
});

test("of consecutive jumps only the last counts", () => {
  expect(positions(save(50, "tick"), save(900, "seek"), save(1200, "seek"))).toEqual([50, 1200]);
});

test("a tick farther back doesn't replace the furthest one", () => {
  expect(positions(save(500, "tick"), save(470, "tick"))).toEqual([500, 470]);
});

test("doesn't change a save in flight or of another page", () => {
  const [first, second] = [save(3, "tick"), save(6, "tick")];
  expect(enqueueSave([first], second, [first])).toEqual([first, second]);
  const other = save(9, "tick", { client: "b" });
  expect(enqueueSave([first], other)).toEqual([first, other]);
});

test("sends a closed page's save first, then uses its revision", () => {
  const closedSave = save(900, "tick", { client: "a", at: 2000 });
  const next = save(950, "tick", { client: "b", at: 1000, follows: { client: "a", sequence: closedSave.sequence } });
  const waiting = mergeSaves([], [closedSave, next]);
  expect(nextToSend(waiting, [])).toEqual(closedSave);
  const { follows: _, ...alone } = next;
  expect(acknowledgeSave(waiting, closedSave, 9)).toEqual([{ ...alone, baseRevision: 9 }]);
  expect(acknowledgeSave(waiting, closedSave, null)).toEqual([next]);
});

test("sends a save's age, without fields of the device alone", () => {
  const waiting = save(70, "leave", { follows: { client: "b", sequence: 1 } });
  expect(toSaveBody(waiting, 63_900)).toEqual({
    bookId: 1,
    reason: "leave",
    baseRevision: 4,
    device: "phone",
    client: "a",
    sequence: waiting.sequence,
    age: 62,
  });
});

test("a clock that is years off causes no rejected save", () => {
  const years = 50 * 365 * 86_400_000;
  expect(toSaveBody(save(9, "tick"), years).age).toBe(31_536_000);
  expect(toSaveBody({ ...save(9, "tick"), at: years }, 0).age).toBe(0);
});
