import { beforeEach, describe, expect, test } from "bun:test";

import type { Jump, NewProgress, Progress } from "#contract/progress.ts";
import { eachClub } from "#tests/support/each-club.ts";

const CHAPTERS = Array.from({ length: 31 }, (_, index) => ({ title: `Chapter ${index + 1}`, start: index * 1000 }));

const { club, mia: member } = eachClub(["mia"]);
let bookId: number;
beforeEach(() => {
  const now = club.deps.clock.now().toISOString();
  bookId = club.deps.stores.books.insert({ title: "Emma", author: "Jane Austen", month: "2026-03" }, now).id;
  const file = { filename: "emma.m4b", path: "books/1/emma.m4b", size: 1, sha256: "00", uploadedAt: now };
  club.deps.stores.books.replaceFile(bookId, "audiobook", file, { seconds: 31_000, chapters: CHAPTERS });
});

const post = (body: Record<string, unknown>, who = member) =>
  who.call("POST", "/api/audiobook-progress", { bookId, chapter: 0, ...body });
const save = async (body: Partial<NewProgress>): Promise<Progress> => {
  const response = await post(body);
  expect(response.status).toBe(200);
  return response.json();
};
const read = async (who = member): Promise<Progress> =>
  (await who.call("GET", `/api/audiobook-progress?bookId=${bookId}`)).json();
const history = async (who = member): Promise<number[]> => {
  const jumps: Jump[] = await (await who.call("GET", `/api/audiobook-progress/history?bookId=${bookId}`)).json();
  return jumps.map(({ currentTime }) => currentTime);
};
const phone = { device: "phone", client: "p1" };
const tablet = { device: "tablet", client: "t1" };

describe("a run of continuous playback", () => {
  test("continues after a small jump back", async () => {
    let sequence = 0;
    const next = (currentTime: number, reason: "seek" | "tick") =>
      save({ currentTime, reason, baseRevision: sequence, sequence: (sequence += 1), ...phone });
    await next(5442, "seek");
    await next(5435, "seek");
    for (let at = 5438; at <= 5450; at += 3) {
      club.setTime(new Date(club.deps.clock.now().getTime() + 3000).toISOString());
      await next(at, "tick");
    }
    await next(6719, "seek");
    expect(await history()).toEqual([5450]);
  });

  test("that a rejected jump continues stays in the history", async () => {
    await save({ currentTime: 40, reason: "tick", baseRevision: 0, sequence: 1, ...phone });
    await save({ currentTime: 300 });
    expect((await post({ currentTime: 43, reason: "seek", baseRevision: 1, sequence: 2, ...phone })).status).toBe(409);
    expect(await history()).toEqual([43, 40]);
  });

  test("keeps the position passed after 'Stay here', however short", async () => {
    await save({ currentTime: 5276 });
    let sequence = 0;
    const next = (currentTime: number, reason: "seek" | "tick") =>
      save({ currentTime, reason, baseRevision: (sequence += 1), sequence, ...phone });
    await next(21, "seek");
    for (const at of [24, 27, 30]) await next(at, "tick");
    await next(6413, "seek");
    expect(await history()).toEqual([30, 5276]);
  });
});

describe("a call with SPEC's three fields", () => {
  test("is saved, and answers with the position of a later read", async () => {
    expect(await read()).toMatchObject({ bookId, currentTime: 0, updatedAt: null, revision: 0, device: null });
    const saved = await save({ currentTime: 6500 });
    expect(saved).toEqual({
      bookId,
      currentTime: 6500,
      chapter: 6,
      updatedAt: "2026-03-10T12:00:00.000Z",
      revision: 1,
      device: null,
    });
    expect(await read()).toEqual(saved);
  });

  test("treats a negative position as the beginning (L01)", async () => {
    expect(await save({ currentTime: -1 })).toMatchObject({ currentTime: 0 });
  });

  test.each([[1.5], ["12"], [null], [1e12], [undefined], [[]]])(
    "rejects position %p with a message, and changes nothing",
    async (currentTime) => {
      await save({ currentTime: 100 });
      const response = await post({ currentTime });
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ message: "The position must be whole seconds" });
      expect(await read()).toMatchObject({ currentTime: 100, revision: 1 });
    },
  );

  test("for an unknown book is 404", async () => {
    expect((await post({ bookId: 999, currentTime: 5 })).status).toBe(404);
    expect((await member.call("GET", "/api/audiobook-progress?bookId=999")).status).toBe(404);
    expect((await member.call("GET", "/api/audiobook-progress?bookId=0x1")).status).toBe(422);
  });

  test("always wins, and moves the overwritten one to the history", async () => {
    await save({ currentTime: 5000 });
    await save({ currentTime: 200 });
    await save({ currentTime: 0 });
    expect(await read()).toMatchObject({ currentTime: 0, revision: 3 });
    expect(await history()).toEqual([200, 5000]);
  });

  test("that only plays on adds nothing to the history", async () => {
    for (let at = 5000; at < 5060; at += 3) await save({ currentTime: at });
    expect(await history()).toEqual([]);
  });
});

describe("a member's position", () => {
  test("is private: nobody else reads or writes it (L02)", async () => {
    const other = club.member("ben");
    await save({ currentTime: 5000 });
    expect(await read(other)).toMatchObject({ currentTime: 0, revision: 0 });
    await post({ currentTime: 7, userId: member.user.id }, other);
    expect(await read()).toMatchObject({ currentTime: 5000, revision: 1 });
    expect(await history(other)).toEqual([]);
  });
});

describe("a save with a base revision", () => {
  test("is accepted when no one else has saved since", async () => {
    const { revision } = await save({ ...phone, currentTime: 100, baseRevision: 0, reason: "tick" });
    expect(await save({ ...phone, currentTime: 103, baseRevision: revision, reason: "tick" })).toMatchObject({
      currentTime: 103,
      revision: 2,
      device: "phone",
    });
  });

  test.each(["tick", "pause", "leave", "end", "seek"] as const)(
    "that is a stale %s gets 409 with the newer position, and is in the history",
    async (reason) => {
      await save({ ...phone, currentTime: 3000, baseRevision: 0, reason: "tick" });
      const newerSave = await save({ ...tablet, currentTime: 8000, baseRevision: 1, reason: "seek" });
      const response = await post({ ...phone, currentTime: 3600, baseRevision: 1, reason });
      expect(response.status).toBe(409);
      expect(await response.json()).toEqual({
        message: "You've listened on another device since.",
        progress: newerSave,
      });
      expect(await read()).toEqual(newerSave);
      expect(await history()).toEqual([3600, 3000]);
    },
  );

  test("adds one position to the history while it stays stale", async () => {
    await save({ ...phone, currentTime: 3000, baseRevision: 0, reason: "tick" });
    await save({ ...tablet, currentTime: 8000, baseRevision: 1, reason: "seek" });
    for (let turn = 1; turn <= 40; turn++) {
      club.setTime(new Date(Date.parse("2026-03-10T12:00:00Z") + turn * 3000).toISOString());
      await post({ ...phone, currentTime: 3000 + turn * 3, baseRevision: 1, reason: "tick" });
    }
    expect(await history()).toEqual([3120]);
  });

  test("is accepted after a lost response, and counted once", async () => {
    await save({ ...phone, currentTime: 100, baseRevision: 0, reason: "tick", sequence: 1 });
    const repeated = await save({ ...phone, currentTime: 100, baseRevision: 0, reason: "tick", sequence: 1 });
    expect(repeated.revision).toBe(1);
    const on = await save({ ...phone, currentTime: 103, baseRevision: 0, reason: "tick", sequence: 2 });
    expect(on).toMatchObject({ currentTime: 103, revision: 2 });
    const lateSave = await save({ ...phone, currentTime: 100, baseRevision: 0, reason: "tick", sequence: 1 });
    expect(lateSave).toMatchObject({ currentTime: 103, revision: 2 });
  });

  test("is stale when another player saved in between", async () => {
    await save({ ...phone, currentTime: 100, baseRevision: 0, reason: "tick", sequence: 1 });
    await save({ ...tablet, currentTime: 5000, baseRevision: 1, reason: "seek", sequence: 1 });
    expect((await post({ ...phone, currentTime: 103, baseRevision: 0, reason: "tick", sequence: 2 })).status).toBe(409);
  });

  test("is stale if older than another player's save", async () => {
    await save({ ...phone, currentTime: 100, baseRevision: 0, reason: "tick", sequence: 1 });
    await save({ ...tablet, currentTime: 5000, baseRevision: 1, reason: "seek", sequence: 1 });
    await save({ ...phone, currentTime: 5003, baseRevision: 2, reason: "tick", sequence: 2 });
    expect((await post({ ...phone, currentTime: 106, baseRevision: 1, reason: "tick", sequence: 3 })).status).toBe(409);
  });

  test("is dated to when its position was current", async () => {
    const saved = await save({ ...phone, currentTime: 100, baseRevision: 0, reason: "tick", age: 7200 });
    expect(saved.updatedAt).toBe("2026-03-10T10:00:00.000Z");
  });
});

describe("the history", () => {
  test("keeps chapter, time and device from before a jump", async () => {
    await save({ ...phone, currentTime: 5000, baseRevision: 0, reason: "tick" });
    await save({ ...phone, currentTime: 27_900, baseRevision: 1, reason: "seek" });
    const response = await member.call("GET", `/api/audiobook-progress/history?bookId=${bookId}`);
    expect(await response.json()).toEqual([
      { id: 1, currentTime: 5000, chapter: 5, leftAt: "2026-03-10T12:00:00.000Z", device: "phone" },
    ]);
  });

  test("skips places only touched while searching", async () => {
    await save({ ...phone, currentTime: 5000, baseRevision: 0, reason: "tick" });
    for (const [at, currentTime] of [9000, 12_000, 15_000].entries())
      await save({ ...phone, currentTime, baseRevision: at + 1, reason: "seek" });
    expect(await history()).toEqual([5000]);
  });

  test("keeps the last 30", async () => {
    for (let turn = 1; turn <= 40; turn++) await save({ currentTime: turn * 500 });
    const positions = await history();
    expect(positions).toHaveLength(30);
    expect(positions[0]).toBe(39 * 500);
  });

  test("a tick never returns to the beginning; only a seek does", async () => {
    await save({ ...phone, currentTime: 5000, baseRevision: 0, reason: "tick" });
    expect((await post({ ...phone, currentTime: 0, baseRevision: 1, reason: "tick" })).status).toBe(409);
    expect((await post({ currentTime: 2, reason: "tick" })).status).toBe(409);
    expect(await read()).toMatchObject({ currentTime: 5000, revision: 1 });
    await save({ ...phone, currentTime: 0, baseRevision: 1, reason: "seek" });
    expect(await read()).toMatchObject({ currentTime: 0, revision: 2 });
    expect(await history()).toEqual([5000]);
  });

  test("a smart rewind isn't a jump", async () => {
    await save({ ...phone, currentTime: 5000, baseRevision: 0, reason: "pause" });
    await save({ ...phone, currentTime: 4970, baseRevision: 1, reason: "tick" });
    expect(await history()).toEqual([]);
    await save({ ...phone, currentTime: 9000, baseRevision: 2, reason: "seek" });
    expect(await history()).toEqual([5000]);
  });
});
