import { beforeEach, describe, expect, test } from "bun:test";

import type { PlanLine } from "#contract/plan.ts";
import { addCalendarDays } from "#contract/zoned-time.ts";
import { perTest } from "#tests/support/each-club.ts";
import { jsonOf } from "#tests/support/json.ts";
import { audioChapters, plainChapters } from "#tests/support/reading-book.ts";
import { createReadingClub } from "#tests/support/reading-club.ts";

/** Ten weeks, and eight days, after the first of the book's month. */
const [TEN_WEEKS, EIGHT_DAYS] = ["2026-05-10", "2026-03-09"];
const club = perTest(() => createReadingClub());
beforeEach(() => club.setTime("2026-03-01T12:00:00Z"));

const planMeeting = async (date: string): Promise<number> => {
  const meeting = { date, time: "19:00", location: "", bookId: club.bookId };
  return (await jsonOf(club.chief.call("POST", "/api/meetings", meeting))).id;
};
const getPlan = (who = club.mia): Promise<PlanLine[]> => club.get("plan", who);
const listDays = async () => (await getPlan()).map(({ by }) => by);
const createEvenChapters = (chapters: number) => plainChapters(Array.from({ length: chapters }, () => 24));

describe("what to read by when", () => {
  test.each([
    [1, 9],
    [3, 7],
    [40, 0],
    [200, 0],
  ])(
    "has a line a week for a book with %p chapters, ten weeks ahead, %p of them within one",
    async (chapters, expectedCount) => {
      await club.giveText({ chapters: createEvenChapters(chapters) });
      await planMeeting(TEN_WEEKS);
      const planLines = await getPlan();
      expect(planLines.map(({ by }) => by)).toEqual(
        Array.from({ length: 10 }, (_, week) => addCalendarDays("2026-03-08", 7 * week)),
      );
      const fractions = planLines.map(({ fraction }) => fraction);
      expect(fractions).toEqual(fractions.toSorted((one, other) => one - other));
      for (const [at, fraction] of fractions.entries())
        expect(Math.abs(fraction - (at + 1) / 10)).toBeLessThanOrEqual(0.05);
      expect(planLines.at(-1)).toMatchObject({ fraction: 1, chapter: { title: `Chapter ${chapters}` } });
      expect(planLines.filter(({ chapter }) => chapter === null)).toHaveLength(expectedCount);
    },
  );

  test.each([1, 3, 40, 200])("is one line for a book with %p chapters, eight days ahead", async (chapters) => {
    await club.giveText({ chapters: createEvenChapters(chapters) });
    await planMeeting(EIGHT_DAYS);
    expect(await getPlan()).toMatchObject([
      { by: EIGHT_DAYS, fraction: 1, chapter: { title: `Chapter ${chapters}` }, seconds: null, page: null },
    ]);
  });

  test.each([
    [TEN_WEEKS, 10],
    [EIGHT_DAYS, 1],
  ])("has equal shares for a book without a list of chapters, until %s", async (date, count) => {
    await club.giveText({ chapters: createEvenChapters(3), toc: "none" });
    await planMeeting(date);
    const planLines = await getPlan();
    expect(planLines.map(({ fraction }) => fraction)).toEqual(
      planLines.map((_, at) => expect.closeTo((at + 1) / count)),
    );
    expect([planLines.length, planLines.filter(({ chapter }) => chapter !== null)]).toEqual([count, []]);
  });

  test("is in minutes for a book with only audio", async () => {
    await club.giveSound(audioChapters([300, 300]), 600);
    await planMeeting("2026-03-15");
    expect(await getPlan()).toMatchObject([
      { by: "2026-03-08", fraction: 0.5, seconds: 300, chapter: { title: "Chapter 1" } },
      { by: "2026-03-15", fraction: 1, seconds: 600, chapter: { title: "Chapter 2" } },
    ]);
  });

  test("follows its meeting, and is empty without a coming one", async () => {
    await club.giveText({ chapters: createEvenChapters(3) });
    expect(await getPlan()).toEqual([]);
    const id = await planMeeting("2026-03-18");
    const moveMeeting = (date: string) => club.chief.call("PATCH", `/api/meetings/${id}`, { date });
    expect(await listDays()).toEqual(["2026-03-11", "2026-03-18"]);
    await moveMeeting("2026-03-29");
    expect(await listDays()).toEqual(["2026-03-08", "2026-03-15", "2026-03-22", "2026-03-29"]);
    await moveMeeting("2026-03-08");
    expect(await listDays()).toEqual([]);
    await moveMeeting("2026-03-18");
    await club.chief.call("POST", `/api/meetings/${id}/cancel`);
    expect(await listDays()).toEqual([]);
    await club.chief.call("POST", `/api/meetings/${id}/restore`);
    expect(await listDays()).toEqual(["2026-03-11", "2026-03-18"]);
    club.setTime("2026-03-19T12:00:00Z");
    expect(await listDays()).toEqual([]);
  });

  test("is the same for everyone, except for paper pages", async () => {
    await club.giveText({ chapters: createEvenChapters(4) });
    await planMeeting("2026-03-29");
    await club.mia.call("PUT", club.path("paper"), { pages: 320, page: 250 });
    await club.read(0.9, {}, club.chief);
    const [ownPlan, otherPlan] = [await getPlan(), await getPlan(club.chief)];
    expect(ownPlan.map(({ page }) => page)).toEqual([80, 160, 240, 320].map((page) => expect.closeTo(page, -1)));
    expect(otherPlan.map(({ page }) => page)).toEqual([null, null, null, null]);
    const withoutPages = (planLines: PlanLine[]) => planLines.map(({ page: _page, ...line }) => line);
    expect(withoutPages(ownPlan)).toEqual(withoutPages(otherPlan));
  });
});
