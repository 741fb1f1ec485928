import { beforeEach, expect, test } from "bun:test";

import { emptyStore } from "#tests/support/listening-device.ts";
import { until } from "#tests/support/poll-until.ts";

import type { DevicePosition, PendingSave, SendResult, ServerPosition } from "./place.ts";
import { createProgressSync, type ProgressSyncOptions } from "./progress-sync.ts";
import type { PlaceStore } from "./store.ts";

const page = { bookId: 7, client: "tab", device: "computer", tolerance: 30 };
const serverAt = (position: number, revision: number): ServerPosition => ({
  position,
  locator: null,
  revision,
  device: "phone",
  updatedAt: "2026-03-10T12:00:00Z",
});
const at = (position: number) => ({ position, locator: null });

let sent: PendingSave[];
let answer: (save: PendingSave) => SendResult;
beforeEach(() => {
  sent = [];
  answer = ({ position, baseRevision }) => ({ kind: "saved", serverPosition: serverAt(position, baseRevision + 1) });
});

async function open(start: ServerPosition, parts: Partial<ProgressSyncOptions> = {}) {
  const place = createProgressSync({
    medium: "audio",
    bookId: 7,
    store: emptyStore,
    send: async (save) => {
      sent.push(save);
      if (sent.length > 20) throw new Error("It goes on and on");
      return answer(save);
    },
    now: () => 1000,
    ...parts,
  });
  place.flushNow();
  return { place, start: await place.start(page, async () => start) };
}

/** A device with these unsent saves of a closed page. */
function deviceWith(saves: readonly PendingSave[], local: DevicePosition): PlaceStore {
  return { ...emptyStore, list: async () => [{ medium: "audio", bookId: 7, saves }], local: async () => local };
}
const byOld = { bookId: 7, baseRevision: 5, device: "phone", client: "old", at: 900 } as const;

test("isn't resent when rejected at the newest revision", async () => {
  const { place } = await open(serverAt(20, 5));
  answer = () => ({ kind: "refused", serverPosition: serverAt(20, 5) });
  place.save(at(0), "tick");
  await place.flush();
  expect([sent.length, place.answer("stay")]).toEqual([1, at(20)]);
});

test("is saved once more from the server's state when near", async () => {
  const { place } = await open(serverAt(20, 5));
  answer = ({ baseRevision, position }) =>
    baseRevision < 9
      ? { kind: "refused", serverPosition: serverAt(40, 9) }
      : { kind: "saved", serverPosition: serverAt(position, baseRevision + 1) };
  place.save(at(30), "tick");
  await place.flush();
  expect(sent.map(({ position, baseRevision }) => [position, baseRevision])).toEqual([
    [30, 5],
    [30, 9],
  ]);
});

test("stays a jump when rejected and saved again", async () => {
  const { place } = await open(serverAt(20, 5));
  answer = ({ baseRevision, position }) =>
    baseRevision < 9
      ? { kind: "refused", serverPosition: serverAt(6000, 9) }
      : { kind: "saved", serverPosition: serverAt(position, baseRevision + 1) };
  place.save(at(6010), "seek");
  place.save(at(6013), "tick");
  await place.flush();
  expect(sent.map(({ position, reason, baseRevision }) => [reason, position, baseRevision])).toEqual([
    ["seek", 6010, 5],
    ["tick", 6013, 5],
    ["seek", 6013, 9],
  ]);
});

test("an unsent jump is sent as a jump when the page closes, once", async () => {
  const { promise: never } = Promise.withResolvers<SendResult>();
  const { place } = await open(serverAt(2000, 5), {
    send: (save, isLeaving) => {
      if (isLeaving) sent.push(save);
      return never;
    },
  });
  place.save(at(0), "seek");
  place.leave(at(0));
  place.leave(at(0));
  expect(sent.map(({ position, reason }) => `${reason} ${position}`)).toEqual(["seek 0"]);
});

test("isn't resent by the next page after a closing beacon", async () => {
  const deletedKeys: unknown[] = [];
  const leaveSave: PendingSave = { ...byOld, position: 30, reason: "leave", sequence: 3 };
  const local = { bookId: 7, position: 30, client: "old", sequence: 3, revision: 5 };
  const store = {
    ...deviceWith([leaveSave], local),
    acknowledge: async (_: string, save: { client: string; sequence: number }) => void deletedKeys.push(save),
  };
  const { place, start } = await open(serverAt(30, 6), { store });
  await place.flush();
  expect([sent, deletedKeys, start]).toEqual([[], [leaveSave], at(30)]);
});

test("sends a closed page's saves before its own", async () => {
  const waiting: PendingSave[] = [
    { ...byOld, position: 900, reason: "tick", sequence: 1 },
    { ...byOld, position: 0, reason: "seek", sequence: 2 },
  ];
  const local = { bookId: 7, position: 0, client: "old", sequence: 2, revision: 5 };
  const { place } = await open({ ...serverAt(20, 5), isLastSeen: true }, { store: deviceWith(waiting, local) });
  place.leave(at(40));
  await place.flush();
  expect(sent.map(({ position, reason, client, baseRevision }) => [reason, position, client, baseRevision])).toEqual([
    ["tick", 900, "old", 5],
    ["seek", 0, "old", 5],
    ["leave", 40, "tab", 6],
  ]);
});

test("names another tab as this browser, not another device", async () => {
  for (const isFromThisDevice of [true, false]) {
    const { place } = await open(serverAt(20, 5), {
      store: { ...emptyStore, isOwnSave: async () => isFromThisDevice },
    });
    await place.update(serverAt(900, 9));
    expect(place.status().offer).toMatchObject({ position: 900, isFromThisDevice });
  }
});

test("is at risk while neither device nor server has it", async () => {
  let isBroken = true;
  const saveToDevice = async () =>
    isBroken ? Promise.reject(new Error("The browser's storage does not answer")) : undefined;
  const { place } = await open(serverAt(20, 5), { store: { ...emptyStore, write: saveToDevice } });
  answer = () => ({ kind: "failed" });
  place.save(at(30), "tick");
  await place.flush();
  await until(() => place.isAtRisk());
  isBroken = false;
  place.save(at(40), "tick");
  await place.flush();
  await until(() => !place.isAtRisk());
  isBroken = true;
  answer = ({ position, baseRevision }) => ({ kind: "saved", serverPosition: serverAt(position, baseRevision + 1) });
  place.save(at(50), "tick");
  await place.flush();
  await until(() => !place.isAtRisk());
});
