import { expect, test } from "bun:test";

import type { SaveReason } from "#contract/progress.ts";

import type { PendingSave } from "./position.ts";
import { acknowledgeSave, enqueueSave, mergeSaves, nextToSend, type UnsentSaves } from "./save-queue.ts";
import { toSaveBody } from "./send-save.ts";

let sequence = 0;
const createSave = (position: number, reason: SaveReason, fields: Partial<PendingSave> = {}): PendingSave => {
  sequence += 1;
  return { bookId: 1, position, reason, baseRevision: 4, device: "phone", client: "a", sequence, at: 1000, ...fields };
};
const queuedPositions = (...saves: PendingSave[]) =>
  saves.reduce<UnsentSaves>((waiting, next) => enqueueSave(waiting, next), []).map(({ position }) => position);

test("replaces ticks, and keeps a run's end after a jump", () => {
  expect(
    queuedPositions(
      createSave(3, "tick"),
      createSave(6, "tick"),
      createSave(900, "seek"),
      createSave(903, "tick"),
      createSave(906, "pause"),
    ),
  ).toEqual([6, 900, 906]);
});

test("of consecutive jumps only the last counts", () => {
  expect(queuedPositions(createSave(50, "tick"), createSave(900, "seek"), createSave(1200, "seek"))).toEqual([
    50, 1200,
  ]);
});

test("a tick farther back doesn't replace the furthest one", () => {
  expect(queuedPositions(createSave(500, "tick"), createSave(470, "tick"))).toEqual([500, 470]);
});

test("doesn't change a save in flight or of another page", () => {
  const [firstSave, secondSave] = [createSave(3, "tick"), createSave(6, "tick")];
  expect(enqueueSave([firstSave], secondSave, [firstSave])).toEqual([firstSave, secondSave]);
  const otherClientSave = createSave(9, "tick", { client: "b" });
  expect(enqueueSave([firstSave], otherClientSave)).toEqual([firstSave, otherClientSave]);
});

test("sends a closed page's save first, then uses its revision", () => {
  const closedSave = createSave(900, "tick", { client: "a", at: 2000 });
  const nextSave = createSave(950, "tick", {
    client: "b",
    at: 1000,
    follows: { client: "a", sequence: closedSave.sequence },
  });
  const waiting = mergeSaves([], [closedSave, nextSave]);
  expect(nextToSend(waiting, [])).toEqual(closedSave);
  const { follows: _, ...alone } = nextSave;
  expect(acknowledgeSave(waiting, closedSave, 9)).toEqual([{ ...alone, baseRevision: 9 }]);
  expect(acknowledgeSave(waiting, closedSave, null)).toEqual([nextSave]);
});

test("sends a save's age, without fields of the device alone", () => {
  const waitingSave = createSave(70, "leave", { follows: { client: "b", sequence: 1 } });
  expect(toSaveBody(waitingSave, 63_900)).toEqual({
    bookId: 1,
    reason: "leave",
    baseRevision: 4,
    device: "phone",
    client: "a",
    sequence: waitingSave.sequence,
    age: 62,
  });
});

test("a clock that is years off causes no rejected save", () => {
  const yearsMs = 50 * 365 * 86_400_000;
  expect(toSaveBody(createSave(9, "tick"), yearsMs).age).toBe(31_536_000);
  expect(toSaveBody({ ...createSave(9, "tick"), at: yearsMs }, 0).age).toBe(0);
});
