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

const postProgress = (body: Record<string, unknown>, who = member) =>
  who.call("POST", "/api/audiobook-progress", { bookId, chapter: 0, ...body });
const saveProgress = async (body: Partial<NewProgress>): Promise<Progress> => {
  const response = await postProgress(body);
  expect(response.status).toBe(200);
  return response.json();
};
const getProgress = async (who = member): Promise<Progress> =>
  (await who.call("GET", `/api/audiobook-progress?bookId=${bookId}`)).json();
const listHistory = async (who = member): Promise<number[]> => {
  const jumps: Jump[] = await (await who.call("GET", `/api/audiobook-progress/history?bookId=${bookId}`)).json();
  return jumps.map(({ currentTime }) => currentTime);
};
const phoneFields = { device: "phone", client: "p1" };
const tabletFields = { device: "tablet", client: "t1" };

describe("a run of continuous playback", () => {
  test("continues after a small jump back", async () => {
    let sequence = 0;
    const saveNext = (currentTime: number, reason: "seek" | "tick") =>
      saveProgress({ currentTime, reason, baseRevision: sequence, sequence: (sequence += 1), ...phoneFields });
    await saveNext(5442, "seek");
    await saveNext(5435, "seek");
    for (let at = 5438; at <= 5450; at += 3) {
      club.setTime(new Date(club.deps.clock.now().getTime() + 3000).toISOString());
      await saveNext(at, "tick");
    }
    await saveNext(6719, "seek");
    expect(await listHistory()).toEqual([5450]);
  });

  test("that a rejected jump continues stays in the history", async () => {
    await saveProgress({ currentTime: 40, reason: "tick", baseRevision: 0, sequence: 1, ...phoneFields });
    await saveProgress({ currentTime: 300 });
    expect(
      (await postProgress({ currentTime: 43, reason: "seek", baseRevision: 1, sequence: 2, ...phoneFields })).status,
    ).toBe(409);
    expect(await listHistory()).toEqual([43, 40]);
  });

  test("keeps the position passed after 'Stay here', however short", async () => {
    await saveProgress({ currentTime: 5276 });
    let sequence = 0;
    const saveNext = (currentTime: number, reason: "seek" | "tick") =>
      saveProgress({ currentTime, reason, baseRevision: (sequence += 1), sequence, ...phoneFields });
    await saveNext(21, "seek");
    for (const at of [24, 27, 30]) await saveNext(at, "tick");
    await saveNext(6413, "seek");
    expect(await listHistory()).toEqual([30, 5276]);
  });
});

describe("a call with SPEC's three fields", () => {
  test("is saved, and returns the position of a later read", async () => {
    expect(await getProgress()).toMatchObject({ bookId, currentTime: 0, updatedAt: null, revision: 0, device: null });
    const savedProgress = await saveProgress({ currentTime: 6500 });
    expect(savedProgress).toEqual({
      bookId,
      currentTime: 6500,
      chapter: 6,
      updatedAt: "2026-03-10T12:00:00.000Z",
      revision: 1,
      device: null,
    });
    expect(await getProgress()).toEqual(savedProgress);
  });

  test("treats a negative position as the beginning (L01)", async () => {
    expect(await saveProgress({ currentTime: -1 })).toMatchObject({ currentTime: 0 });
  });

  test.each([[1.5], ["12"], [null], [1e12], [undefined], [[]]])(
    "rejects position %p with a message, and changes nothing",
    async (currentTime) => {
      await saveProgress({ currentTime: 100 });
      const response = await postProgress({ currentTime });
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ message: "The position must be whole seconds" });
      expect(await getProgress()).toMatchObject({ currentTime: 100, revision: 1 });
    },
  );

  test("for an unknown book is 404", async () => {
    expect((await postProgress({ bookId: 999, currentTime: 5 })).status).toBe(404);
    expect((await member.call("GET", "/api/audiobook-progress?bookId=999")).status).toBe(404);
    expect((await member.call("GET", "/api/audiobook-progress?bookId=0x1")).status).toBe(422);
  });

  test("always wins, and moves the overwritten one to the history", async () => {
    await saveProgress({ currentTime: 5000 });
    await saveProgress({ currentTime: 200 });
    await saveProgress({ currentTime: 0 });
    expect(await getProgress()).toMatchObject({ currentTime: 0, revision: 3 });
    expect(await listHistory()).toEqual([200, 5000]);
  });

  test("that only plays on adds nothing to the history", async () => {
    for (let at = 5000; at < 5060; at += 3) await saveProgress({ currentTime: at });
    expect(await listHistory()).toEqual([]);
  });
});

describe("a member's position", () => {
  test("is private: nobody else reads or writes it (L02)", async () => {
    const otherMember = club.member("ben");
    await saveProgress({ currentTime: 5000 });
    expect(await getProgress(otherMember)).toMatchObject({ currentTime: 0, revision: 0 });
    await postProgress({ currentTime: 7, userId: member.user.id }, otherMember);
    expect(await getProgress()).toMatchObject({ currentTime: 5000, revision: 1 });
    expect(await listHistory(otherMember)).toEqual([]);
  });
});

describe("a save with a base revision", () => {
  test("is accepted when no one else has saved since", async () => {
    const { revision } = await saveProgress({ ...phoneFields, currentTime: 100, baseRevision: 0, reason: "tick" });
    expect(
      await saveProgress({ ...phoneFields, currentTime: 103, baseRevision: revision, reason: "tick" }),
    ).toMatchObject({
      currentTime: 103,
      revision: 2,
      device: "phone",
    });
  });

  test.each(["tick", "pause", "leave", "end", "seek"] as const)(
    "that is a stale %s gets 409 with the newer position, and is in the history",
    async (reason) => {
      await saveProgress({ ...phoneFields, currentTime: 3000, baseRevision: 0, reason: "tick" });
      const newerSave = await saveProgress({ ...tabletFields, currentTime: 8000, baseRevision: 1, reason: "seek" });
      const response = await postProgress({ ...phoneFields, currentTime: 3600, baseRevision: 1, reason });
      expect(response.status).toBe(409);
      expect(await response.json()).toEqual({
        message: "You've listened on another device since.",
        progress: newerSave,
      });
      expect(await getProgress()).toEqual(newerSave);
      expect(await listHistory()).toEqual([3600, 3000]);
    },
  );

  test("adds one position to the history while it stays stale", async () => {
    await saveProgress({ ...phoneFields, currentTime: 3000, baseRevision: 0, reason: "tick" });
    await saveProgress({ ...tabletFields, currentTime: 8000, baseRevision: 1, reason: "seek" });
    for (let saveCount = 1; saveCount <= 40; saveCount++) {
      club.setTime(new Date(Date.parse("2026-03-10T12:00:00Z") + saveCount * 3000).toISOString());
      await postProgress({ ...phoneFields, currentTime: 3000 + saveCount * 3, baseRevision: 1, reason: "tick" });
    }
    expect(await listHistory()).toEqual([3120]);
  });

  test("is accepted after a lost response, and counted once", async () => {
    await saveProgress({ ...phoneFields, currentTime: 100, baseRevision: 0, reason: "tick", sequence: 1 });
    const repeatedProgress = await saveProgress({
      ...phoneFields,
      currentTime: 100,
      baseRevision: 0,
      reason: "tick",
      sequence: 1,
    });
    expect(repeatedProgress.revision).toBe(1);
    const continuedProgress = await saveProgress({
      ...phoneFields,
      currentTime: 103,
      baseRevision: 0,
      reason: "tick",
      sequence: 2,
    });
    expect(continuedProgress).toMatchObject({ currentTime: 103, revision: 2 });
    const lateProgress = await saveProgress({
      ...phoneFields,
      currentTime: 100,
      baseRevision: 0,
      reason: "tick",
      sequence: 1,
    });
    expect(lateProgress).toMatchObject({ currentTime: 103, revision: 2 });
  });

  test("is stale when another player saved in between", async () => {
    await saveProgress({ ...phoneFields, currentTime: 100, baseRevision: 0, reason: "tick", sequence: 1 });
    await saveProgress({ ...tabletFields, currentTime: 5000, baseRevision: 1, reason: "seek", sequence: 1 });
    expect(
      (await postProgress({ ...phoneFields, currentTime: 103, baseRevision: 0, reason: "tick", sequence: 2 })).status,
    ).toBe(409);
  });

  test("is stale if older than another player's save", async () => {
    await saveProgress({ ...phoneFields, currentTime: 100, baseRevision: 0, reason: "tick", sequence: 1 });
    await saveProgress({ ...tabletFields, currentTime: 5000, baseRevision: 1, reason: "seek", sequence: 1 });
    await saveProgress({ ...phoneFields, currentTime: 5003, baseRevision: 2, reason: "tick", sequence: 2 });
    expect(
      (await postProgress({ ...phoneFields, currentTime: 106, baseRevision: 1, reason: "tick", sequence: 3 })).status,
    ).toBe(409);
  });

  test("is dated to when its position was current", async () => {
    const savedProgress = await saveProgress({
      ...phoneFields,
      currentTime: 100,
      baseRevision: 0,
      reason: "tick",
      age: 7200,
    });
    expect(savedProgress.updatedAt).toBe("2026-03-10T10:00:00.000Z");
  });
});

describe("the history", () => {
  test("keeps chapter, time and device from before a jump", async () => {
    await saveProgress({ ...phoneFields, currentTime: 5000, baseRevision: 0, reason: "tick" });
    await saveProgress({ ...phoneFields, currentTime: 27_900, baseRevision: 1, reason: "seek" });
    const response = await member.call("GET", `/api/audiobook-progress/history?bookId=${bookId}`);
    expect(await response.json()).toEqual([
      { id: 1, currentTime: 5000, chapter: 5, leftAt: "2026-03-10T12:00:00.000Z", device: "phone" },
    ]);
  });

  test("skips positions only touched while searching", async () => {
    await saveProgress({ ...phoneFields, currentTime: 5000, baseRevision: 0, reason: "tick" });
    for (const [at, currentTime] of [9000, 12_000, 15_000].entries())
      await saveProgress({ ...phoneFields, currentTime, baseRevision: at + 1, reason: "seek" });
    expect(await listHistory()).toEqual([5000]);
  });

  test("keeps the last 30", async () => {
    for (let saveCount = 1; saveCount <= 40; saveCount++) await saveProgress({ currentTime: saveCount * 500 });
    const positions = await listHistory();
    expect(positions).toHaveLength(30);
    expect(positions[0]).toBe(39 * 500);
  });

  test("a tick never returns to the beginning; only a seek does", async () => {
    await saveProgress({ ...phoneFields, currentTime: 5000, baseRevision: 0, reason: "tick" });
    expect((await postProgress({ ...phoneFields, currentTime: 0, baseRevision: 1, reason: "tick" })).status).toBe(409);
    expect((await postProgress({ currentTime: 2, reason: "tick" })).status).toBe(409);
    expect(await getProgress()).toMatchObject({ currentTime: 5000, revision: 1 });
    await saveProgress({ ...phoneFields, currentTime: 0, baseRevision: 1, reason: "seek" });
    expect(await getProgress()).toMatchObject({ currentTime: 0, revision: 2 });
    expect(await listHistory()).toEqual([5000]);
  });

  test("a smart rewind isn't a jump", async () => {
    await saveProgress({ ...phoneFields, currentTime: 5000, baseRevision: 0, reason: "pause" });
    await saveProgress({ ...phoneFields, currentTime: 4970, baseRevision: 1, reason: "tick" });
    expect(await listHistory()).toEqual([]);
    await saveProgress({ ...phoneFields, currentTime: 9000, baseRevision: 2, reason: "seek" });
    expect(await listHistory()).toEqual([5000]);
  });
});
