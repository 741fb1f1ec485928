import { beforeEach, expect, test } from "bun:test";

import { eachClub } from "#tests/support/each-club.ts";
import { jsonOf } from "#tests/support/json.ts";

const { club, ada, mia, otto } = eachClub(["ada", "mia", "otto"], { now: "2026-03-10T12:00:00Z" });
let id: number;
let comingBookId: number;
beforeEach(() => {
  const addBook = (title: string, month: string) =>
    club.deps.stores.books.insert({ title, author: "Jane Austen", month }, "2026-01-01").id;
  [id, comingBookId] = [addBook("Emma", "2026-03"), addBook("Persuasion", "2026-04")];
});

test("can be offered or wanted by each member until the meeting", async () => {
  await mia.call("PUT", `/api/books/${id}/copy`, { kind: "borrow" });
  await mia.call("PUT", `/api/books/${id}/copy`, { kind: "lend" });
  expect(await jsonOf(otto.call("PUT", `/api/books/${id}/copy`, { kind: "borrow" }))).toMatchObject({
    lend: [{ displayName: mia.user.displayName }],
    borrow: [{ displayName: otto.user.displayName }],
    mine: "borrow",
  });
  expect(await jsonOf(otto.call("DELETE", `/api/books/${id}/copy`))).toMatchObject({ borrow: [], mine: null });
  expect((await mia.call("PUT", `/api/books/${id}/copy`, { kind: "sell" })).status).toBe(422);
  const meeting = { date: "2026-03-20", time: "19:00", location: "Ada's" };
  expect((await ada.call("POST", "/api/meetings", meeting)).status).toBe(201);
  expect((await jsonOf(ada.call("GET", `/api/books/${id}/copies`))).lend).toHaveLength(1);
  club.setTime("2026-03-21T12:00:00Z");
  expect(await jsonOf(mia.call("GET", `/api/books/${id}/copies`))).toEqual({ lend: [], borrow: [], mine: null });
  expect((await mia.call("PUT", `/api/books/${id}/copy`, { kind: "lend" })).status).toBe(409);
});

test("hides a coming book's copies, plan and highlights", async () => {
  for (const part of ["copies", "plan", "highlights.md"]) {
    expect((await mia.call("GET", `/api/books/${comingBookId}/${part}`)).status).toBe(404);
    expect((await ada.call("GET", `/api/books/${comingBookId}/${part}`)).status).toBe(200);
  }
  expect((await mia.call("PUT", `/api/books/${comingBookId}/copy`, { kind: "lend" })).status).toBe(404);
});

test("follows a moved meeting, and is empty once it's canceled", async () => {
  const getPlan = () => jsonOf(mia.call("GET", `/api/books/${id}/plan`));
  expect(await getPlan()).toEqual([]);
  const meeting = { date: "2026-03-20", time: "19:00", location: "Ada's" };
  const plannedMeeting = await jsonOf(ada.call("POST", "/api/meetings", meeting));
  expect((await getPlan()).map(({ by }: { by: string }) => by)).toEqual(["2026-03-06", "2026-03-13", "2026-03-20"]);
  await ada.call("PATCH", `/api/meetings/${plannedMeeting.id}`, { date: "2026-03-27" });
  expect((await getPlan()).at(-1)).toEqual({ by: "2026-03-27", fraction: 1, chapter: null, seconds: null, page: null });
  expect(await jsonOf(ada.call("GET", `/api/books/${id}/plan`))).toEqual(await getPlan());
  await mia.call("PUT", `/api/books/${id}/paper`, { pages: 320 });
  expect((await getPlan()).map(({ page }: { page: number }) => page)).toEqual([80, 160, 240, 320]);
  expect((await jsonOf(ada.call("GET", `/api/books/${id}/plan`)))[0]).toEqual({ ...(await getPlan())[0], page: null });
  await ada.call("POST", `/api/meetings/${plannedMeeting.id}/cancel`, {});
  expect(await getPlan()).toEqual([]);
});

test("exports your highlights as Markdown with escaped text", async () => {
  const addHighlight = (body: object) => mia.call("POST", "/api/bookmarks", { bookId: id, ...body });
  await addHighlight({ fraction: 0.5, quote: "# *Not* a <b>heading</b>\n- nor a list", note: "1. _www.example.com" });
  await addHighlight({ fraction: 0.25 });
  const response = await mia.call("GET", `/api/books/${id}/highlights.md`);
  expect(response.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="Emma highlights.md"');
  expect(await response.text()).toBe(String.raw`# Emma

Jane Austen

Bookmark at 25%

> \# \*Not\* a \<b\>heading\</b\>\
> \- nor a list

1\. \_www\.example.com
`);
  expect(await (await otto.call("GET", `/api/books/${id}/highlights.md`)).text()).toBe("# Emma\n\nJane Austen\n");
});
