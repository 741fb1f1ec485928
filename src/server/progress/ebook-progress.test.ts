import { beforeEach, describe, expect, test } from "bun:test";

import { LOCATOR_MAX_LENGTH } from "#contract/limits.ts";
import type { ReadingJump, ReadingProgress } from "#contract/reading.ts";
import { perTest } from "#tests/support/each-club.ts";
import { plainChapters } from "#tests/support/reading-book.ts";
import { createReadingClub } from "#tests/support/reading-club.ts";

const club = perTest(() => createReadingClub());
beforeEach(async () => {
  await club.giveText({ chapters: plainChapters([10_000, 10_000, 10_000, 10_000]) });
  await club.get("contents");
});

const getProgress = async (who = club.mia): Promise<ReadingProgress> =>
  (await who.call("GET", `/api/reading-progress?bookId=${club.bookId}`)).json();
const listHistory = async (): Promise<number[]> => {
  const response = await club.mia.call("GET", `/api/reading-progress/history?bookId=${club.bookId}`);
  const jumps: ReadingJump[] = await response.json();
  return jumps.map(({ fraction }) => fraction);
};
const phoneFields = { device: "phone", client: "p1" };
const laptopFields = { device: "laptop", client: "l1" };

describe("a position in the text", () => {
  test("is the beginning at first, then exactly what was saved", async () => {
    expect(await getProgress()).toEqual({
      bookId: club.bookId,
      fraction: 0,
      locator: null,
      revision: 0,
      device: null,
      updatedAt: null,
    });
    const locator = "epubcfi(/6/4!/4/2,/1:0,/3:5) \u0000 🍷 \\u12";
    const savedProgress = await (await club.read(0.25, { ...phoneFields, locator })).json();
    expect(savedProgress).toEqual({
      bookId: club.bookId,
      fraction: 0.25,
      locator,
      revision: 1,
      device: "phone",
      updatedAt: "2026-03-10T12:00:00.000Z",
    });
    expect(await getProgress()).toEqual(savedProgress);
    expect(await getProgress(club.member("otto"))).toMatchObject({ revision: 0 });
  });

  test.each([
    [{ fraction: -0.1 }, "The place must be a number from 0 to 1"],
    [{ fraction: 1.1 }, "The place must be a number from 0 to 1"],
    [{ fraction: "0.5" }, "The place must be a number from 0 to 1"],
    [{ locator: "x".repeat(LOCATOR_MAX_LENGTH + 1) }, "A locator may have at most 2000 characters"],
  ])("%p is rejected with a message", async (fields, message) => {
    const response = await club.read(0.5, fields);
    expect([response.status, await response.json()]).toMatchObject([422, { message }]);
    expect((await getProgress()).revision).toBe(0);
  });

  test("counts a locator's code points, not UTF-16 units", async () => {
    expect((await club.read(0.5, { locator: "🍷".repeat(LOCATOR_MAX_LENGTH) })).status).toBe(200);
  });

  test("of an unknown book is 404", async () => {
    expect((await club.read(0.5, { bookId: 99 })).status).toBe(404);
    expect((await club.mia.call("GET", "/api/reading-progress?bookId=99")).status).toBe(404);
  });
});

describe("two devices", () => {
  test("returns 409 to a stale device with the newer position", async () => {
    await club.read(0.1, { ...phoneFields, baseRevision: 0, reason: "tick", sequence: 1 });
    await club.read(0.6, { ...laptopFields, baseRevision: 1, reason: "seek", sequence: 1 });
    const staleResponse = await club.read(0.12, { ...phoneFields, baseRevision: 1, reason: "tick", sequence: 2 });
    expect(staleResponse.status).toBe(409);
    expect(await staleResponse.json()).toMatchObject({
      message: "You've read on another device since.",
      progress: { fraction: 0.6, locator: "at 0.6", revision: 2, device: "laptop" },
    });
    expect(await getProgress()).toMatchObject({ fraction: 0.6 });
    expect(await listHistory()).toEqual([0.12, 0.1]);
  });

  test("recognizes a repeated save, accepts one after a lost reply", async () => {
    const firstFields = { ...phoneFields, baseRevision: 0, reason: "tick", sequence: 1 };
    await club.read(0.1, firstFields);
    expect(await (await club.read(0.1, firstFields)).json()).toMatchObject({ revision: 1 });
    const nextResponse = await club.read(0.101, { ...phoneFields, baseRevision: 0, reason: "tick", sequence: 2 });
    expect([nextResponse.status, await nextResponse.json()]).toMatchObject([200, { revision: 2 }]);
  });

  test("accepts a save without revision, and keeps the former", async () => {
    await club.read(0.1, { ...phoneFields, reason: "tick" });
    await club.read(0.9);
    await club.read(0.3);
    expect(await getProgress()).toMatchObject({ fraction: 0.3, revision: 3 });
    expect(await listHistory()).toEqual([0.9, 0.1]);
  });

  test("dates a delayed save to when its position was current", async () => {
    const savedProgress = await (await club.read(0.1, { ...phoneFields, age: 3600 })).json();
    expect(savedProgress.updatedAt).toBe("2026-03-10T11:00:00.000Z");
  });
});

describe("the history", () => {
  test("keeps the locator from before a jump, not page turns", async () => {
    for (let page = 1; page <= 30; page += 1) {
      club.pass(20);
      await club.read(page / 300, { ...phoneFields, reason: "tick" });
    }
    expect(await listHistory()).toEqual([]);
    await club.read(0.8, { ...phoneFields, reason: "seek" });
    const response = await club.mia.call("GET", `/api/reading-progress/history?bookId=${club.bookId}`);
    expect(await response.json()).toMatchObject([{ fraction: 0.1, locator: "at 0.1", device: "phone" }]);
  });

  test("skips positions only touched while searching", async () => {
    await club.read(0.1, { ...phoneFields, reason: "tick" });
    for (const fraction of [0.3, 0.5, 0.7]) await club.read(fraction, { ...phoneFields, reason: "seek" });
    expect(await listHistory()).toEqual([0.1]);
  });
});
