import { beforeEach, describe, expect, test } from "bun:test";

import type { Nomination } from "#contract/nominations.ts";
import type { Person } from "#tests/support/club.ts";
import { eachClub } from "#tests/support/each-club.ts";
import { jsonOf } from "#tests/support/json.ts";

const { club, ada, mia, otto } = eachClub(["ada", "mia", "otto"], { now: "2026-03-10T12:00:00Z" });
beforeEach(() => {
  club.deps.stores.books.insert({ title: "Emma", author: "Jane Austen", month: "2026-03" }, "2026-01-01");
});

const nominate = (who: Person, title: string, fields = {}) =>
  who.call("POST", "/api/nominations", { title, author: "Jane Austen", ...fields });
const createNomination = async (who: Person, title: string): Promise<Nomination> => jsonOf(nominate(who, title));
const listNominations = (who: Person): Promise<Nomination[]> => jsonOf(who.call("GET", "/api/nominations"));

describe("a nomination", () => {
  test("has title, reason and member", async () => {
    const createResponse = await nominate(mia, " Persuasion ", {
      reason: "Second chances",
      isbn: "9780141439587",
      pages: 249,
    });
    expect(createResponse.status).toBe(201);
    expect((await listNominations(otto))[0]).toEqual({
      id: 1,
      title: "Persuasion",
      author: "Jane Austen",
      isbn: "9780141439587",
      synopsis: "",
      coverImage: null,
      reason: "Second chances",
      pages: 249,
      nominatedBy: { id: mia.user.id, displayName: "mia", photoURL: null },
      mine: false,
      state: "open",
      createdAt: "2026-03-10T12:00:00.000Z",
    });
  });

  test("rejects an existing book in any case, naming no future one", async () => {
    club.deps.stores.books.insert({ title: "Sanditon", author: "Jane Austen", month: "2026-06" }, "2026-01-01");
    await createNomination(mia, "Persuasion");
    const errorMessageFor = async (title: string, author: string) => {
      const refusedResponse = await otto.call("POST", "/api/nominations", { title, author });
      expect(refusedResponse.status).toBe(409);
      return (await refusedResponse.json()).message;
    };
    expect(await errorMessageFor(" EMMA", "jane  austen")).toContain("Emma");
    expect(await errorMessageFor("persua sion", "JANE AUSTEN ")).toContain("Persuasion");
    expect(await errorMessageFor("sanditon", "Jane Austen")).not.toContain("anditon");
    expect((await otto.call("POST", "/api/nominations", { title: "Emma", author: "Somebody else" })).status).toBe(201);
  });

  test("is listed with the newest first, whole or in pages", async () => {
    for (const title of ["1", "2", "3"]) await createNomination(mia, title);
    const listIds = async (query: string) =>
      (await jsonOf(otto.call("GET", `/api/nominations${query}`))).map(({ id }: Nomination) => id);
    expect(await listIds("")).toEqual([3, 2, 1]);
    expect(await listIds("?limit=2")).toEqual([3, 2]);
    expect(await listIds("?limit=2&before=2")).toEqual([1]);
    for (const query of ["?limit=0", "?limit=101", "?before=x"])
      expect((await otto.call("GET", `/api/nominations${query}`)).status).toBe(422);
  });

  test("is limited to five open ones per member", async () => {
    for (const title of ["1", "2", "3", "4", "5"]) expect((await nominate(mia, title)).status).toBe(201);
    expect((await nominate(mia, "6")).status).toBe(409);
    expect((await nominate(otto, "6")).status).toBe(201);
    const [, newestNomination] = await listNominations(mia);
    expect((await mia.call("DELETE", `/api/nominations/${newestNomination?.id}`)).status).toBe(204);
    expect((await nominate(mia, "7")).status).toBe(201);
  });

  test.each([
    [{ title: " " }],
    [{ author: "" }],
    [{ title: "x".repeat(301) }],
    [{ title: "a\nb" }],
    [{ reason: "x".repeat(501) }],
    [{ isbn: "12" }],
    [{ coverImage: "https://evil.example/x.jpg" }],
    [{ coverImage: `/api/covers/${"0".repeat(64)}.webp` }],
  ])("is refused with %j", async (invalidBody) => {
    expect((await nominate(mia, "Persuasion", invalidBody)).status).toBe(422);
    expect(await listNominations(mia)).toEqual([]);
  });

  test("is changed by member or admin, not to an existing book", async () => {
    const { id } = await createNomination(mia, "Persuasion");
    const updateNomination = (who: Person, body: object) => who.call("PATCH", `/api/nominations/${id}`, body);
    expect(await jsonOf(updateNomination(mia, { reason: " Sea air " }))).toMatchObject({
      title: "Persuasion",
      reason: "Sea air",
    });
    expect(await jsonOf(updateNomination(mia, { title: "PERSUASION" }))).toMatchObject({
      title: "PERSUASION",
      reason: "Sea air",
    });
    expect((await updateNomination(mia, { title: "Emma" })).status).toBe(409);
    expect((await updateNomination(otto, { reason: "x" })).status).toBe(403);
    expect((await updateNomination(ada, { reason: "x" })).status).toBe(200);
    expect((await mia.call("PATCH", "/api/nominations/4711", { reason: "x" })).status).toBe(404);
  });

  test("takes no space once it's deleted, unless a vote shows it", async () => {
    const countRows = () => club.db.query<{ n: number }, []>("SELECT count(*) AS n FROM nominations").get()?.n;
    const { id } = await createNomination(mia, "Persuasion");
    expect((await mia.call("DELETE", `/api/nominations/${id}`)).status).toBe(204);
    expect(countRows()).toBe(0);
    const nominationIds = [
      (await createNomination(mia, "Persuasion")).id,
      (await createNomination(otto, "Sanditon")).id,
    ];
    const ballot = { closesAt: "2026-03-20T20:00:00Z", month: "2026-04", nominationIds };
    const poll = await jsonOf(ada.call("POST", "/api/polls", ballot));
    await ada.call("POST", `/api/polls/${poll.id}/close`);
    expect((await mia.call("DELETE", `/api/nominations/${nominationIds[0]}`)).status).toBe(204);
    expect(countRows()).toBe(2);
  });

  test("stays without a name when its member's account is deleted", async () => {
    await createNomination(mia, "Persuasion");
    await ada.call("DELETE", `/api/users/${mia.user.id}`);
    expect((await listNominations(otto))[0]?.nominatedBy).toEqual({
      id: null,
      displayName: "A former member",
      photoURL: null,
    });
  });
});
