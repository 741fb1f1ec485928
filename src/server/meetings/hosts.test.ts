import { beforeEach, describe, expect, test } from "bun:test";

import type { HostTurn } from "#contract/meeting-calls.ts";
import type { Meeting } from "#contract/meetings.ts";
import type { Person } from "#tests/support/club.ts";
import { eachClub } from "#tests/support/each-club.ts";
import { jsonOf } from "#tests/support/json.ts";

const { club, ada, mia, ben, otto } = eachClub(["ada", "mia", "ben", "otto"], { now: "2026-03-10T12:00:00Z" });
const evening = { date: "2026-03-18", time: "19:00", location: "The cellar" };
const plan = async (fields: object = {}): Promise<number> =>
  (await jsonOf(ada.call("POST", "/api/meetings", { ...evening, ...fields }))).id;
const status = async (response: Promise<Response>) => (await response).status;
const host = (who: Person, meeting: number, body: object = {}) =>
  who.call("PUT", `/api/meetings/${meeting}/host`, body);
const leave = (who: Person, meeting: number) => who.call("DELETE", `/api/meetings/${meeting}/host`);
const hostOf = async (meeting: number, who = ada) => {
  const { host, isHost }: Meeting = await jsonOf(who.call("GET", `/api/meetings/${meeting}`));
  return [host?.displayName ?? null, isHost];
};
let id: number;
let bookId: number;
beforeEach(async () => {
  bookId = club.deps.stores.books.insert({ title: "Emma", author: "Jane", month: "2026-03" }, "2026-01-01").id;
  id = await plan();
});

describe("hosting a meeting", () => {
  test("is taken by one member at a time, who can give it back", async () => {
    const hosted: Meeting = await jsonOf(mia.call("PUT", `/api/meetings/${id}/host`));
    expect([hosted.host, hosted.isHost]).toEqual([{ id: mia.user.id, displayName: "mia", photoURL: null }, true]);
    expect([await status(host(mia, id)), await status(host(ben, id)), await status(host(ada, id))]).toEqual([
      200, 409, 409,
    ]);
    expect([await status(leave(ben, id)), await status(leave(mia, id))]).toEqual([403, 200]);
    expect(await hostOf(id)).toEqual([null, false]);
    expect(await status(leave(ben, id))).toBe(200);
  });

  test("goes to one of two simultaneous members", async () => {
    const responses = await Promise.all([host(mia, id), host(ben, id)]);
    expect(responses.map((response) => response.status).toSorted()).toEqual([200, 409]);
  });

  test("is given by admins, who replace anybody", async () => {
    expect(await status(host(mia, id, { username: "ben" }))).toBe(403);
    expect(await status(host(ada, id, { username: "nobody" }))).toBe(404);
    expect(await status(host(ada, id, { username: " BEN " }))).toBe(200);
    expect(await status(host(ada, id, { username: "mia" }))).toBe(200);
    expect(await hostOf(id, mia)).toEqual(["mia", true]);
    expect(await status(leave(ada, id))).toBe(200);
    const kinds = (await jsonOf(ada.call("GET", "/api/audit"))).map(({ kind }: { kind: string }) => kind);
    expect(kinds.slice(0, 3)).toEqual(["host-ended", "host-named", "host-named"]);
  });

  test("goes to the member whose exact username an admin enters", async () => {
    const [curly, straight] = [club.member("o’brien"), club.member("obrien")];
    const setUsernameKey = club.db.query("UPDATE users SET username_key = ?2 WHERE id = ?1");
    for (const [{ user }, key] of [
      [curly, "o’brien"],
      [straight, "o'brien"],
    ] as const)
      setUsernameKey.run(user.id, key);
    expect(await status(host(ada, id, { username: "O’Brien" }))).toBe(200);
    expect(await hostOf(id, curly)).toEqual(["o’brien", true]);
  });

  test("isn't possible once it's over or canceled", async () => {
    await host(mia, id);
    const canceled = await plan({ date: "2026-03-25" });
    await ada.call("POST", `/api/meetings/${canceled}/cancel`);
    expect(await status(host(mia, canceled))).toBe(409);
    club.setTime("2026-03-19T01:00:00Z");
    expect([await status(host(ben, id)), await status(leave(mia, id)), await status(leave(ada, id))]).toEqual([
      409, 409, 409,
    ]);
    expect(await hostOf(id)).toEqual(["mia", false]);
  });

  test("ends with the account", async () => {
    await host(mia, id);
    club.deps.stores.users.remove(mia.user.id);
    expect(await hostOf(id)).toEqual([null, false]);
  });
});

describe("a host", () => {
  const need = { what: "Ice", quantity: 1 };
  const dates = [
    { date: "2026-03-20", time: "19:00" },
    { date: "2026-03-21", time: "19:00" },
  ];
  const question = { text: "Is Emma kind?", fraction: 0.9, kind: "question" };

  /** Calls that admins may make for any meeting and hosts for theirs. Each prepares its own data. */
  async function tryAll(who: Person, meeting: number): Promise<number[]> {
    const needs = `/api/meetings/${meeting}/needs`;
    const old = (await jsonOf(ada.call("POST", needs, need))).id;
    await ada.call("PUT", `/api/meetings/${meeting}/dates`, { dates });
    const { dates: options }: Meeting = await jsonOf(ada.call("GET", `/api/meetings/${meeting}`));
    const noteId = (await jsonOf(ada.call("POST", `/api/books/${bookId}/notes`, question))).id;
    return [
      await status(who.call("PATCH", `/api/meetings/${meeting}`, { location: "Mia's attic", tell: true })),
      await status(who.call("POST", needs, need)),
      await status(who.call("PATCH", `/api/needs/${old}`, { quantity: 2 })),
      await status(who.call("DELETE", `/api/needs/${old}`)),
      await status(who.call("PUT", `/api/meetings/${meeting}/dates`, { dates })),
      await status(who.call("POST", `/api/meetings/${meeting}/dates/${options[0]?.id}/choose`)),
      await status(who.call("DELETE", `/api/meetings/${meeting}/dates`)),
      await status(who.call("POST", `/api/books/${bookId}/notes`, question)),
      // a position that this person hasn't reached
      await status(who.call("DELETE", `/api/notes/${noteId}`)),
    ];
  }
  const EXPECTED_STATUSES = [200, 201, 200, 204, 200, 200, 200, 201, 204];
  const NOTHING = [403, 403, 403, 403, 403, 403, 403, 403, 404];

  test("lets a host run their meeting like an admin, nobody else", async () => {
    await host(mia, id);
    expect(await tryAll(mia, id)).toEqual(EXPECTED_STATUSES);
    expect(await tryAll(ben, id)).toEqual(NOTHING);
    const acts = await jsonOf(ada.call("GET", "/api/audit"));
    expect(acts.find(({ kind }: { kind: string }) => kind === "meeting-changed")).toMatchObject({ actor: "mia" });
  });

  test("of another meeting, about another book, has no rights here", async () => {
    const other = club.deps.stores.books.insert(
      { title: "Persuasion", author: "J", month: "2026-04" },
      "2026-01-01",
    ).id;
    await host(otto, await plan({ date: "2026-04-15", bookId: other }));
    expect(await tryAll(otto, id)).toEqual(NOTHING);
  });

  test("lets a former host do nothing, even with their question", async () => {
    await host(mia, id);
    const ownNoteId = (await jsonOf(mia.call("POST", `/api/books/${bookId}/notes`, question))).id;
    expect(await status(mia.call("PATCH", `/api/notes/${ownNoteId}`, { text: "Is Emma wise?" }))).toBe(200);
    await host(ada, id, { username: "ben" });
    expect(await status(mia.call("PATCH", `/api/notes/${ownNoteId}`, { text: "Is Emma rich?" }))).toBe(403);
    expect(await tryAll(mia, id)).toEqual(NOTHING);
    expect(await tryAll(ben, id)).toEqual(EXPECTED_STATUSES);
  });

  test("lets a host do nothing once the meeting is over", async () => {
    await host(mia, id);
    club.setTime("2026-03-19T01:00:00Z");
    const change = (who: Person) => status(who.call("PATCH", `/api/meetings/${id}`, { location: "Here" }));
    expect([await change(mia), await change(ada)]).toEqual([403, 200]);
    expect(await status(mia.call("POST", `/api/meetings/${id}/needs`, need))).toBe(403);
    expect(await status(mia.call("PUT", `/api/meetings/${id}/dates`, { dates }))).toBe(403);
    expect(await status(mia.call("POST", `/api/books/${bookId}/notes`, question))).toBe(403);
  });

  test("doesn't let a host cancel, delete or see who is missing", async () => {
    await host(mia, id);
    const calls = [
      mia.call("POST", `/api/meetings/${id}/cancel`),
      mia.call("POST", `/api/meetings/${id}/restore`),
      mia.call("DELETE", `/api/meetings/${id}`),
      mia.call("GET", `/api/meetings/${id}/unanswered`),
      mia.call("PATCH", `/api/meetings/${id}`, { bookId }),
      mia.call("PATCH", `/api/meetings/${id}`, { bookId: null, location: "Here" }),
      mia.call("POST", "/api/meetings", evening),
      mia.call("PATCH", "/api/content", { meetingTime: "20:00" }),
    ];
    for (const call of calls) expect(await status(call)).toBe(403);
  });

  test.each([
    ["loses the turn", 403, () => leave(ada, id)],
    ["is replaced", 403, () => host(ada, id, { username: "ben" })],
    ["is deleted", 401, () => ada.call("DELETE", `/api/users/${mia.user.id}`)],
  ])("rejects a save of a host who %s in the meantime", async (_, refused, remove) => {
    const needed = (await jsonOf(ada.call("POST", `/api/meetings/${id}/needs`, need))).id;
    const withDates: Meeting = await jsonOf(ada.call("PUT", `/api/meetings/${id}/dates`, { dates }));
    await host(mia, id);
    const saves = [
      ["PATCH", `/api/meetings/${id}`, { location: "Mia's attic", tell: true }],
      ["POST", `/api/meetings/${id}/needs`, need],
      ["PATCH", `/api/needs/${needed}`, { quantity: 9 }],
      ["PUT", `/api/meetings/${id}/dates`, { dates: dates.toReversed().concat({ date: "2026-03-22", time: "20:00" }) }],
      ["POST", `/api/meetings/${id}/dates/${withDates.dates[0]?.id}/choose`, { tell: true }],
      ["POST", `/api/books/${bookId}/notes`, question],
    ] as const;
    const all = async () => {
      const {
        host: _host,
        datesWaiting: _waiting,
        datesAnsweredBy: _answered,
        ...meeting
      }: Meeting = await jsonOf(ada.call("GET", `/api/meetings/${id}`));
      const { notes } = await jsonOf(ada.call("GET", `/api/books/${bookId}/notes`));
      return [meeting, notes, club.db.query("SELECT count(*) AS mails FROM outbox").get()];
    };
    const before = await all();
    const pendingSaves = saves.map(([method, path, body]) => sendSlowly(method, path, body));
    await Promise.all(pendingSaves.map(({ isBegun }) => isBegun));
    expect((await remove()).ok).toBe(true);
    for (const { finish } of pendingSaves) expect(await status(finish())).toBe(refused);
    expect(await all()).toEqual(before);
  });

  /** Mia's call, whose body arrives in two chunks. */
  function sendSlowly(method: string, path: string, body: object) {
    const text = Buffer.from(JSON.stringify(body));
    const secondChunk = Promise.withResolvers<void>();
    const bodyStarted = Promise.withResolvers<void>();
    let chunkCount = 0;
    // pulled again after the first chunk is read, so the guard has accepted the call
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      chunkCount += 1;
      if (chunkCount === 1) return controller.enqueue(text.subarray(0, 5));
      bodyStarted.resolve();
      await secondChunk.promise;
      controller.enqueue(text.subarray(5));
      return controller.close();
    };
    const headers = { "content-type": "application/json", cookie: mia.cookie };
    const init = { method, headers, body: new ReadableStream({ pull }), duplex: "half" } as RequestInit;
    const answer = club.handler.fetch(new Request(`http://localhost${path}`, init));
    const finish = async () => {
      secondChunk.resolve();
      return answer;
    };
    return { isBegun: bodyStarted.promise, finish };
  }
});

test("lists first who hasn't hosted longest, by past evenings", async () => {
  const turn = async (who: string, date: string) => {
    const meeting = await plan({ date });
    await host(ada, meeting, { username: who });
    return meeting;
  };
  await turn("mia", "2026-03-12");
  await turn("ben", "2026-03-11");
  await turn("mia", "2026-03-14");
  await ada.call("POST", `/api/meetings/${await turn("otto", "2026-03-13")}/cancel`);
  await turn("ben", "2026-04-10");
  club.setTime("2026-03-15T12:00:00Z");
  const turns: HostTurn[] = await jsonOf(mia.call("GET", "/api/meetings/hosts"));
  expect(turns.map(({ user, times, lastHosted, mine }) => [user.displayName, times, lastHosted, mine])).toEqual([
    ["ada", 0, null, false],
    ["otto", 0, null, false],
    ["ben", 1, "2026-03-11", false],
    ["mia", 2, "2026-03-14", true],
  ]);
});
