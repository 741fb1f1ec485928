import { expect, test } from "bun:test";

import { eachClub } from "#tests/support/each-club.ts";

const { club } = eachClub([], { now: "2026-03-10T12:00:00Z" });

const addBook = (title: string, month: string) =>
  club.deps.stores.books.insert({ title, author: "Ann Author", month }, "2026-01-01T00:00:00.000Z");
const getCurrentBook = async () => (await club.member(`m${Math.random()}`).call("GET", "/api/books/current")).json();

test("the current book is null without any book", async () => {
  expect(await getCurrentBook()).toBeNull();
});

test("the current book is the latest up to this month", async () => {
  addBook("January", "2026-01");
  addBook("March", "2026-03");
  addBook("May", "2026-05");
  expect(await getCurrentBook()).toMatchObject({ title: "March" });
  club.setTime("2026-04-30T12:00:00Z");
  expect(await getCurrentBook()).toMatchObject({ title: "March" });
});

test("the current book is the nearest if all are future ones", async () => {
  addBook("June", "2026-06");
  addBook("May", "2026-05");
  expect(await getCurrentBook()).toMatchObject({ title: "May" });
});

test("of two books of one month, the newer one is current", async () => {
  addBook("First", "2026-03");
  addBook("Second", "2026-03");
  expect(await getCurrentBook()).toMatchObject({ title: "Second" });
});

test("the month changes at midnight in the club's zone, not in UTC", async () => {
  addBook("March", "2026-03");
  addBook("April", "2026-04");
  club.setTime("2026-04-01T03:59:59Z");
  expect(await getCurrentBook()).toMatchObject({ title: "March" });
  club.setTime("2026-04-01T04:00:00Z");
  expect(await getCurrentBook()).toMatchObject({ title: "April" });
});

test("the current book exposes no path, hash or column (P04)", async () => {
  addBook("March", "2026-03");
  expect(Object.keys(await getCurrentBook()).toSorted()).toEqual([
    "audiobookDuration",
    "audiobookFilename",
    "audiobookNarrator",
    "audiobookSeconds",
    "audiobookSize",
    "audiobookUploadedAt",
    "author",
    "chapters",
    "coverImage",
    "ebookFilename",
    "ebookSize",
    "ebookUploadedAt",
    "id",
    "isbn",
    "month",
    "synopsis",
    "title",
  ]);
});
