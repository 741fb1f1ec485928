import { beforeEach, describe, expect, test } from "bun:test";

import { perTest } from "#tests/support/each-club.ts";
import { jsonOf } from "#tests/support/json.ts";
import { audioChapters, plainChapters } from "#tests/support/reading-book.ts";
import { createReadingClub } from "#tests/support/reading-club.ts";

const CHAPTER_WORDS = [2000, 4000, 3000, 1000];
const club = perTest(() => createReadingClub());
beforeEach(async () => {
  await club.giveText({ chapters: plainChapters(CHAPTER_WORDS) });
});

const putPaper = (body: object, who = club.mia) => who.call("PUT", club.path("paper"), body);
const fetchHistory = async () =>
  (await (await club.mia.call("GET", club.path("paper/history"))).json()) as { page: number }[];
const listPagesBefore = async () => (await fetchHistory()).map(({ page }) => page);

describe("a page of a paper copy", () => {
  test("is null at first, then the entered page, and its share", async () => {
    expect((await club.get("place")).paper).toBeNull();
    const response = await putPaper({ pages: 320 });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ paper: { page: null, pages: 320 }, reached: 0, offer: null });
    expect(await (await putPaper({ pages: 320, page: 80 })).json()).toMatchObject({
      paper: { page: 80, pages: 320 },
      reached: 0.25,
    });
    expect(await (await putPaper({ pages: 160 })).json()).toMatchObject({
      paper: { page: 80, pages: 160 },
      reached: 0.5,
    });
  });

  test.each([
    { pages: 0 },
    { pages: 5001 },
    { pages: 1.5 },
    { pages: 320, page: -1 },
    { pages: 320, page: 321 },
    { pages: 320, fraction: 0.5 },
    { pages: 320, page: 3, fraction: 1.5 },
    { page: 3 },
  ])("%j is rejected with a message", async (body) => {
    const response = await putPaper(body);
    expect(response.status).toBe(422);
    expect((await response.json()).message).toMatch(/\w/);
    expect((await club.get("place")).paper).toBeNull();
  });

  test("is a fixed point with the position of its words", async () => {
    await putPaper({ pages: 400, page: 100, fraction: 0.5 });
    expect(await (await putPaper({ pages: 400, page: 50 })).json()).toMatchObject({ reached: 0.25 });
    expect(await (await putPaper({ pages: 400, page: 250 })).json()).toMatchObject({ reached: 0.75 });
    // a paper copy of another edition
    expect(await (await putPaper({ pages: 500, page: 250 })).json()).toMatchObject({ reached: 0.5 });
  });

  test("reveals no notes if a typo is undone within a minute", async () => {
    await putPaper({ pages: 320, page: 143 });
    club.pass(600);
    await putPaper({ pages: 320, page: 320 });
    club.pass(30);
    const restoredPaper = await (await putPaper({ pages: 320, page: 143 })).json();
    expect(restoredPaper).toMatchObject({ paper: { page: 143 }, reached: 143 / 320 });
    expect(await listPagesBefore()).toEqual([320, 143]);
    club.pass(600);
    expect((await club.get("place")).reached).toBe(143 / 320);
  });

  test("undoes a typo with its fixed points and page count", async () => {
    const restorePage = (id: number, who = club.mia) => who.call("POST", club.path("paper/restore"), { id });
    await putPaper({ pages: 400, page: 100, fraction: 0.5 });
    for (const wrongId of [
      { pages: 400, page: 110, fraction: 0.9 },
      { pages: 400, page: 100, fraction: 0.9 },
      { pages: 200 },
    ]) {
      await putPaper(wrongId);
      const [earlierPage] = (await jsonOf(club.mia.call("GET", club.path("paper/history")))) as { id: number }[];
      const restoreResponse = await restorePage(earlierPage?.id ?? 0);
      expect(await restoreResponse.json()).toMatchObject({ paper: { page: 100, pages: 400 }, reached: 0.5 });
      expect(await (await putPaper({ pages: 400, page: 50 })).json()).toMatchObject({ reached: 0.25 });
      await putPaper({ pages: 400, page: 100 });
    }
    expect((await restorePage(999_999)).status).toBe(409);
    expect((await restorePage(1, club.chief)).status).toBe(409);
  });

  test("shows the pages left while it's the newest position", async () => {
    const fetchPagesLeft = async () => (await club.get("place")).pagesLeft;
    expect(await fetchPagesLeft()).toBeUndefined();
    await putPaper({ pages: 320, page: 243 });
    expect(await fetchPagesLeft()).toBe(77);
    await club.mia.call("PATCH", "/api/profile", { wantsPace: false });
    expect(await fetchPagesLeft()).toBeUndefined();
    await club.mia.call("PATCH", "/api/profile", { wantsPace: true });
    club.pass(60);
    await club.read(0.9);
    expect(await fetchPagesLeft()).toBeUndefined();
  });

  test("counts for good after a minute, even without the copy", async () => {
    await putPaper({ pages: 320, page: 160 });
    club.pass(61);
    await putPaper({ pages: 320, page: 40 });
    expect((await club.get("place")).reached).toBe(0.5);
    expect((await club.mia.call("DELETE", club.path("paper"))).status).toBe(204);
    expect(await club.get("place")).toMatchObject({ paper: null, reached: 0.5 });
    expect(await listPagesBefore()).toEqual([40, 160]);
  });

  test("is deleted with its copy's fixed points, and restored, too", async () => {
    await putPaper({ pages: 400, page: 100, fraction: 0.9 });
    await club.mia.call("DELETE", club.path("paper"));
    expect(await (await putPaper({ pages: 400, page: 50 })).json()).toMatchObject({ reached: 0.125 });
    const [earlierPage] = (await jsonOf(club.mia.call("GET", club.path("paper/history")))) as { id: number }[];
    const backResponse = await club.mia.call("POST", club.path("paper/restore"), { id: earlierPage?.id });
    expect(await backResponse.json()).toMatchObject({ paper: { page: 100, pages: 400 } });
    expect(await (await putPaper({ pages: 400, page: 50 })).json()).toMatchObject({ reached: 0.45 });
  });

  test("doesn't count when just entered before the copy's deletion", async () => {
    await putPaper({ pages: 320, page: 320 });
    await club.mia.call("DELETE", club.path("paper"));
    expect((await club.get("place")).reached).toBe(0);
  });

  test("reveals no notes for a typo corrected offline in a minute", async () => {
    await putPaper({ pages: 320, page: 143 });
    club.pass(7200);
    await putPaper({ pages: 320, page: 320, age: 3600 });
    expect(await (await putPaper({ pages: 320, page: 150, age: 3570 })).json()).toMatchObject({ reached: 150 / 320 });
    club.pass(600);
    expect(await (await putPaper({ pages: 320, page: 151 })).json()).toMatchObject({ reached: 151 / 320 });
  });

  test("keeps chapter entries made while it waited offline", async () => {
    await club.mia.call("PUT", club.path("reached"), { fraction: 0.5 });
    club.pass(600);
    await putPaper({ pages: 320, page: 32, age: 3600 });
    expect((await club.get("place")).reached).toBe(0.5);
  });

  test("doesn't replace a newer one, but is in the history", async () => {
    await putPaper({ pages: 320, page: 200 });
    club.pass(60);
    expect(await (await putPaper({ pages: 320, page: 100, age: 3600 })).json()).toMatchObject({ paper: { page: 200 } });
    expect(await listPagesBefore()).toEqual([100]);
  });
});

describe("the talk, after a mistyped page is undone within a minute", () => {
  const fetchLastId = async () => (await jsonOf(club.mia.call("GET", club.path("paper/history"))))[0].id;
  const undoKinds: Record<string, () => Promise<unknown>> = {
    "by the right page": () => putPaper({ pages: 320, page: 80 }),
    "by undo": async () => club.mia.call("POST", club.path("paper/restore"), { id: await fetchLastId() }),
    "by another edition": () => putPaper({ pages: 640, page: 160 }),
    "by forgetting the copy": () => club.mia.call("DELETE", club.path("paper")),
    "by chapter": () => club.mia.call("PUT", club.path("reached"), { fraction: 0.25 }),
    "by a page of between, which comes late": async () => {
      await putPaper({ pages: 320, page: 100, age: 3000 });
      await putPaper({ pages: 320, page: 80 });
    },
  };

  test.each(Object.entries(undoKinds))("stays closed: %s", async (undoKind, undoReport) => {
    const { notes } = club.deps.stores;
    const place = { bookId: club.bookId, userId: club.chief.user.id, chapter: null, chapterTitle: null };
    const now = club.deps.clock.now().toISOString();
    notes.insert({ ...place, fraction: 0.9, text: "She dies.", quote: "", kind: "note", now });
    const getNotes = () => jsonOf(club.mia.call("GET", club.path("notes")));
    await putPaper({ pages: 320, page: 80 });
    club.pass(600);
    // only undo reverts words that were found at the wrong position
    const typedPages = undoKind === "by undo" ? [{ page: 81, fraction: 1 }] : [];
    for (const wrongPage of [{ page: 320 }, { page: 320, age: 30 }, ...typedPages]) {
      await putPaper({ pages: 320, ...wrongPage });
      club.pass(20);
      await undoReport();
      for (const seconds of [1, 600]) {
        club.pass(seconds);
        const { reached, notes: readNotes } = await getNotes();
        expect([reached, readNotes]).toEqual([0.25, []]);
      }
      // the next entry confirms nothing else
      await putPaper({ pages: 320, page: 80 });
      club.pass(600);
      expect(await getNotes()).toMatchObject({ reached: 0.25, notes: [] });
    }
  });
});

describe("an offer from paper", () => {
  test("offers the text only, until that is read as far", async () => {
    const { offer } = await (await putPaper({ pages: 400, page: 100 })).json();
    expect(offer).toMatchObject({
      from: "paper",
      fraction: 0.25,
      chapter: { title: "Chapter 2" },
      confidence: "rough",
    });
    club.pass(60);
    await club.read(0.25);
    expect((await club.get("place")).offer).toBeNull();
  });

  test("leads into the audio by the matched chapters", async () => {
    await club.giveSound(audioChapters(CHAPTER_WORDS.map((count) => count / 2)), 5000);
    await club.listen(100);
    club.pass(60);
    const { offer } = await (await putPaper({ pages: 100, page: 50 })).json();
    expect(offer).toMatchObject({ from: "paper", fraction: 0.5 });
    expect(offer.seconds).toBeWithin(2400, 2600);
  });
});
