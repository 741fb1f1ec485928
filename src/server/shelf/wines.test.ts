import { beforeEach, describe, expect, test } from "bun:test";

import type { Wine } from "#contract/wines.ts";
import type { Person } from "#tests/support/club.ts";
import { eachClub } from "#tests/support/each-club.ts";
import { jsonOf } from "#tests/support/json.ts";

const { club, ada, mia, otto } = eachClub(["ada", "mia", "otto"], { now: "2026-03-10T12:00:00Z" });
let emmaId: number;
beforeEach(() => {
  emmaId = club.deps.stores.books.insert({ title: "Emma", author: "Jane Austen", month: "2026-03" }, "2026-01-01").id;
});

const addWine = (who: Person, fields = {}) => who.call("POST", "/api/wines", { name: "Rioja", kind: "red", ...fields });
const listWines = (who: Person, query = ""): Promise<Wine[]> => jsonOf(who.call("GET", `/api/wines${query}`));

describe("a wine", () => {
  test("has a name, a kind, a note and a book", async () => {
    const response = await addWine(mia, { name: " Rioja ", note: " Smoky ", bookId: emmaId });
    expect(response.status).toBe(201);
    expect(await listWines(otto)).toEqual([
      {
        id: 1,
        name: "Rioja",
        kind: "red",
        note: "Smoky",
        bookId: emmaId,
        author: { id: mia.user.id, displayName: "mia", photoURL: null },
        mine: false,
        likes: 0,
        liked: false,
        createdAt: "2026-03-10T12:00:00.000Z",
      },
    ]);
    await addWine(mia);
    expect(await listWines(mia, `?bookId=${emmaId}`)).toHaveLength(1);
    expect((await listWines(mia, "?limit=1"))[0]?.id).toBe(2);
    expect((await listWines(mia, "?before=2"))[0]?.id).toBe(1);
    expect((await jsonOf(mia.call("GET", `/api/shelf/${emmaId}`))).wines).toHaveLength(1);
  });

  test("is added once when it's sent again with the same key", async () => {
    const sendKey = "w".repeat(16);
    const [firstResponse, repeatedResponse] = [await addWine(mia, { sendKey }), await addWine(mia, { sendKey })];
    expect([repeatedResponse.status, await repeatedResponse.json()]).toEqual([201, await firstResponse.json()]);
    await addWine(otto, { sendKey });
    expect(await listWines(mia)).toHaveLength(2);
  });

  test("is rejected without name or kind, or for an unseen book", async () => {
    const comingBookId = club.deps.stores.books.insert(
      { title: "Sanditon", author: "J", month: "2026-05" },
      "2026-01-01",
    ).id;
    for (const invalidWine of [
      { name: " " },
      { name: "x".repeat(121) },
      { name: "a\nb" },
      { kind: "beer" },
      { note: "x".repeat(501) },
      { bookId: "1" },
    ])
      expect((await addWine(ada, invalidWine)).status).toBe(422);
    for (const bookId of [4711, comingBookId]) expect((await addWine(mia, { bookId })).status).toBe(404);
    expect(await listWines(mia)).toEqual([]);
  });

  test("hides a future book, and keeps it", async () => {
    await addWine(mia, { bookId: emmaId });
    club.deps.stores.books.insert({ title: "Clarissa", author: "S. R.", month: "2026-02" }, "2026-01-01");
    club.deps.stores.books.update(emmaId, { month: "2026-05" });
    const changeResponse = await mia.call("PATCH", "/api/wines/1", { note: "Sweet" });
    expect(await changeResponse.json()).toMatchObject({ note: "Sweet", bookId: null });
    expect((await mia.call("GET", `/api/wines?bookId=${emmaId}`)).status).toBe(404);
    expect((await mia.call("GET", "/api/wines?bookId=4711")).status).toBe(404);
    expect([(await listWines(otto))[0]?.bookId, (await listWines(ada))[0]?.bookId]).toEqual([null, emmaId]);
  });

  test("can be liked once by each member, and unliked", async () => {
    await addWine(mia);
    const likeWine = (who: Person, method = "PUT"): Promise<Wine> => jsonOf(who.call(method, "/api/wines/1/like"));
    await Promise.all([likeWine(otto), likeWine(otto), likeWine(mia)]);
    expect(await listWines(otto)).toMatchObject([{ likes: 2, liked: true }]);
    expect(await likeWine(otto, "DELETE")).toMatchObject({ likes: 1, liked: false });
    expect(await likeWine(otto, "DELETE")).toMatchObject({ likes: 1, liked: false });
    expect((await otto.call("PUT", "/api/wines/4711/like")).status).toBe(404);
  });

  test("loses its name with the member's account, like its likes", async () => {
    await addWine(mia);
    await mia.call("PUT", "/api/wines/1/like");
    await otto.call("PUT", "/api/wines/1/like");
    await ada.call("DELETE", `/api/users/${mia.user.id}`);
    await ada.call("DELETE", `/api/users/${otto.user.id}`);
    expect(await listWines(ada)).toMatchObject([
      { likes: 2, author: { id: null, displayName: "A former member", photoURL: null } },
    ]);
  });

  test("changes only the given fields", async () => {
    await addWine(mia, { note: "Smoky", bookId: emmaId });
    const updateWine = (body: object) => mia.call("PATCH", "/api/wines/1", body);
    expect(await jsonOf(updateWine({ kind: "white" }))).toMatchObject({ kind: "white", note: "Smoky", bookId: emmaId });
    expect(await jsonOf(updateWine({ bookId: null }))).toMatchObject({ kind: "white", bookId: null });
    expect((await updateWine({})).status).toBe(422);
    expect((await mia.call("PATCH", "/api/wines/4711", { note: "x" })).status).toBe(404);
  });
});
