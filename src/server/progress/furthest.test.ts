import { beforeEach, describe, expect, test } from "bun:test";

import type { SaveReason } from "#contract/progress.ts";
import { perTest } from "#tests/support/each-club.ts";
import { audioChapters, plainChapters } from "#tests/support/reading-book.ts";
import { createReadingClub } from "#tests/support/reading-club.ts";

const SECONDS = 36_000;
/** Undefined in the save of a client that knows only SPEC's fields. */
const REASONS: readonly (SaveReason | undefined)[] = ["tick", "seek", "pause", "end", "leave", undefined];
const FIXED_METADATA = '<meta property="rendition:layout">pre-paginated</meta>';
const pageFields = { client: "p", device: "phone" };

const club = perTest(() => createReadingClub());
beforeEach(async () => {
  await club.giveText({ chapters: plainChapters([20_000, 20_000, 20_000, 20_000]) });
  club.giveSound(audioChapters([9000, 9000, 9000, 9000]), SECONDS);
});

const getReached = async (): Promise<number> => (await club.get("place")).reached;
const countHeardSeconds = async (): Promise<number> => Math.round((await getReached()) * SECONDS);

describe("what counts as played", () => {
  test.each(REASONS)("isn't the end that a browser reports by %p", async (reason) => {
    await club.listen(SECONDS, { reason });
    expect(await countHeardSeconds()).toBe(0);
    await club.listenUpTo(600);
    club.pass(5);
    await club.listen(SECONDS, { reason });
    club.pass(3600);
    for (const laterReason of ["end", "pause", "leave"]) await club.listen(SECONDS, { reason: laterReason });
    expect(await countHeardSeconds()).toBe(600);
  });

  test.each(REASONS)("is at most four times as fast as the time that passed, by %p", async (reason) => {
    await club.listenUpTo(600);
    club.pass(600);
    await club.listen(3600, { reason });
    expect(await countHeardSeconds()).toBe(600);
    await club.listenUpTo(600);
    club.pass(600);
    await club.listen(2900, { reason: "tick" });
    expect(await countHeardSeconds()).toBe(2900);
  });

  test("isn't what goes by in steps that are each too fast", async () => {
    await club.listenUpTo(600);
    for (let at = 600; at <= 20_000; at += 50) {
      club.pass(3);
      await club.listen(at, { reason: "tick", ...pageFields });
    }
    expect(await countHeardSeconds()).toBeLessThan(700);
  });

  test.each([1, 2, 3, 5])("isn't what goes by at once in steps of %i seconds", async (step) => {
    await club.listenUpTo(600);
    for (let at = 600; at <= 900; at += step) await club.listen(at, { reason: "tick", ...pageFields });
    expect(await countHeardSeconds()).toBeLessThan(610);
  });

  test("is counted although the clock was set back", async () => {
    await club.listenUpTo(600);
    club.pass(-7200);
    for (let at = 603; at <= 660; at += 3) {
      club.pass(3);
      await club.listen(at, { reason: "tick", ...pageFields });
    }
    expect(await countHeardSeconds()).toBe(660);
  });

  test("is all that was played offline, by the saves' times", async () => {
    await club.listenUpTo(600);
    club.pass(20_000);
    for (const age of [19_000, 18_000, 400])
      await club.listen(600 + (20_000 - age), { reason: "tick", age, ...pageFields });
    expect(await countHeardSeconds()).toBe(20_200);
  });

  test("continues a minute after a jump, at once when it's undone", async () => {
    await club.listenUpTo(600);
    await club.listen(9000, { reason: "tick", ...pageFields });
    for (let second = 3; second < 60; second += 3) {
      club.pass(3);
      await club.listen(9000 + second, { reason: "tick", ...pageFields });
    }
    expect(await countHeardSeconds()).toBe(600);
    club.pass(3);
    await club.listen(9060, { reason: "tick", ...pageFields });
    expect(await countHeardSeconds()).toBe(9060);
    await club.listen(SECONDS, { reason: "pause", ...pageFields });
    await club.listen(9060, { reason: "seek", ...pageFields });
    club.pass(3);
    await club.listen(9063, { reason: "tick", ...pageFields });
    expect(await countHeardSeconds()).toBe(9063);
  });
});

describe("what counts as read", () => {
  test.each(REASONS)("isn't far ahead, by %p, as the first or a later save", async (reason) => {
    await club.read(1, { reason });
    expect(await getReached()).toBe(0);
    await club.readUpTo(0.1);
    club.pass(5);
    await club.read(1, { reason });
    expect(await getReached()).toBe(0.1);
  });

  test("isn't what is leafed through in short pages", async () => {
    const { length } = await club.get("contents");
    await club.readUpTo(0.1);
    for (let page = 1; page <= 100; page += 1) {
      club.pass(1);
      await club.read(0.1 + (page * 250) / length, { reason: "tick", ...pageFields });
    }
    expect(await getReached()).toBeLessThan(0.11);
  });

  test("isn't what is leafed through until a minute of reading", async () => {
    const { length } = await club.get("contents");
    const pageShare = 1500 / length;
    await club.readUpTo(0.1);
    let at = 0.1;
    const turnPage = async (seconds: number) => {
      club.pass(seconds);
      at += pageShare;
      await club.read(at, { reason: "tick", ...pageFields });
    };
    for (let pageCount = 0; pageCount < 60; pageCount += 1) await turnPage(2);
    expect(await getReached()).toBe(0.1);
    await turnPage(40);
    expect(await getReached()).toBe(0.1);
    await turnPage(40);
    expect(await getReached()).toBeCloseTo(at, 6);
  });
});

const PAGES = 40;
const images = Array.from({ length: PAGES }, (_, page) => ({
  title: `Page ${page}`,
  body: '<p><img src="a.png" alt="The mouse"/></p>',
}));

describe.each([
  ["of fixed pages", { chapters: plainChapters(Array(PAGES).fill(50)), metadata: FIXED_METADATA }],
  ["that only has images", { chapters: images }],
])("in a book %s, what counts as read", (_, book) => {
  const showPage = async (page: number) => club.read(page / PAGES, { reason: "tick", ...pageFields });
  beforeEach(async () => {
    await club.giveText(book);
    expect(await club.get("contents")).toMatchObject({ length: PAGES });
  });

  test("isn't a page far ahead, or what is leafed through", async () => {
    for (const page of [0, 1, PAGES - 1]) {
      await showPage(page);
      club.pass(5);
    }
    expect(await getReached()).toBe(0.025);
    for (let page = 2; page < PAGES; page += 1) {
      club.pass(1);
      await showPage(page);
    }
    expect(await getReached()).toBeLessThan(0.1);
  });

  test("is each page that was shown for ten seconds", async () => {
    for (let page = 0; page < 10; page += 1) {
      await showPage(page);
      club.pass(10);
    }
    expect(await getReached()).toBe(9 / PAGES);
  });
});
