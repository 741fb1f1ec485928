import { beforeEach, describe, expect, test } from "bun:test";

import type { HostTurn } from "#contract/meeting-calls.ts";
import type { Meeting } from "#contract/meetings.ts";
import type { Person } from "#tests/support/club.ts";
import { eachClub } from "#tests/support/each-club.ts";
import { jsonOf } from "#tests/support/json.ts";

const { club, ada, mia, ben, otto } = eachClub(["ada", "mia", "ben", "otto"], { now: "2026-03-10T12:00:00Z" });
const newMeeting = { date: "2026-03-18", time: "19:00", location: "The cellar" };
const planMeeting = async (fields: object = {}): Promise<number> =>
  (await jsonOf(ada.call("POST", "/api/meetings", { ...newMeeting, ...fields }))).id;
const statusOf = async (response: Promise<Response>) => (await response).status;
const takeHosting = (who: Person, meeting: number, body: object = {}) =>
  who.call("PUT", `/api/meetings/${meeting}/host`, body);
const stopHosting = (who: Person, meeting: number) => who.call("DELETE", `/api/meetings/${meeting}/host`);
const hostOf = async (meeting: number, who = ada) => {
  const { host, isHost }: Meeting = await jsonOf(who.call("GET", `/api/meetings/${meeting}`));
  return [host?.displayName ?? null, isHost];
};
let id: number;
let bookId: number;
beforeEach(async () => {
  bookId = club.deps.stores.books.insert({ title: "Emma", author: "Jane", month: "2026-03" }, "2026-01-01").id;
  id = await planMeeting();
});

describe("hosting a meeting", () => {
  test("is taken by one member at a time, who can give it back", async () => {
    const hostedMeeting: Meeting = await jsonOf(mia.call("PUT", `/api/meetings/${id}/host`));
    expect([hostedMeeting.host, hostedMeeting.isHost]).toEqual([
      { id: mia.user.id, displayName: "mia", photoURL: null },
      true,
    ]);
    expect([
      await statusOf(takeHosting(mia, id)),
      await statusOf(takeHosting(ben, id)),
      await statusOf(takeHosting(ada, id)),
    ]).toEqual([200, 409, 409]);
    expect([await statusOf(stopHosting(ben, id)), await statusOf(stopHosting(mia, id))]).toEqual([403, 200]);
    expect(await hostOf(id)).toEqual([null, false]);
    expect(await statusOf(stopHosting(ben, id))).toBe(200);
  });

  test("goes to one of two simultaneous members", async () => {
    const responses = await Promise.all([takeHosting(mia, id), takeHosting(ben, id)]);
    expect(responses.map((response) => response.status).toSorted()).toEqual([200, 409]);
  });

  test("is given by admins, who replace anybody", async () => {
    expect(await statusOf(takeHosting(mia, id, { username: "ben" }))).toBe(403);
    expect(await statusOf(takeHosting(ada, id, { username: "nobody" }))).toBe(404);
    expect(await statusOf(takeHosting(ada, id, { username: " BEN " }))).toBe(200);
    expect(await statusOf(takeHosting(ada, id, { username: "mia" }))).toBe(200);
    expect(await hostOf(id, mia)).toEqual(["mia", true]);
    expect(await statusOf(stopHosting(ada, id))).toBe(200);
    const kinds = (await jsonOf(ada.call("GET", "/api/audit"))).map(({ kind }: { kind: string }) => kind);
    expect(kinds.slice(0, 3)).toEqual(["host-ended", "host-named", "host-named"]);
  });

  test("goes to the member whose exact username an admin enters", async () => {
    const [curlyMember, straightMember] = [club.member("o’brien"), club.member("obrien")];
    const setUsernameKey = club.db.query("UPDATE users SET username_key = ?2 WHERE id = ?1");
    for (const [{ user }, key] of [
      [curlyMember, "o’brien"],
      [straightMember, "o'brien"],
    ] as const)
      setUsernameKey.run(user.id, key);
    expect(await statusOf(takeHosting(ada, id, { username: "O’Brien" }))).toBe(200);
    expect(await hostOf(id, curlyMember)).toEqual(["o’brien", true]);
  });

  test("isn't possible once it's over or canceled", async () => {
    await takeHosting(mia, id);
    const canceledId = await planMeeting({ date: "2026-03-25" });
    await ada.call("POST", `/api/meetings/${canceledId}/cancel`);
    expect(await statusOf(takeHosting(mia, canceledId))).toBe(409);
    club.setTime("2026-03-19T01:00:00Z");
    expect([
      await statusOf(takeHosting(ben, id)),
      await statusOf(stopHosting(mia, id)),
      await statusOf(stopHosting(ada, id)),
    ]).toEqual([409, 409, 409]);
    expect(await hostOf(id)).toEqual(["mia", false]);
  });

  test("ends with the account", async () => {
    await takeHosting(mia, id);
    club.deps.stores.users.delete(mia.user.id);
    expect(await hostOf(id)).toEqual([null, false]);
  });
});

describe("a host", () => {
  const need = { what: "Ice", quantity: 1 };
  const dates = [
    { date: "2026-03-20", time: "19:00" },
    { date: "2026-03-21", time: "19:00" },
  ];
  const newQuestion = { text: "Is Emma kind?", fraction: 0.9, kind: "question" };

  /** Calls that admins may make for any meeting and hosts for theirs. Each prepares its own data. */
  async function tryAll(who: Person, meeting: number): Promise<number[]> {
    const needs = `/api/meetings/${meeting}/needs`;
    const oldNeedId = (await jsonOf(ada.call("POST", needs, need))).id;
    await ada.call("PUT", `/api/meetings/${meeting}/dates`, { dates });
    const { dates: options }: Meeting = await jsonOf(ada.call("GET", `/api/meetings/${meeting}`));
    const noteId = (await jsonOf(ada.call("POST", `/api/books/${bookId}/notes`, newQuestion))).id;
    return [
      await statusOf(who.call("PATCH", `/api/meetings/${meeting}`, { location: "Mia's attic", tell: true })),
      await statusOf(who.call("POST", needs, need)),
      await statusOf(who.call("PATCH", `/api/needs/${oldNeedId}`, { quantity: 2 })),
      await statusOf(who.call("DELETE", `/api/needs/${oldNeedId}`)),
      await statusOf(who.call("PUT", `/api/meetings/${meeting}/dates`, { dates })),
      await statusOf(who.call("POST", `/api/meetings/${meeting}/dates/${options[0]?.id}/choose`)),
      await statusOf(who.call("DELETE", `/api/meetings/${meeting}/dates`)),
      await statusOf(who.call("POST", `/api/books/${bookId}/notes`, newQuestion)),
      // a position that this person hasn't reached
      await statusOf(who.call("DELETE", `/api/notes/${noteId}`)),
    ];
  }
  const EXPECTED_STATUSES = [200, 201, 200, 204, 200, 200, 200, 201, 204];
  const FORBIDDEN_STATUSES = [403, 403, 403, 403, 403, 403, 403, 403, 404];

  test("runs their meeting like an admin, and nobody else does", async () => {
    await takeHosting(mia, id);
    expect(await tryAll(mia, id)).toEqual(EXPECTED_STATUSES);
    expect(await tryAll(ben, id)).toEqual(FORBIDDEN_STATUSES);
    const auditEvents = await jsonOf(ada.call("GET", "/api/audit"));
    expect(auditEvents.find(({ kind }: { kind: string }) => kind === "meeting-changed")).toMatchObject({
      actor: "mia",
    });
  });

  test("of another meeting, about another book, has no rights here", async () => {
    const otherBook = club.deps.stores.books.insert(
      { title: "Persuasion", author: "J", month: "2026-04" },
      "2026-01-01",
    ).id;
    await takeHosting(otto, await planMeeting({ date: "2026-04-15", bookId: otherBook }));
    expect(await tryAll(otto, id)).toEqual(FORBIDDEN_STATUSES);
  });

  test("can do nothing once replaced, even with their question", async () => {
    await takeHosting(mia, id);
    const ownNoteId = (await jsonOf(mia.call("POST", `/api/books/${bookId}/notes`, newQuestion))).id;
    expect(await statusOf(mia.call("PATCH", `/api/notes/${ownNoteId}`, { text: "Is Emma wise?" }))).toBe(200);
    await takeHosting(ada, id, { username: "ben" });
    expect(await statusOf(mia.call("PATCH", `/api/notes/${ownNoteId}`, { text: "Is Emma rich?" }))).toBe(403);
    expect(await tryAll(mia, id)).toEqual(FORBIDDEN_STATUSES);
    expect(await tryAll(ben, id)).toEqual(EXPECTED_STATUSES);
  });

  test("can do nothing once the meeting is over", async () => {
    await takeHosting(mia, id);
    club.setTime("2026-03-19T01:00:00Z");
    const changeLocation = (who: Person) => statusOf(who.call("PATCH", `/api/meetings/${id}`, { location: "Here" }));
    expect([await changeLocation(mia), await changeLocation(ada)]).toEqual([403, 200]);
    expect(await statusOf(mia.call("POST", `/api/meetings/${id}/needs`, need))).toBe(403);
    expect(await statusOf(mia.call("PUT", `/api/meetings/${id}/dates`, { dates }))).toBe(403);
    expect(await statusOf(mia.call("POST", `/api/books/${bookId}/notes`, newQuestion))).toBe(403);
  });

  test("can't cancel, delete or see who is missing", async () => {
    await takeHosting(mia, id);
    const calls = [
      mia.call("POST", `/api/meetings/${id}/cancel`),
      mia.call("POST", `/api/meetings/${id}/restore`),
      mia.call("DELETE", `/api/meetings/${id}`),
      mia.call("GET", `/api/meetings/${id}/unanswered`),
      mia.call("PATCH", `/api/meetings/${id}`, { bookId }),
      mia.call("PATCH", `/api/meetings/${id}`, { bookId: null, location: "Here" }),
      mia.call("POST", "/api/meetings", newMeeting),
      mia.call("PATCH", "/api/content", { meetingTime: "20:00" }),
    ];
    for (const call of calls) expect(await statusOf(call)).toBe(403);
  });

  test.each([
    ["loses the turn", 403, () => stopHosting(ada, id)],
    ["is replaced", 403, () => takeHosting(ada, id, { username: "ben" })],
    ["is deleted", 401, () => ada.call("DELETE", `/api/users/${mia.user.id}`)],
  ])("who %s in the meantime can't finish a save", async (_, refusedStatus, removeHost) => {
    const needId = (await jsonOf(ada.call("POST", `/api/meetings/${id}/needs`, need))).id;
    const meetingWithDates: Meeting = await jsonOf(ada.call("PUT", `/api/meetings/${id}/dates`, { dates }));
    await takeHosting(mia, id);
    const saves = [
      ["PATCH", `/api/meetings/${id}`, { location: "Mia's attic", tell: true }],
      ["POST", `/api/meetings/${id}/needs`, need],
      ["PATCH", `/api/needs/${needId}`, { quantity: 9 }],
      ["PUT", `/api/meetings/${id}/dates`, { dates: dates.toReversed().concat({ date: "2026-03-22", time: "20:00" }) }],
      ["POST", `/api/meetings/${id}/dates/${meetingWithDates.dates[0]?.id}/choose`, { tell: true }],
      ["POST", `/api/books/${bookId}/notes`, newQuestion],
    ] as const;
    const getAll = async () => {
      const {
        host: _host,
        datesWaiting: _waiting,
        datesAnsweredBy: _answered,
        ...meeting
      }: Meeting = await jsonOf(ada.call("GET", `/api/meetings/${id}`));
      const { notes } = await jsonOf(ada.call("GET", `/api/books/${bookId}/notes`));
      return [meeting, notes, club.db.query("SELECT count(*) AS mails FROM outbox").get()];
    };
    const stateBefore = await getAll();
    const pendingSaves = saves.map(([method, path, body]) => sendSlowly(method, path, body));
    await Promise.all(pendingSaves.map(({ begun }) => begun));
    expect((await removeHost()).ok).toBe(true);
    for (const { finish } of pendingSaves) expect(await statusOf(finish())).toBe(refusedStatus);
    expect(await getAll()).toEqual(stateBefore);
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
    const finishRequest = async () => {
      secondChunk.resolve();
      return answer;
    };
    return { begun: bodyStarted.promise, finish: finishRequest };
  }
});

test("lists first who hasn't hosted longest, by past evenings", async () => {
  const addTurn = async (who: string, date: string) => {
    const meeting = await planMeeting({ date });
    await takeHosting(ada, meeting, { username: who });
    return meeting;
  };
  await addTurn("mia", "2026-03-12");
  await addTurn("ben", "2026-03-11");
  await addTurn("mia", "2026-03-14");
  await ada.call("POST", `/api/meetings/${await addTurn("otto", "2026-03-13")}/cancel`);
  await addTurn("ben", "2026-04-10");
  club.setTime("2026-03-15T12:00:00Z");
  const hostTurns: HostTurn[] = await jsonOf(mia.call("GET", "/api/meetings/hosts"));
  expect(hostTurns.map(({ user, times, lastHosted, mine }) => [user.displayName, times, lastHosted, mine])).toEqual([
    ["ada", 0, null, false],
    ["otto", 0, null, false],
    ["ben", 1, "2026-03-11", false],
    ["mia", 2, "2026-03-14", true],
  ]);
});
