import { beforeEach, describe, expect, test } from "bun:test";

import type { Wine } from "#contract/wines.ts";
import type { Person } from "#tests/support/club.ts";
import { eachClub } from "#tests/support/each-club.ts";
import { jsonOf } from "#tests/support/json.ts";

const { club, ada, mia, otto } = eachClub(["ada", "mia", "otto"], { now: "2026-03-10T12:00:00Z" });
let emma: number;
beforeEach(() => {
  emma = club.deps.stores.books.insert({ title: "Emma", author: "Jane Austen", month: "2026-03" }, "2026-01-01").id;
});

const add = (who: Person, fields = {}) => who.call("POST", "/api/wines", { name: "Rioja", kind: "red", ...fields });
const wines = (who: Person, query = ""): Promise<Wine[]> => jsonOf(who.call("GET", `/api/wines${query}`));

describe("a wine", () => {
  test("goes with a book and says why", async () => {
    const response = await add(mia, { name: " Rioja ", note: " Smoky ", bookId: emma });
    expect(response.status).toBe(201);
    expect(await wines(otto)).toEqual([
      {
        id: 1,
        name: "Rioja",
        kind: "red",
        note: "Smoky",
        bookId: emma,
        author: { id: mia.user.id, displayName: "mia", photoURL: null },
        mine: false,
        likes: 0,
        liked: false,
        createdAt: "2026-03-10T12:00:00.000Z",
      },
    ]);
    await add(mia);
    expect(await wines(mia, `?bookId=${emma}`)).toHaveLength(1);
    expect((await wines(mia, "?limit=1"))[0]?.id).toBe(2);
    expect((await wines(mia, "?before=2"))[0]?.id).toBe(1);
    expect((await jsonOf(mia.call("GET", `/api/shelf/${emma}`))).wines).toHaveLength(1);
  });

  test("is added once when it's sent again with the same key", async () => {
    const sendKey = "w".repeat(16);
    const [first, repeated] = [await add(mia, { sendKey }), await add(mia, { sendKey })];
    expect([repeated.status, await repeated.json()]).toEqual([201, await first.json()]);
    await add(otto, { sendKey });
    expect(await wines(mia)).toHaveLength(2);
  });

  test("is rejected without name or kind, or for an unseen book", async () => {
    const comingBook = club.deps.stores.books.insert(
      { title: "Sanditon", author: "J", month: "2026-05" },
      "2026-01-01",
    ).id;
    for (const wrong of [
      { name: " " },
      { name: "x".repeat(121) },
      { name: "a\nb" },
      { kind: "beer" },
      { note: "x".repeat(501) },
      { bookId: "1" },
    ])
      expect((await add(ada, wrong)).status).toBe(422);
    for (const bookId of [4711, comingBook]) expect((await add(mia, { bookId })).status).toBe(404);
    expect(await wines(mia)).toEqual([]);
  });

  test("hides a future book, and keeps it", async () => {
    await add(mia, { bookId: emma });
    club.deps.stores.books.insert({ title: "Clarissa", author: "S. R.", month: "2026-02" }, "2026-01-01");
    club.deps.stores.books.update(emma, { month: "2026-05" });
    const change = await mia.call("PATCH", "/api/wines/1", { note: "Sweet" });
    expect(await change.json()).toMatchObject({ note: "Sweet", bookId: null });
    expect((await mia.call("GET", `/api/wines?bookId=${emma}`)).status).toBe(404);
    expect((await mia.call("GET", "/api/wines?bookId=4711")).status).toBe(404);
    expect([(await wines(otto))[0]?.bookId, (await wines(ada))[0]?.bookId]).toEqual([null, emma]);
  });

  test("can be liked once by each member, and unliked", async () => {
    await add(mia);
    const like = (who: Person, method = "PUT"): Promise<Wine> => jsonOf(who.call(method, "/api/wines/1/like"));
    await Promise.all([like(otto), like(otto), like(mia)]);
    expect(await wines(otto)).toMatchObject([{ likes: 2, liked: true }]);
    expect(await like(otto, "DELETE")).toMatchObject({ likes: 1, liked: false });
    expect(await like(otto, "DELETE")).toMatchObject({ likes: 1, liked: false });
    expect((await otto.call("PUT", "/api/wines/4711/like")).status).toBe(404);
  });

  test("loses its name with the member's account, like its likes", async () => {
    await add(mia);
    await mia.call("PUT", "/api/wines/1/like");
    await otto.call("PUT", "/api/wines/1/like");
    await ada.call("DELETE", `/api/users/${mia.user.id}`);
    await ada.call("DELETE", `/api/users/${otto.user.id}`);
    expect(await wines(ada)).toMatchObject([
      { likes: 2, author: { id: null, displayName: "A former member", photoURL: null } },
    ]);
  });

  test("changes only the given fields", async () => {
    await add(mia, { note: "Smoky", bookId: emma });
    const change = (body: object) => mia.call("PATCH", "/api/wines/1", body);
    expect(await jsonOf(change({ kind: "white" }))).toMatchObject({ kind: "white", note: "Smoky", bookId: emma });
    expect(await jsonOf(change({ bookId: null }))).toMatchObject({ kind: "white", bookId: null });
    expect((await change({})).status).toBe(422);
    expect((await mia.call("PATCH", "/api/wines/4711", { note: "x" })).status).toBe(404);
  });
});
