import { beforeEach, expect, test } from "bun:test";

import { emptyStore } from "#tests/support/empty-store.ts";

import { createProgressSync, type SyncParts } from "./progress-sync.ts";
import type { PendingSave, SavedPlace, SendResult } from "./save-queue.ts";

let sent: PendingSave[];
let answer: (save: PendingSave) => SendResult;
const known = (currentTime: number, revision: number): SavedPlace => ({
  currentTime,
  revision,
  device: "phone",
  updatedAt: "2026-03-10T12:00:00Z",
});
beforeEach(() => {
  sent = [];
  answer = ({ position, baseRevision }) => ({ kind: "saved", progress: known(position, baseRevision + 1) });
});

async function open(start: SavedPlace, parts: Partial<SyncParts> = {}) {
  const sync = createProgressSync({
    bookId: 7,
    device: "computer",
    client: "tab",
    claim: async () => false,
    store: emptyStore,
    send: async (save) => {
      sent.push(save);
      if (sent.length > 20) throw new Error("It goes on and on");
      return answer(save);
    },
    now: () => 1000,
    onChange: () => undefined,
    ...parts,
  });
  await sync.start(async () => start);
  return sync;
}

test("a save that knew the newest place and is refused isn't sent again; the server's place counts", async () => {
  const sync = await open(known(20, 5));
  answer = () => ({ kind: "refused", progress: known(20, 5) });
  await sync.save(0, "tick");
  await sync.flush();
  expect([sent.length, sync.position(), sync.waiting()]).toEqual([1, 20, 0]);
});

test("a stale save near the newer place is saved once more, from what the server knows", async () => {
  const sync = await open(known(20, 5));
  answer = ({ baseRevision, position }) =>
    baseRevision < 9
      ? { kind: "refused", progress: known(40, 9) }
      : { kind: "saved", progress: known(position, baseRevision + 1) };
  await sync.save(30, "tick");
  expect(sent.map(({ position, baseRevision }) => [position, baseRevision])).toEqual([
    [30, 5],
    [30, 9],
  ]);
});

test("a jump that waits for its second leaves as a jump, once", async () => {
  const { promise: never } = Promise.withResolvers<void>();
  const sync = await open(known(2000, 5), { ready: () => never });
  void sync.save(0, "seek");
  sync.leave(0);
  sync.leave(0);
  await Promise.resolve();
  expect(sent.map(({ position, reason }) => `${reason} ${position}`)).toEqual(["seek 0"]);
});

test("what a closed page sent as it closed isn't sent again by the next", async () => {
  const left = { bookId: 7, position: 30, reason: "leave", baseRevision: 5, device: "phone", client: "old" } as const;
  let waiting: PendingSave[] = [{ ...left, sequence: 3, at: 900 }];
  const store: SyncParts["store"] = {
    ...emptyStore,
    backlog: async () => [["old", waiting]],
    forget: async () => void (waiting = []),
    place: async () => ({ bookId: 7, position: 30, client: "old", sequence: 3, revision: 5 }),
  };
  const sync = await open(known(30, 6), { store });
  await sync.flush();
  expect([sent, waiting, sync.position()]).toEqual([[], [], 30]);
});

test("a page that closes doesn't overtake what still waits from the page before it", async () => {
  const by = { bookId: 7, baseRevision: 5, device: "computer", client: "old", at: 900 } as const;
  const waiting: PendingSave[] = [
    { ...by, position: 900, reason: "tick", sequence: 1 },
    { ...by, position: 0, reason: "seek", sequence: 2 },
  ];
  const sync = await open(
    { ...known(20, 5), isLastSeen: true },
    {
      claim: async () => true,
      store: {
        ...emptyStore,
        backlog: async () => [["old", waiting]],
        place: async () => ({ bookId: 7, position: 0, client: "old", sequence: 2, revision: 5 }),
      },
    },
  );
  sync.leave(0);
  await Promise.resolve();
  expect(sent).toEqual([]);
  await sync.flush();
  expect(sent.map(({ position, reason }) => `${reason} ${position}`)).toEqual(["tick 900", "seek 0"]);
});
