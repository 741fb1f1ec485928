import { describe, expect, test } from "bun:test";

import type { Meeting, MeetingSummary } from "#contract/meetings.ts";
import type { Person } from "#tests/support/club.ts";
import { eachClub } from "#tests/support/each-club.ts";
import { jsonOf } from "#tests/support/json.ts";

const { club, ada, mia } = eachClub(["ada", "mia"], { now: "2026-03-10T12:00:00Z" });

const newMeeting = { date: "2026-03-18", time: "19:00", location: "The cellar" };
const planMeeting = (fields: object = {}): Promise<Meeting> =>
  jsonOf(ada.call("POST", "/api/meetings", { ...newMeeting, ...fields }));
const getCurrent = (who = mia): Promise<Meeting | null> => jsonOf(who.call("GET", "/api/meetings/current"));
const addBook = (title: string, month: string) =>
  club.deps.stores.books.insert({ title, author: "Jane Austen", month }, "2026-01-01T00:00:00Z").id;

describe("a meeting", () => {
  test("has its times in UTC and is about the current book", async () => {
    const bookId = addBook("Emma", "2026-03");
    const response = await ada.call("POST", "/api/meetings", { ...newMeeting, location: "  The cellar  " });
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({
      ...newMeeting,
      id: 1,
      uid: expect.stringMatching(/^[\w-]{43}@synopses_and_sips$/),
      bookId,
      bookTitle: "Emma",
      startsAt: "2026-03-18T23:00:00.000Z",
      endsAt: "2026-03-19T01:00:00.000Z",
      state: "planned",
      correctableUntil: null,
      sequence: 0,
      answers: { yes: 0, maybe: 0, no: 0, guests: 0 },
      mine: null,
      host: null,
      isHost: false,
      dates: [],
      datesAnswered: 0,
      datesMine: false,
      datesWaiting: [],
      datesAnsweredBy: [],
      people: [],
      needs: [],
    });
    expect(await jsonOf(mia.call("GET", "/api/meetings/1"))).toEqual(await getCurrent());
  });

  test("planned twice at once is one meeting", async () => {
    const bea = club.admin("bea");
    const plannedMeetings = await Promise.all([planMeeting(), jsonOf(bea.call("POST", "/api/meetings", newMeeting))]);
    expect(new Set(plannedMeetings.map(({ id }) => id)).size).toBe(1);
    expect(club.db.query("SELECT count(*) AS n FROM audit WHERE kind = 'meeting-planned'").get()).toEqual({ n: 1 });
    for (const otherFields of [
      { date: "2026-03-19" },
      { time: "20:00" },
      { location: "Here" },
      { bookId: addBook("Emma", "2026-03") },
    ])
      expect((await planMeeting(otherFields)).id).not.toBe(plannedMeetings[0]?.id ?? 0);
    await ada.call("POST", `/api/meetings/${plannedMeetings[0]?.id}/cancel`);
    expect((await planMeeting()).id).not.toBe(plannedMeetings[0]?.id ?? 0);
  });

  test("is changed only if the caller saw its current fields", async () => {
    const bea = club.admin("bea");
    const { id } = await planMeeting();
    const moved = { date: "2026-03-25", was: { date: newMeeting.date } };
    for (let attempt = 1; attempt <= 2; attempt += 1)
      expect((await ada.call("PATCH", `/api/meetings/${id}`, moved)).status).toBe(200);
    // Save pressed in a form from before
    const response = await bea.call("PATCH", `/api/meetings/${id}`, { ...newMeeting, tell: true, was: newMeeting });
    expect([response.status, (await response.json()).errors]).toEqual([
      409,
      [{ path: "/date", message: expect.any(String) }],
    ]);
    expect((await getCurrent())?.date).toBe("2026-03-25");
    const place = { location: " Online ", was: { location: "The cellar" } };
    for (let attempt = 1; attempt <= 2; attempt += 1)
      expect((await bea.call("PATCH", `/api/meetings/${id}`, place)).status).toBe(200);
    expect((await bea.call("PATCH", `/api/meetings/${id}`, newMeeting)).status).toBe(200);
    expect(await getCurrent()).toMatchObject(newMeeting);
    for (const was of [null, "", []])
      expect((await bea.call("PATCH", `/api/meetings/${id}`, { time: "20:00", was })).status).toBe(422);
  });

  test("counts changes of date, time, place and state only", async () => {
    const { id, uid } = await planMeeting();
    const updateMeeting = (fields: object): Promise<Meeting> =>
      jsonOf(ada.call("PATCH", `/api/meetings/${id}`, fields));
    expect((await updateMeeting({ time: "20:00" })).sequence).toBe(1);
    expect((await updateMeeting({ time: "20:00", location: " The cellar" })).sequence).toBe(1);
    expect((await updateMeeting({ bookId: addBook("Emma", "2026-03") })).sequence).toBe(1);
    await mia.call("PUT", `/api/meetings/${id}/answer`, { answer: "yes" });
    expect((await updateMeeting({ location: "" })).sequence).toBe(2);
    expect((await jsonOf(ada.call("POST", `/api/meetings/${id}/cancel`))).sequence).toBe(3);
    expect((await jsonOf(ada.call("POST", `/api/meetings/${id}/cancel`, { tell: false }))).sequence).toBe(3);
    expect(await jsonOf(ada.call("POST", `/api/meetings/${id}/restore`))).toMatchObject({
      sequence: 4,
      state: "planned",
    });
    expect((await getCurrent())?.uid).toBe(uid);
  });

  test("with only a date ends with that day, and has no start", async () => {
    await planMeeting({ date: "2026-03-10", time: "" });
    expect(await getCurrent()).toMatchObject({ startsAt: null, endsAt: null, state: "planned" });
    club.setTime("2026-03-11T03:59:59Z");
    expect((await getCurrent())?.state).toBe("planned");
    club.setTime("2026-03-11T04:00:00Z");
    expect((await getCurrent())?.state).toBe("over");
  });

  test("spans midnight and the night the clocks change", async () => {
    club.setTime("2026-03-01T12:00:00Z");
    expect(await planMeeting({ date: "2026-03-08", time: "02:30" })).toMatchObject({
      startsAt: "2026-03-08T07:30:00.000Z",
    });
    const lateMeeting = await planMeeting({ date: "2026-03-07", time: "23:30" });
    expect(lateMeeting).toMatchObject({ startsAt: "2026-03-08T04:30:00.000Z", endsAt: "2026-03-08T06:30:00.000Z" });
    club.setTime("2026-03-08T06:29:00Z");
    expect(await getCurrent()).toMatchObject({ id: lateMeeting.id, state: "planned" });
    club.setTime("2026-03-08T06:30:00Z");
    expect((await getCurrent())?.id).not.toBe(lateMeeting.id);
  });

  test("can't be changed a week after its end or cancellation", async () => {
    const pastMeeting = await planMeeting();
    const canceledMeeting = await planMeeting({ date: "2026-03-19" });
    await ada.call("POST", `/api/meetings/${canceledMeeting.id}/cancel`);
    club.setTime("2026-03-26T12:00:00Z");
    for (const [method, path] of [
      ["PATCH", `/api/meetings/${pastMeeting.id}`],
      ["POST", `/api/meetings/${pastMeeting.id}/cancel`],
      ["POST", `/api/meetings/${canceledMeeting.id}/restore`],
      ["POST", `/api/meetings/${canceledMeeting.id}/cancel`],
    ] as const)
      expect((await ada.call(method, path, method === "PATCH" ? { time: "20:00" } : undefined)).status).toBe(409);
    expect(await getCurrent()).toMatchObject({ id: canceledMeeting.id, state: "cancelled" });
  });

  test("is deleted if it has no answers, otherwise canceled", async () => {
    const emptyMeeting = await planMeeting();
    expect((await ada.call("DELETE", `/api/meetings/${emptyMeeting.id}`)).status).toBe(204);
    const answeredMeeting = await planMeeting();
    await mia.call("PUT", `/api/meetings/${answeredMeeting.id}/answer`, { answer: "no" });
    const refusedResponse = await ada.call("DELETE", `/api/meetings/${answeredMeeting.id}`);
    expect([refusedResponse.status, (await refusedResponse.json()).message]).toEqual([
      409,
      expect.stringContaining("Cancel it instead"),
    ]);
    const response = await planMeeting({ date: "2026-03-11" });
    await mia.call("POST", "/api/posts", { content: "Brie" });
    expect((await ada.call("DELETE", `/api/meetings/${response.id}`)).status).toBe(409);
    expect((await ada.call("DELETE", "/api/meetings/99")).status).toBe(404);
  });

  test.each([
    { date: "2026-02-31" },
    { date: "18.03.2026" },
    { time: "24:00" },
    { location: "x".repeat(301) },
    { location: "🍷".repeat(301) },
    { location: "Here\nand there" },
    { bookId: 99 },
    { bookId: "1" },
    { date: undefined },
    { date: null },
  ])("is refused with %p", async (fields) => {
    const response = await ada.call("POST", "/api/meetings", { ...newMeeting, ...fields });
    expect(response.status).toBe(422);
    expect((await response.json()).message).toBeString();
    expect(await getCurrent()).toBeNull();
  });

  test("accepts a place of 300 characters of any kind", async () => {
    for (const location of ["🍷".repeat(300), "שלום עולם 12, 👩‍🍳!", "a".repeat(300)])
      expect((await planMeeting({ location })).location).toBe(location);
  });
});

describe("the current meeting", () => {
  test("is the next one, undated ones last, or the latest past one", async () => {
    expect(await getCurrent()).toBeNull();
    const undatedMeeting = await planMeeting({ date: "", time: "" });
    expect((await getCurrent())?.id).toBe(undatedMeeting.id);
    const laterMeeting = await planMeeting({ date: "2026-04-02" });
    const nextMeeting = await planMeeting();
    expect((await getCurrent())?.id).toBe(nextMeeting.id);
    await ada.call("POST", `/api/meetings/${nextMeeting.id}/cancel`);
    expect(await getCurrent()).toMatchObject({ id: nextMeeting.id, state: "cancelled" });
    club.setTime("2026-03-19T01:00:00Z");
    expect((await getCurrent())?.id).toBe(laterMeeting.id);
    club.setTime("2026-04-08T12:00:00Z");
    expect((await getCurrent())?.id).toBe(undatedMeeting.id);
    await ada.call("DELETE", `/api/meetings/${undatedMeeting.id}`);
    expect(await getCurrent()).toMatchObject({ id: laterMeeting.id, state: "over" });
  });

  test("is found after many past ones", async () => {
    for (let day = 1; day <= 30; day += 1)
      await planMeeting({ date: `2026-02-${String((day % 28) + 1).padStart(2, "0")}` });
    const nextMeeting = await planMeeting();
    for (let day = 1; day <= 25; day += 1) await planMeeting({ date: "2026-03-10", time: "05:30" });
    expect((await getCurrent())?.id).toBe(nextMeeting.id);
  });

  test("says which book it's about after the month ends", async () => {
    const marchBookId = addBook("Emma", "2026-03");
    await planMeeting({ date: "2026-04-02" });
    addBook("Persuasion", "2026-04");
    club.setTime("2026-04-01T12:00:00Z");
    expect(await getCurrent()).toMatchObject({ bookId: marchBookId, bookTitle: "Emma" });
  });
});

describe("the list of meetings", () => {
  test("is sorted by date, undated first, latest first, in pages", async () => {
    const [a, b, c, d] = [
      await planMeeting({ date: "2026-03-20" }),
      await planMeeting({ date: "", time: "" }),
      await planMeeting({ date: "2026-01-20" }),
      await planMeeting({ date: "2026-03-20", time: "" }),
    ].map(({ id }) => id);
    const listIds = async (query = "") =>
      (await jsonOf(mia.call("GET", `/api/meetings${query}`))).map(({ id }: MeetingSummary) => id);
    expect(await listIds()).toEqual([b, a, d, c]);
    expect(await listIds("?limit=2")).toEqual([b, a]);
    expect(await listIds(`?limit=2&before=${a}`)).toEqual([d, c]);
    const [firstMeeting] = await jsonOf(mia.call("GET", "/api/meetings"));
    expect([firstMeeting.people, firstMeeting.needs]).toEqual([undefined, undefined]);
    expect((await mia.call("GET", "/api/meetings?limit=101")).status).toBe(422);
  });

  test("shows members a future month's book only from the 1st", async () => {
    addBook("Emma", "2026-03");
    const comingBookId = addBook("Persuasion", "2026-04");
    const { id } = await planMeeting({ date: "2026-04-15", bookId: comingBookId });
    const bookIdOf = async (who: Person) => (await jsonOf(who.call("GET", `/api/meetings/${id}`))).bookId;
    expect([await bookIdOf(mia), await bookIdOf(ada)]).toEqual([null, comingBookId]);
    expect(JSON.stringify(await jsonOf(mia.call("GET", "/api/meetings")))).not.toContain("Persuasion");
    club.setTime("2026-04-01T04:00:00Z");
    expect(await bookIdOf(mia)).toBe(comingBookId);
  });

  test("gives a meeting without a book its month's book", async () => {
    const { id } = await planMeeting({ bookId: null });
    const marchBookId = addBook("Emma", "2026-03");
    expect((await jsonOf(mia.call("GET", `/api/meetings/${id}`))).bookId).toBe(marchBookId);
  });
});
