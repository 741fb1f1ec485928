import { beforeEach, expect, test } from "bun:test";

import { eachClub } from "#tests/support/each-club.ts";

import { BOOKMARKS_MAX } from "./bookmarks.ts";

const audioPosition = { fraction: null, locator: null, quote: "" };

const { club, mia: member } = eachClub(["mia"]);
let bookId: number;
beforeEach(() => {
  const now = club.deps.clock.now().toISOString();
  bookId = club.deps.stores.books.insert({ title: "Emma", author: "Jane Austen", month: "2026-03" }, now).id;
});

const addBookmark = (body: Record<string, unknown>, who = member) =>
  who.call("POST", "/api/bookmarks", { bookId, ...body });
const listBookmarks = async (who = member) => (await who.call("GET", `/api/bookmarks?bookId=${bookId}`)).json();

test("bookmarks are listed with notes, by position", async () => {
  const firstResponse = await addBookmark({ currentTime: 500, note: " The proposal " });
  expect(firstResponse.status).toBe(201);
  expect(await firstResponse.json()).toEqual({
    id: 1,
    bookId,
    currentTime: 500,
    ...audioPosition,
    chapter: 0,
    note: "The proposal",
    createdAt: "2026-03-10T12:00:00.000Z",
  });
  await addBookmark({ currentTime: 20 });
  expect(await listBookmarks()).toMatchObject([
    { currentTime: 20, note: "" },
    { currentTime: 500, note: "The proposal" },
  ]);
});

test("stores a bookmark sent twice after a lost response once", async () => {
  const firstBookmark = await (await addBookmark({ currentTime: 500, note: "The proposal" })).json();
  const repeatedBookmark = await addBookmark({ currentTime: 500, note: "The proposal " });
  expect(repeatedBookmark.status).toBe(201);
  expect(await repeatedBookmark.json()).toEqual(firstBookmark);
  await addBookmark({ currentTime: 500, note: "Her answer" });
  expect(await listBookmarks()).toMatchObject([{ note: "The proposal" }, { note: "Her answer" }]);
});

test("stores a bookmark once per key, with the latest note", async () => {
  const sendKey = "b".repeat(16);
  await addBookmark({ currentTime: 500, sendKey });
  await addBookmark({ currentTime: 500, note: "Her answer", sendKey });
  expect(await listBookmarks()).toMatchObject([{ currentTime: 500, note: "Her answer" }]);
  // edited on another device in the meantime
  await member.call("PATCH", "/api/bookmarks/1", { note: "His answer" });
  await addBookmark({ currentTime: 500, sendKey });
  expect(await listBookmarks()).toMatchObject([{ currentTime: 500, note: "His answer" }]);
  const olderResponse = await addBookmark({ currentTime: 500, note: "Her answer", sendKey });
  const message = "You've changed this bookmark's note on another device since.";
  expect([olderResponse.status, await olderResponse.json()]).toEqual([409, { message }]);
  expect((await addBookmark({ currentTime: 500, note: "His answer", sendKey })).status).toBe(201);
  expect(await listBookmarks()).toMatchObject([{ currentTime: 500, note: "His answer" }]);
  await addBookmark({ currentTime: 500, sendKey: "c".repeat(16) });
  expect(await listBookmarks()).toHaveLength(2);
  expect((await addBookmark({ currentTime: 500, sendKey: "c d" })).status).toBe(422);
});

test("a bookmark is private: others neither see nor remove it", async () => {
  const otherMember = club.member("ben");
  await addBookmark({ currentTime: 500 });
  expect(await listBookmarks(otherMember)).toEqual([]);
  expect((await otherMember.call("DELETE", "/api/bookmarks/1")).status).toBe(404);
  expect(await listBookmarks()).toHaveLength(1);
  expect((await member.call("DELETE", "/api/bookmarks/1")).status).toBe(204);
  expect(await listBookmarks()).toEqual([]);
});

test.each([
  [{ currentTime: -1 }, "The position must be whole seconds"],
  [{ currentTime: 1.5 }, "The position must be whole seconds"],
  [{ currentTime: 1, note: "x".repeat(501) }, "A note may have at most 500 characters"],
])("%p is rejected with a message", async (body, message) => {
  const response = await addBookmark(body);
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({ message });
});

test("an unknown book is 404", async () => {
  expect((await addBookmark({ bookId: 99, currentTime: 1 })).status).toBe(404);
  expect((await member.call("GET", "/api/bookmarks?bookId=99")).status).toBe(404);
});

test("the number of bookmarks per book is limited", async () => {
  const { bookmarks } = club.deps.stores;
  for (let at = 0; at < BOOKMARKS_MAX; at++)
    bookmarks.insert({
      ...audioPosition,
      userId: member.user.id,
      bookId,
      currentTime: at,
      chapter: 0,
      note: "",
      createdAt: "",
    });
  expect((await addBookmark({ currentTime: BOOKMARKS_MAX })).status).toBe(409);
});

test("bookmarks in text and audio form one list by position", async () => {
  const { books } = club.deps.stores;
  const file = { filename: "e.m4b", path: "books/1/e.m4b", size: 1, sha256: "00", uploadedAt: "2026-03-01" };
  books.replaceFile(bookId, "audiobook", file, { seconds: 1000, chapters: [] });
  await addBookmark({ currentTime: 500, note: "Sound" });
  await addBookmark({ fraction: 0.75, locator: "late", quote: "Better late", note: "Text" });
  const firstResponse = await addBookmark({ fraction: 0.25, locator: "early", quote: "  A highlight " });
  expect(await firstResponse.json()).toMatchObject({
    currentTime: null,
    fraction: 0.25,
    locator: "early",
    quote: "A highlight",
  });
  expect(await listBookmarks()).toMatchObject([
    { fraction: 0.25 },
    { currentTime: 500, fraction: null },
    { fraction: 0.75 },
  ]);
});

test("only its member can change a note", async () => {
  await addBookmark({ fraction: 0.5, note: "Old" });
  const updateBookmark = (body: object, who = member) => who.call("PATCH", "/api/bookmarks/1", body);
  expect(await (await updateBookmark({ note: " New " })).json()).toMatchObject({ id: 1, note: "New" });
  expect((await updateBookmark({ note: "Mine" }, club.member("ben"))).status).toBe(404);
  expect((await updateBookmark({ note: "x".repeat(501) })).status).toBe(422);
  expect((await updateBookmark({ fraction: 0.1 })).status).toBe(422);
  expect(await listBookmarks()).toMatchObject([{ note: "New" }]);
});

test("a bookmark needs one position, and a highlight has a limit", async () => {
  expect((await addBookmark({ note: "Nowhere" })).status).toBe(422);
  expect((await addBookmark({ fraction: 0.1, currentTime: 5 })).status).toBe(422);
  expect((await addBookmark({ fraction: 0.1, quote: "🍷".repeat(500) })).status).toBe(201);
  expect((await addBookmark({ fraction: 0.1, quote: "🍷".repeat(501) })).status).toBe(422);
});
