import { expect, test } from "bun:test";

import { eachClub } from "#tests/support/each-club.ts";

const { club } = eachClub([], { now: "2026-03-10T12:00:00Z" });

const add = (title: string, month: string) =>
  club.deps.stores.books.insert({ title, author: "Ann Author", month }, "2026-01-01T00:00:00.000Z");
const current = async () => (await club.member(`m${Math.random()}`).call("GET", "/api/books/current")).json();

test("the current book is null without any book", async () => {
  expect(await current()).toBeNull();
});

test("the current book is the latest up to this month", async () => {
  add("January", "2026-01");
  add("March", "2026-03");
  add("May", "2026-05");
  expect(await current()).toMatchObject({ title: "March" });
  club.setTime("2026-04-30T12:00:00Z");
  expect(await current()).toMatchObject({ title: "March" });
});

test("the current book is the nearest if all are future ones", async () => {
  add("June", "2026-06");
  add("May", "2026-05");
  expect(await current()).toMatchObject({ title: "May" });
});

test("of two books of one month, the newer one is current", async () => {
  add("First", "2026-03");
  add("Second", "2026-03");
  expect(await current()).toMatchObject({ title: "Second" });
});

test("the month changes at midnight in the club's zone, not in UTC", async () => {
  add("March", "2026-03");
  add("April", "2026-04");
  club.setTime("2026-04-01T03:59:59Z");
  expect(await current()).toMatchObject({ title: "March" });
  club.setTime("2026-04-01T04:00:00Z");
  expect(await current()).toMatchObject({ title: "April" });
});

test("it exposes no path, hash or other column (P04)", async () => {
  add("March", "2026-03");
  expect(Object.keys(await current()).toSorted()).toEqual([
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
