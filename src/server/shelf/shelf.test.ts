import { beforeEach, describe, expect, test } from "bun:test";

import { deleteExpiredBoardResets } from "#server/board/posts.ts";
import type { Person } from "#tests/support/club.ts";
import { eachClub } from "#tests/support/each-club.ts";

const { club, ada, mia, otto } = eachClub(["ada", "mia", "otto"], { now: "2026-03-10T12:00:00Z" });
let emmaId: number;
beforeEach(() => {
  emmaId = addBook("Emma", "2026-03");
});

const addBook = (title: string, month: string) =>
  club.deps.stores.books.insert({ title, author: "Jane Austen", month }, "2026-01-01T00:00:00Z").id;
const getShelf = async (who: Person, query = "") => (await who.call("GET", `/api/shelf${query}`)).json();
const fetchPage = async (who: Person, id = emmaId) => (await who.call("GET", `/api/shelf/${id}`)).json();
const saveReview = (who: Person, body: unknown, id = emmaId) => who.call("PUT", `/api/books/${id}/review`, body);
const planMeeting = async (date: string, bookId = emmaId) => {
  const newMeeting = { date, time: "19:00", location: "Mia's", bookId };
  return (await (await ada.call("POST", "/api/meetings", newMeeting)).json()).id;
};

describe("the shelf", () => {
  test("lists books by year, newest first, without future ones", async () => {
    const olderBookId = addBook("Persuasion", "2025-12");
    addBook("Sanditon", "2026-04");
    expect(await getShelf(mia)).toEqual([
      { year: 2026, books: [expect.objectContaining({ id: emmaId, month: "2026-03", title: "Emma" })] },
      {
        year: 2025,
        books: [
          {
            id: olderBookId,
            title: "Persuasion",
            author: "Jane Austen",
            coverImage: null,
            month: "2025-12",
            rating: null,
            spread: null,
            metOn: null,
            evening: null,
            hasEbook: false,
            hasAudiobook: false,
            hasHighlights: false,
            mine: null,
          },
        ],
      },
    ]);
    expect((await getShelf(mia, "?year=2025"))[0].books).toHaveLength(1);
    expect(await getShelf(mia, "?year=2024")).toEqual([]);
    expect((await mia.call("GET", "/api/shelf?year=25")).status).toBe(422);
  });

  test("lists one of two future books in the first month", async () => {
    const firstBookId = addBook("Sanditon", "2026-05");
    await ada.call("PATCH", `/api/books/${emmaId}`, { month: "2026-05" });
    expect(await getShelf(mia)).toEqual([{ year: 2026, books: [expect.objectContaining({ id: firstBookId })] }]);
    expect((await mia.call("GET", `/api/shelf/${emmaId}`)).status).toBe(404);
  });

  test("lists no future book, and opens it to admins alone", async () => {
    const comingBookId = addBook("Sanditon", "2026-04");
    for (const [who, status] of [
      [mia, 404],
      [ada, 200],
    ] as const) {
      expect((await who.call("GET", `/api/shelf/${comingBookId}`)).status).toBe(status);
      expect((await saveReview(who, { stars: 5 }, comingBookId)).status).toBe(status);
      expect(JSON.stringify(await getShelf(who))).not.toContain("Sanditon");
    }
    expect((await mia.call("GET", "/api/shelf/4711")).status).toBe(404);
  });

  test("says when the club met about a book, once that is over", async () => {
    await planMeeting("2026-03-18");
    expect((await fetchPage(mia)).metOn).toBeNull();
    club.setTime("2026-03-19T12:00:00Z");
    expect((await fetchPage(mia)).metOn).toBe("2026-03-18");
    expect((await getShelf(mia))[0].books[0].metOn).toBe("2026-03-18");
  });

  test("finds a book's meeting by month, not a canceled one", async () => {
    const februaryBookId = addBook("Persuasion", "2026-02");
    const { stores } = club.deps;
    stores.meetings.insert({ date: "2026-02-20", time: "", location: "", bookId: null }, "a@club", "2026-01-01");
    const cancelledId = stores.meetings.insert(
      { date: "2026-02-26", time: "", location: "", bookId: februaryBookId },
      "b@club",
      "2026-01-01",
    );
    stores.meetings.cancel(cancelledId, "2026-02-25");
    expect((await fetchPage(mia, februaryBookId)).metOn).toBe("2026-02-20");
  });

  test("shows who came and what they brought", async () => {
    const id = await planMeeting("2026-03-18");
    await mia.call("PUT", `/api/meetings/${id}/answer`, { answer: "yes", guests: 1 });
    await mia.call("POST", "/api/posts", { content: "Rioja" });
    club.setTime("2026-04-02T12:00:00Z");
    const { meeting, brought } = await fetchPage(otto);
    expect(meeting).toMatchObject({ date: "2026-03-18", state: "over", people: [{ answer: "yes", guests: 1 }] });
    await otto.call("POST", "/api/wines", { name: "Rioja", kind: "red", bookId: emmaId });
    expect((await getShelf(otto))[0].books[0].evening).toEqual({ place: "Mia's", came: 2, wines: ["Rioja"] });
    expect(brought).toEqual([{ content: "Rioja", author: { id: mia.user.id, displayName: "mia", photoURL: null } }]);
  });

  test("counts who came and guests, even with deleted accounts", async () => {
    const id = await planMeeting("2026-03-18");
    const answerMeeting = (who: Person, body: object) => who.call("PUT", `/api/meetings/${id}/answer`, body);
    await answerMeeting(ada, { answer: "yes", guests: 2 });
    await answerMeeting(ada, { answer: "yes", guests: 1 });
    await answerMeeting(mia, { answer: "yes", guests: 4 });
    await answerMeeting(otto, { answer: "yes" });
    await answerMeeting(otto, { answer: "no" });
    await answerMeeting(otto, { answer: "maybe", guests: 3 });
    const vera = club.member("vera");
    await answerMeeting(vera, { answer: "yes" });
    await vera.call("DELETE", `/api/meetings/${id}/answer`);
    await ada.call("DELETE", `/api/users/${mia.user.id}`);
    club.setTime("2026-03-19T12:00:00Z");
    expect((await getShelf(ada))[0].books[0].evening).toMatchObject({ came: 2 });
  });

  test("keeps what was brought after a board reset and its undo", async () => {
    await planMeeting("2026-03-18");
    await mia.call("POST", "/api/posts", { content: "Rioja" });
    club.setTime("2026-03-19T12:00:00Z");
    await mia.call("POST", "/api/posts", { content: "For the next time" });
    const listPosts = async () =>
      (await (await mia.call("GET", "/api/posts")).json()).map(({ content }: { content: string }) => content);
    const postsBefore = await listPosts();
    await ada.call("DELETE", "/api/posts");
    expect(await listPosts()).toEqual([]);
    expect(await (await ada.call("GET", "/api/posts/board")).json()).toMatchObject({ posts: 0, undo: { posts: 2 } });
    expect((await fetchPage(mia)).brought).toMatchObject([{ content: "Rioja" }]);
    expect(await (await ada.call("POST", "/api/posts/restore")).json()).toEqual({ posts: 2, undo: null });
    expect(await listPosts()).toEqual(postsBefore);
    await ada.call("DELETE", "/api/posts");
    await ada.call("DELETE", "/api/posts");
    club.setTime("2026-03-19T12:11:00Z");
    deleteExpiredBoardResets(club.deps);
    expect(await listPosts()).toEqual([]);
    expect(await (await ada.call("GET", "/api/posts/board")).json()).toEqual({ posts: 0, undo: null });
    expect((await fetchPage(mia)).brought).toMatchObject([{ content: "Rioja" }]);
  });
});

describe("a review", () => {
  test("has stars, text or progress, and is replaced as a whole", async () => {
    for (const body of [{ stars: 5 }, { text: " Loved it. " }, { finished: "partly" }])
      expect((await saveReview(mia, body)).status).toBe(200);
    expect((await fetchPage(mia)).mine).toEqual({ stars: null, text: "", finished: "partly" });
    expect((await fetchPage(mia)).reviewCount).toBe(1);
    expect((await mia.call("DELETE", `/api/books/${emmaId}/review`)).status).toBe(204);
    expect(await fetchPage(mia)).toMatchObject({ mine: null, reviews: [], reviewCount: 0 });
  });

  test.each([
    [{ stars: 0 }],
    [{ stars: 6 }],
    [{ stars: 2.5 }],
    [{ stars: "5" }],
    [{ finished: "maybe" }],
    [{ text: "x".repeat(2001) }],
    [{}],
    [{ stars: null, text: " \u200B ", finished: null }],
  ])("is refused as %j", async (body) => {
    expect((await saveReview(mia, body)).status).toBe(422);
    expect(club.deps.stores.reviews.count(emmaId)).toBe(0);
  });

  test("can have 2,000 characters of any alphabet", async () => {
    expect((await saveReview(mia, { text: "🧀".repeat(2000) })).status).toBe(200);
    expect((await fetchPage(mia)).mine.text).toBe("🧀".repeat(2000));
  });

  test("is hidden in every response until a member has finished", async () => {
    await saveReview(mia, { stars: 2, text: "The butler did it", finished: "yes" });
    const countWithheld = async () => {
      const responses = [await fetchPage(otto), await getShelf(otto)];
      expect(JSON.stringify(responses)).not.toContain("butler");
      expect(responses[0]).toMatchObject({ rating: null, reviews: [], reviewCount: 1 });
      expect(responses[1][0].books[0].rating).toBeNull();
    };
    await countWithheld();
    await saveReview(otto, { finished: "partly", text: "Half way" });
    expect(await fetchPage(otto)).toMatchObject({
      rating: null,
      reviews: [{ text: "Half way", mine: true }],
      reviewCount: 2,
    });
    await saveReview(otto, { finished: "yes", stars: 4 });
    expect(await fetchPage(otto)).toMatchObject({
      rating: { average: 3, count: 2 },
      reviews: [{ stars: 4 }, { text: "The butler did it", author: { displayName: "mia" }, mine: false }],
    });
    await otto.call("DELETE", `/api/books/${emmaId}/review`);
    await countWithheld();
  });

  test("is shown to all once the last meeting or the month is over", async () => {
    await saveReview(mia, { stars: 2, finished: "yes" });
    await planMeeting("2026-03-11");
    await planMeeting("2026-03-25");
    club.setTime("2026-03-20T12:00:00Z");
    expect((await fetchPage(otto)).rating).toBeNull();
    club.setTime("2026-03-26T12:00:00Z");
    expect((await fetchPage(otto)).rating).toEqual({ average: 2, count: 1 });
    club.setTime("2026-03-10T12:00:00Z");
    expect((await fetchPage(otto)).rating).toBeNull();
    addBook("Sanditon", "2026-04");
    club.setTime("2026-04-10T12:00:00Z");
    expect((await fetchPage(otto)).reviews).toHaveLength(1);
  });

  test("stays without a name when its author's account is deleted", async () => {
    await saveReview(mia, { stars: 3, text: "Fine", finished: "yes" });
    await saveReview(otto, { finished: "yes" });
    expect((await ada.call("DELETE", `/api/users/${mia.user.id}`)).status).toBeLessThan(300);
    expect(await fetchPage(otto)).toMatchObject({ rating: { average: 3, count: 1 }, reviewCount: 2 });
    expect((await fetchPage(otto)).reviews[1]).toEqual({
      stars: 3,
      text: "Fine",
      finished: "yes",
      author: { id: null, displayName: "A former member", photoURL: null },
      createdAt: "2026-03-10T12:00:00.000Z",
      mine: false,
    });
  });
});
