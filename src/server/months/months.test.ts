import { expect, test } from "bun:test";

import type { MonthPlan } from "#contract/months.ts";
import { eachClub } from "#tests/support/each-club.ts";
import { jsonOf } from "#tests/support/json.ts";

const { club, ada } = eachClub(["ada"], { now: "2026-03-10T12:00:00Z" });

const getMonth = (month: string): Promise<MonthPlan> => jsonOf(ada.call("GET", `/api/months/${month}`));
const saveMessage = (month: string, message: string) => ada.call("PATCH", `/api/months/${month}`, { message });
const getContent = async () => jsonOf(ada.call("GET", "/api/content"));
const addBook = (title: string, month: string) =>
  club.deps.stores.books.insert({ title, author: "Jane Austen", month }, "2026-01-01T00:00:00Z").id;

test("lists this month and two ahead in an empty club", async () => {
  const months: MonthPlan[] = await jsonOf(ada.call("GET", "/api/months"));
  expect(months.map(({ month }) => month)).toEqual(["2026-05", "2026-04", "2026-03"]);
  expect(months[2]).toEqual({
    month: "2026-03",
    book: null,
    message: "",
    messageFrom: null,
    meetings: [],
    mail: { state: "off", sendsAt: "2026-03-01T14:00:00.000Z", reaches: 1 },
    missing: ["book", "meeting", "message"],
    suggestion: null,
  });
});

test("months go back to the oldest book", async () => {
  addBook("Emma", "2025-12");
  const months: MonthPlan[] = await jsonOf(ada.call("GET", "/api/months"));
  expect(months.map(({ month }) => month)).toEqual(["2026-05", "2026-04", "2026-03", "2026-02", "2026-01", "2025-12"]);
  expect(months.at(-1)?.missing).toEqual(["cover", "ebook", "audiobook", "meeting", "message"]);
});

test("a mistyped year doesn't make thousands of months", async () => {
  addBook("Emma", "0001-01");
  expect((await jsonOf(ada.call("GET", "/api/months"))).length).toBe(1200);
});

test("keeps a message until a later month has its own", async () => {
  await ada.call("PATCH", "/api/content", { presidentMessage: "March" });
  await saveMessage("2026-05", "");
  expect(await getMonth("2026-04")).toMatchObject({
    message: "March",
    messageFrom: "2026-03",
    missing: ["book", "meeting", "message"],
  });
  expect(await getMonth("2026-05")).toMatchObject({
    message: "",
    messageFrom: "2026-05",
    missing: ["book", "meeting"],
  });
  await saveMessage("2026-04", "April");
  expect((await getContent()).presidentMessage).toBe("March");
  club.setTime("2026-04-01T04:00:00Z");
  expect((await getContent()).presidentMessage).toBe("April");
  expect((await saveMessage("2026-03", "Late")).status).toBe(409);
  expect((await getMonth("2026-03")).message).toBe("March");
});

test("doesn't replace another admin's message unseen", async () => {
  const saveFrom = (message: string, seen: string) =>
    ada.call("PATCH", "/api/months/2026-04", { message, was: { message: seen } });
  await ada.call("PATCH", "/api/content", { presidentMessage: "March" });
  expect((await saveFrom("First", "")).status).toBe(200);
  const conflictResponse = await saveFrom("Second", "");
  expect([conflictResponse.status, (await conflictResponse.json()).errors]).toEqual([
    409,
    [{ path: "/message", message: "Someone else changed this in the meantime" }],
  ]);
  expect((await getMonth("2026-04")).message).toBe("First");
  expect((await saveFrom("First", "")).status).toBe(200);
  expect((await saveFrom("Second", "First")).status).toBe(200);
  for (const was of ["", {}, { message: null }])
    expect((await ada.call("PATCH", "/api/months/2026-04", { message: "Third", was })).status).toBe(422);
});

test("a month can be fully prepared while this one stays unchanged", async () => {
  const contentBefore = await getContent();
  addBook("Emma", "2026-03");
  const aprilBookId = addBook("Persuasion", "2026-04");
  await ada.call("PATCH", "/api/content", { meetingDate: "2026-03-18", meetingTime: "19:00" });
  await ada.call("POST", "/api/meetings", { date: "2026-04-15", time: "19:00", location: "Here", bookId: aprilBookId });
  await saveMessage("2026-04", "April");
  expect(await getMonth("2026-04")).toMatchObject({
    missing: ["cover", "ebook", "audiobook"],
    meetings: [{ bookId: aprilBookId }],
  });
  expect(await getContent()).toEqual({ ...contentBefore, meetingDate: "2026-03-18", meetingTime: "19:00" });
});

test("shows a meeting in its book's and its own month", async () => {
  const marchBookId = addBook("Emma", "2026-03");
  addBook("Persuasion", "2026-04");
  await ada.call("POST", "/api/meetings", { date: "2026-04-02", time: "19:00", location: "Here", bookId: marchBookId });
  expect(await getMonth("2026-03")).toMatchObject({
    missing: ["cover", "ebook", "audiobook", "message"],
    meetings: [{ bookId: marchBookId }],
  });
  expect(await getMonth("2026-04")).toMatchObject({
    missing: expect.arrayContaining(["meeting"]),
    meetings: [{ bookId: marchBookId }],
  });
});

test("shows a dateless meeting in each month it asks about", async () => {
  const { id } = await jsonOf(
    ada.call("POST", "/api/meetings", { date: "", time: "", location: "Here", bookId: null }),
  );
  const dates = ["2026-03-31", "2026-04-01"].map((date) => ({ date, time: "19:00" }));
  await jsonOf(ada.call("PUT", `/api/meetings/${id}/dates`, { dates }));
  const listMeetingIds = async (month: string) => (await getMonth(month)).meetings.map((meeting) => meeting.id);
  expect([await listMeetingIds("2026-03"), await listMeetingIds("2026-04"), await listMeetingIds("2026-05")]).toEqual([
    [id],
    [id],
    [],
  ]);
  expect((await getMonth("2026-03")).missing).toContain("meeting");
});

test("a meeting of the month's book counts once it has a date", async () => {
  const marchBookId = addBook("Emma", "2026-03");
  const { id } = await jsonOf(
    ada.call("POST", "/api/meetings", { date: "", time: "", location: "Here", bookId: marchBookId }),
  );
  expect((await getMonth("2026-03")).missing).toContain("meeting");
  await jsonOf(ada.call("PATCH", `/api/meetings/${id}`, { date: "2026-03-18" }));
  expect((await getMonth("2026-03")).missing).not.toContain("meeting");
});

test("a canceled meeting doesn't count", async () => {
  await ada.call("POST", "/api/meetings", { date: "2026-03-18", time: "19:00", location: "Here" });
  expect((await getMonth("2026-03")).missing).toEqual(["book", "message"]);
  await ada.call("POST", "/api/meetings/1/cancel");
  expect((await getMonth("2026-03")).missing).toEqual(["book", "meeting", "message"]);
});

test("rejects an invalid month or message", async () => {
  for (const month of ["2026-13", "2026", "next"])
    expect((await ada.call("GET", `/api/months/${month}`)).status).toBe(404);
  for (const body of [{}, { message: 5 }, { message: "x".repeat(10_001) }])
    expect((await ada.call("PATCH", "/api/months/2026-04", body)).status).toBe(422);
});

test("suggests the usual evening from the latest meeting", async () => {
  const getSuggestion = async (month: string) => (await jsonOf(ada.call("GET", `/api/months/${month}`))).suggestion;
  expect(await getSuggestion("2026-04")).toBeNull();
  const planMeeting = (date: string, location: string) =>
    jsonOf(ada.call("POST", "/api/meetings", { date, time: date ? "19:00" : "", location }));
  await planMeeting("2026-03-11", "The cellar");
  await planMeeting("", "Nowhere");
  expect(await getSuggestion("2026-04")).toEqual({ date: "2026-04-08", time: "19:00", location: "The cellar" });
  expect(await getSuggestion("2026-03")).toBeNull();
  const { id } = await planMeeting("2026-04-30", "The attic");
  expect(await getSuggestion("2026-05")).toEqual({ date: "2026-05-28", time: "19:00", location: "The attic" });
  await ada.call("POST", `/api/meetings/${id}/cancel`);
  expect((await getSuggestion("2026-05"))?.location).toBe("The cellar");
  const months: MonthPlan[] = await jsonOf(ada.call("GET", "/api/months"));
  expect(months.find(({ month }) => month === "2026-04")?.suggestion?.date).toBe("2026-04-08");
});
