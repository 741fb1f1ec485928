import { beforeEach, expect, test } from "bun:test";

import { emptyStore } from "#tests/support/listening-device.ts";
import { until } from "#tests/support/poll-until.ts";

import type { DevicePosition, PendingSave, SendResult, ServerPosition } from "./position.ts";
import { createProgressSync, type ProgressSyncOptions } from "./progress-sync.ts";
import type { ProgressStore } from "./store.ts";

const pageFields = { bookId: 7, client: "tab", device: "computer", tolerance: 30 };
const createServerPosition = (position: number, revision: number): ServerPosition => ({
  position,
  locator: null,
  revision,
  device: "phone",
  updatedAt: "2026-03-10T12:00:00Z",
});
const positionAt = (position: number) => ({ position, locator: null });

let sentSaves: PendingSave[];
let respond: (save: PendingSave) => SendResult;
beforeEach(() => {
  sentSaves = [];
  respond = ({ position, baseRevision }) => ({
    kind: "saved",
    serverPosition: createServerPosition(position, baseRevision + 1),
  });
});

async function openSync(serverPosition: ServerPosition, options: Partial<ProgressSyncOptions> = {}) {
  const place = createProgressSync({
    medium: "audio",
    bookId: 7,
    store: emptyStore,
    send: async (save) => {
      sentSaves.push(save);
      if (sentSaves.length > 20) throw new Error("It goes on and on");
      return respond(save);
    },
    now: () => 1000,
    ...options,
  });
  place.flushNow();
  return { place, start: await place.start(pageFields, async () => serverPosition) };
}

/** A device with these unsent saves of a closed page. */
function createStore(saves: readonly PendingSave[], local: DevicePosition): ProgressStore {
  return {
    ...emptyStore,
    list: async () => [{ medium: "audio", bookId: 7, saves }],
    readDevicePosition: async () => local,
  };
}
const oldClientFields = { bookId: 7, baseRevision: 5, device: "phone", client: "old", at: 900 } as const;

test("doesn't resend a save rejected at the newest revision", async () => {
  const { place } = await openSync(createServerPosition(20, 5));
  respond = () => ({ kind: "rejected", serverPosition: createServerPosition(20, 5) });
  place.save(positionAt(0), "tick");
  await place.flush();
  expect([sentSaves.length, place.chooseOffer("stay")]).toEqual([1, positionAt(20)]);
});

test("saves once more from the server's state when near", async () => {
  const { place } = await openSync(createServerPosition(20, 5));
  respond = ({ baseRevision, position }) =>
    baseRevision < 9
      ? { kind: "rejected", serverPosition: createServerPosition(40, 9) }
      : { kind: "saved", serverPosition: createServerPosition(position, baseRevision + 1) };
  place.save(positionAt(30), "tick");
  await place.flush();
  expect(sentSaves.map(({ position, baseRevision }) => [position, baseRevision])).toEqual([
    [30, 5],
    [30, 9],
  ]);
});

test("a rejected jump that is saved again stays a jump", async () => {
  const { place } = await openSync(createServerPosition(20, 5));
  respond = ({ baseRevision, position }) =>
    baseRevision < 9
      ? { kind: "rejected", serverPosition: createServerPosition(6000, 9) }
      : { kind: "saved", serverPosition: createServerPosition(position, baseRevision + 1) };
  place.save(positionAt(6010), "seek");
  place.save(positionAt(6013), "tick");
  await place.flush();
  expect(sentSaves.map(({ position, reason, baseRevision }) => [reason, position, baseRevision])).toEqual([
    ["seek", 6010, 5],
    ["tick", 6013, 5],
    ["seek", 6013, 9],
  ]);
});

test("an unsent jump is sent as a jump when the page closes, once", async () => {
  const { promise: neverResult } = Promise.withResolvers<SendResult>();
  const { place } = await openSync(createServerPosition(2000, 5), {
    send: (save, isLeaving) => {
      if (isLeaving) sentSaves.push(save);
      return neverResult;
    },
  });
  place.save(positionAt(0), "seek");
  place.leave(positionAt(0));
  place.leave(positionAt(0));
  expect(sentSaves.map(({ position, reason }) => `${reason} ${position}`)).toEqual(["seek 0"]);
});

test("the next page doesn't resend a closing page's beacon", async () => {
  const deletedKeys: unknown[] = [];
  const leaveSave: PendingSave = { ...oldClientFields, position: 30, reason: "leave", sequence: 3 };
  const local = { bookId: 7, position: 30, client: "old", sequence: 3, revision: 5 };
  const store = {
    ...createStore([leaveSave], local),
    acknowledge: async (_: string, save: { client: string; sequence: number }) => void deletedKeys.push(save),
  };
  const { place, start } = await openSync(createServerPosition(30, 6), { store });
  await place.flush();
  expect([sentSaves, deletedKeys, start]).toEqual([[], [leaveSave], positionAt(30)]);
});

test("sends a closed page's saves before its own", async () => {
  const waitingSaves: PendingSave[] = [
    { ...oldClientFields, position: 900, reason: "tick", sequence: 1 },
    { ...oldClientFields, position: 0, reason: "seek", sequence: 2 },
  ];
  const local = { bookId: 7, position: 0, client: "old", sequence: 2, revision: 5 };
  const { place } = await openSync(
    { ...createServerPosition(20, 5), isLastSeen: true },
    { store: createStore(waitingSaves, local) },
  );
  place.leave(positionAt(40));
  await place.flush();
  expect(
    sentSaves.map(({ position, reason, client, baseRevision }) => [reason, position, client, baseRevision]),
  ).toEqual([
    ["tick", 900, "old", 5],
    ["seek", 0, "old", 5],
    ["leave", 40, "tab", 6],
  ]);
});

test("names another tab as this browser, not another device", async () => {
  for (const isFromThisDevice of [true, false]) {
    const { place } = await openSync(createServerPosition(20, 5), {
      store: { ...emptyStore, isOwnSave: async () => isFromThisDevice },
    });
    await place.update(createServerPosition(900, 9));
    expect(place.status().offer).toMatchObject({ position: 900, isFromThisDevice });
  }
});

test("a save is at risk while neither device nor server has it", async () => {
  let isBroken = true;
  const saveToDevice = async () =>
    isBroken ? Promise.reject(new Error("The browser's storage does not answer")) : undefined;
  const { place } = await openSync(createServerPosition(20, 5), { store: { ...emptyStore, write: saveToDevice } });
  respond = () => ({ kind: "failed" });
  place.save(positionAt(30), "tick");
  await place.flush();
  await until(() => place.isAtRisk());
  isBroken = false;
  place.save(positionAt(40), "tick");
  await place.flush();
  await until(() => !place.isAtRisk());
  isBroken = true;
  respond = ({ position, baseRevision }) => ({
    kind: "saved",
    serverPosition: createServerPosition(position, baseRevision + 1),
  });
  place.save(positionAt(50), "tick");
  await place.flush();
  await until(() => !place.isAtRisk());
});
