import { beforeEach, describe, expect, test } from "bun:test";

import type { Meeting } from "#contract/meetings.ts";
import { eachClub } from "#tests/support/each-club.ts";
import { jsonOf } from "#tests/support/json.ts";

// noon in New York is 16:00 in UTC
const { club, ada, mia } = eachClub(["ada", "mia"], { now: "2026-03-10T16:00:00Z" });
const planMeeting = async (fields: object = {}): Promise<number> => {
  const newMeeting = { date: "2026-03-18", time: "19:00", location: "The cellar" };
  const { id } = await jsonOf(ada.call("POST", "/api/meetings", { ...newMeeting, ...fields }));
  expect((await mia.call("PUT", `/api/meetings/${id}/host`, {})).status).toBe(200);
  return id;
};
const updateMeeting = async (id: number, fields: object, who = mia) =>
  (await who.call("PATCH", `/api/meetings/${id}`, fields)).status;
const getMeeting = async (id: number): Promise<Meeting> => jsonOf(ada.call("GET", `/api/meetings/${id}`));
let bookId: number;
beforeEach(() => {
  bookId = club.deps.stores.books.insert({ title: "Emma", author: "Jane", month: "2026-03" }, "2026-01-01").id;
});

describe("a host's meeting", () => {
  test.each([
    ["into the past", { date: "2026-03-09" }],
    ["years into the past", { date: "2020-01-08", time: "19:00" }],
    ["to earlier today", { date: "2026-03-10", time: "09:00" }],
    ["to later today", { date: "2026-03-10", time: "23:00" }],
    ["to less than 24 hours ahead", { date: "2026-03-11", time: "11:59" }],
    ["to a day that begins within 24 hours, without a time", { date: "2026-03-11", time: "" }],
    ["to no date", { date: "" }],
    ["to no date and no time", { date: "", time: "" }],
  ])("isn't moved %s", async (_, fields) => {
    const id = await planMeeting();
    const meetingBefore = await getMeeting(id);
    expect(await updateMeeting(id, { ...fields, location: "Here", tell: true })).toBe(422);
    expect(await getMeeting(id)).toEqual(meetingBefore);
    expect(await updateMeeting(id, fields, ada)).toBe(200);
  });

  test("is moved at least 24 hours ahead, or saved unchanged", async () => {
    const id = await planMeeting();
    expect(await updateMeeting(id, { date: "2026-03-18", time: "19:00", location: "The attic" })).toBe(200);
    expect(await updateMeeting(id, { date: "2026-03-11", time: "12:00" })).toBe(200);
    expect(await updateMeeting(id, { date: "2026-03-12", time: "" })).toBe(200);
    expect(await updateMeeting(id, { date: "2027-03-12", time: "20:00" })).toBe(200);
    const undatedId = await planMeeting({ date: "", time: "" });
    expect(await updateMeeting(undatedId, { date: "", time: "19:00" })).toBe(200);
    expect(await updateMeeting(undatedId, { date: "2026-03-10" })).toBe(422);
    expect(await updateMeeting(undatedId, { date: "2026-03-20" })).toBe(200);
  });

  test("may change its time on its own day, not its date", async () => {
    const id = await planMeeting({ date: "2026-03-10", time: "19:00" });
    for (const time of ["11:00", "12:00", "", "00:00"]) expect(await updateMeeting(id, { time })).toBe(422);
    for (const date of ["2026-03-09", "2026-03-17", ""]) expect(await updateMeeting(id, { date })).toBe(422);
    expect(await updateMeeting(id, { time: "20:30", location: "The roof" })).toBe(200);
    // the day in the club's zone, where it's still the evening before
    club.setTime("2026-03-11T00:00:00Z");
    expect(await updateMeeting(id, { date: "2026-03-10", time: "20:30", location: "The garden" })).toBe(200);
    expect(await updateMeeting(id, { time: "19:59" })).toBe(422);
    expect(await updateMeeting(id, { date: "2026-03-17" }, ada)).toBe(200);
  });

  test("takes only a proposed date that its host may set", async () => {
    const id = await planMeeting({ date: "", time: "" });
    const dates = [
      { date: "2026-03-10", time: "12:05" },
      { date: "2026-03-12", time: "19:00" },
    ];
    const meeting: Meeting = await jsonOf(ada.call("PUT", `/api/meetings/${id}/dates`, { dates }));
    const chooseDate = async (at: number) =>
      (await mia.call("POST", `/api/meetings/${id}/dates/${meeting.dates[at]?.id}/choose`)).status;
    expect([await chooseDate(0), (await getMeeting(id)).date]).toEqual([422, ""]);
    expect([await chooseDate(1), (await getMeeting(id)).date]).toEqual([200, "2026-03-12"]);
  });

  test("stays about its book when moved to another month", async () => {
    const pastMeeting = { date: "2026-03-05", time: "19:00", location: "", bookId: null };
    expect((await ada.call("POST", "/api/meetings", pastMeeting)).status).toBe(201);
    const id = await planMeeting({ bookId: null });
    const fetchIsOpen = async () => (await jsonOf(mia.call("GET", `/api/books/${bookId}/notes`))).open;
    expect(await fetchIsOpen()).toBe(false);
    expect(await updateMeeting(id, { date: "2026-04-02" })).toBe(200);
    expect([(await getMeeting(id)).bookId, await fetchIsOpen()]).toEqual([bookId, false]);
  });
});

test("doesn't open the talk, whatever date a host sets", async () => {
  const id = await planMeeting({ date: "2026-03-10", time: "19:00" });
  const fetchIsOpen = async () => (await jsonOf(mia.call("GET", `/api/books/${bookId}/notes`))).open;
  const days = ["", "1999-12-31", "2026-03-09", "2026-03-10", "2026-03-11", "2026-03-12", "2099-12-31"];
  const times = ["", "00:00", "11:59", "12:01", "23:59"];
  for (const date of days) for (const time of times) await updateMeeting(id, { date, time });
  for (const date of days) {
    await mia.call("PUT", `/api/meetings/${id}/dates`, { dates: days.map((day) => ({ date: day, time: "12:01" })) });
    await updateMeeting(id, { date });
  }
  expect([await fetchIsOpen(), (await getMeeting(id)).state]).toEqual([false, "planned"]);
});
