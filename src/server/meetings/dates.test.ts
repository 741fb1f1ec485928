import { beforeEach, describe, expect, test } from "bun:test";

import type { Meeting } from "#contract/meetings.ts";
import type { Person } from "#tests/support/club.ts";
import { eachClub } from "#tests/support/each-club.ts";
import { jsonOf } from "#tests/support/json.ts";

const { club, ada, mia, ben, otto } = eachClub(["ada", "mia", "ben", "otto"], { now: "2026-03-10T12:00:00Z" });
let id: number;
beforeEach(async () => {
  ({ id } = await jsonOf(
    ada.call("POST", "/api/meetings", { date: "2026-03-18", time: "19:00", location: "The cellar" }),
  ));
});

const firstDate = { date: "2026-03-20", time: "19:00" };
const secondDate = { date: "2026-03-21", time: "18:30" };
const thirdDate = { date: "2026-03-22", time: "20:00" };
const meetingPath = (rest: string) => `/api/meetings/${id}/${rest}`;
const putDates = (dates: readonly object[], who = ada) => who.call("PUT", meetingPath("dates"), { dates });
const askDates = (dates: readonly object[] = [firstDate, secondDate]): Promise<Meeting> => jsonOf(putDates(dates));
const getMeeting = (who = mia): Promise<Meeting> => jsonOf(who.call("GET", `/api/meetings/${id}`));
const answerDates = (who: Person, ids: readonly number[]) => who.call("PUT", meetingPath("dates/mine"), { ids });
const takeHosting = (who: Person) => who.call("PUT", meetingPath("host"));
const chooseDate = (dateId: number | undefined, who = ada) => who.call("POST", meetingPath(`dates/${dateId}/choose`));
const optionId = ({ dates }: Meeting, option: { date: string }) =>
  dates.find(({ date }) => date === option.date)?.id ?? 0;
const statusOf = async (response: Promise<Response>) => (await response).status;

describe("a question for a meeting's date", () => {
  test("shows its dates by day with who can come, nameless in lists", async () => {
    const meeting = await askDates([secondDate, firstDate]);
    expect(meeting.dates.map(({ date }) => date)).toEqual([firstDate.date, secondDate.date]);
    await answerDates(mia, [optionId(meeting, secondDate)]);
    const seenMeeting = await getMeeting();
    expect(seenMeeting.dates[1]).toEqual({
      ...secondDate,
      id: optionId(meeting, secondDate),
      startsAt: "2026-03-21T22:30:00.000Z",
      can: 1,
      people: [{ id: mia.user.id, displayName: "mia", photoURL: null }],
      mine: true,
    });
    expect([seenMeeting.datesAnswered, seenMeeting.datesMine]).toEqual([1, true]);
    expect((await getMeeting(ben)).datesMine).toBe(false);
    const listUnansweredDates = async (who: Person) =>
      (await getMeeting(who)).datesWaiting.map(({ displayName }) => displayName);
    const countAnswered = async (who: Person) =>
      (await getMeeting(who)).datesAnsweredBy.map(({ displayName }) => displayName);
    expect([await listUnansweredDates(ada), await listUnansweredDates(ben)]).toEqual([["ada", "ben", "otto"], []]);
    expect([await countAnswered(ada), await countAnswered(ben)]).toEqual([["mia"], []]);
    await takeHosting(ben);
    expect([await listUnansweredDates(ben), await countAnswered(ben)]).toEqual([["ada", "ben", "otto"], ["mia"]]);
    const [listedMeeting] = await jsonOf(ben.call("GET", "/api/meetings"));
    expect(listedMeeting.dates[1]).toEqual({
      ...secondDate,
      id: optionId(meeting, secondDate),
      startsAt: expect.any(String),
      can: 1,
      mine: false,
    });
  });

  test("has two to five dates, all in the future and different", async () => {
    const pastDate = { date: "2026-03-09", time: "19:00" };
    const today = { date: "2026-03-10", time: "08:00" };
    const sixDates = Array.from({ length: 6 }, (_, day) => ({ date: `2026-04-1${day}`, time: "19:00" }));
    for (const invalidDates of [
      [],
      [firstDate],
      sixDates,
      [firstDate, firstDate],
      [firstDate, pastDate],
      [firstDate, today],
      [firstDate, { date: "2026-02-31", time: "19:00" }],
      [firstDate, { date: "2026-03-21" }],
      [firstDate, { date: "2026-03-21", time: "" }],
    ])
      expect([invalidDates, await statusOf(putDates(invalidDates))]).toEqual([invalidDates, 422]);
    expect(await statusOf(putDates(sixDates.slice(1)))).toBe(200);
  });

  test("keeps the answers for dates that stay", async () => {
    const meeting = await askDates();
    await answerDates(mia, [optionId(meeting, firstDate), optionId(meeting, secondDate)]);
    await answerDates(ben, []);
    const changedMeeting = await askDates([secondDate, thirdDate]);
    expect(optionId(changedMeeting, secondDate)).toBe(optionId(meeting, secondDate));
    expect(changedMeeting.dates.map(({ can }) => can)).toEqual([1, 0]);
    expect([changedMeeting.datesAnswered, (await getMeeting(ben)).datesMine]).toEqual([2, true]);
  });

  test("replaces an earlier answer, and accepts only its dates", async () => {
    const meeting = await askDates();
    await answerDates(mia, [optionId(meeting, firstDate)]);
    const updatedMeeting: Meeting = await jsonOf(answerDates(mia, [optionId(meeting, secondDate)]));
    expect(updatedMeeting.dates.map(({ mine }) => mine)).toEqual([false, true]);
    expect(await statusOf(answerDates(mia, [999]))).toBe(422);
    expect((await getMeeting()).dates.map(({ mine }) => mine)).toEqual([false, true]);
  });

  test("rejects an empty answer, and any once over or canceled", async () => {
    expect(await statusOf(answerDates(mia, []))).toBe(409);
    const meeting = await askDates();
    await ada.call("POST", meetingPath("cancel"));
    for (const call of [
      answerDates(mia, []),
      putDates([firstDate, thirdDate]),
      ada.call("DELETE", meetingPath("dates")),
      chooseDate(optionId(meeting, firstDate)),
    ])
      expect(await statusOf(call)).toBe(409);
    await ada.call("POST", meetingPath("restore"));
    expect(await statusOf(answerDates(mia, [optionId(meeting, firstDate)]))).toBe(200);
    expect(await statusOf(ada.call("DELETE", meetingPath("dates")))).toBe(200);
    expect((await getMeeting()).dates).toEqual([]);
    expect([(await getMeeting()).datesAnswered, await statusOf(answerDates(mia, []))]).toEqual([0, 409]);
    expect(await statusOf(ada.call("DELETE", meetingPath("dates")))).toBe(200);
    expect(await statusOf(chooseDate(optionId(meeting, firstDate)))).toBe(404);
  });

  test("is over when all its dates have passed", async () => {
    await jsonOf(ada.call("PATCH", `/api/meetings/${id}`, { date: "", time: "" }));
    const meeting = await askDates();
    club.setTime("2026-03-21T12:00:00Z");
    expect((await getMeeting()).dates).toHaveLength(2);
    expect(await statusOf(chooseDate(optionId(meeting, firstDate)))).toBe(409);
    club.setTime("2026-03-21T22:30:00Z");
    expect((await getMeeting()).dates).toEqual([]);
    expect(await statusOf(answerDates(mia, []))).toBe(409);
  });

  test("has no answers once over, and asks everyone again later", async () => {
    await jsonOf(ada.call("PATCH", `/api/meetings/${id}`, { date: "", time: "" }));
    await answerDates(mia, [optionId(await askDates(), secondDate)]);
    club.setTime("2026-03-21T22:30:00Z");
    const closedMeeting = await getMeeting();
    expect([closedMeeting.datesAnswered, closedMeeting.datesMine]).toEqual([0, false]);
    const secondResponse = await askDates([thirdDate, { date: "2026-03-23", time: "19:00" }]);
    expect([secondResponse.datesAnswered, secondResponse.datesWaiting.length, (await getMeeting()).datesMine]).toEqual([
      0,
      4,
      false,
    ]);
  });

  test("ends when the date or time changes, not the place", async () => {
    await askDates();
    await ada.call("PATCH", `/api/meetings/${id}`, { location: "The attic", time: "19:00" });
    expect((await getMeeting()).dates).toHaveLength(2);
    await ada.call("PATCH", "/api/content", { meetingTime: "20:00" });
    expect([(await getMeeting()).dates, (await getMeeting()).datesAnswered]).toEqual([[], 0]);
  });

  test("is deleted with an account, and with its meeting", async () => {
    const meeting = await askDates();
    await answerDates(mia, [optionId(meeting, firstDate)]);
    club.deps.stores.users.delete(mia.user.id);
    const meetingAfter = await getMeeting(ben);
    expect([meetingAfter.datesAnswered, meetingAfter.dates.map(({ can }) => can)]).toEqual([0, [0, 0]]);
    await ada.call("DELETE", `/api/meetings/${id}`);
    expect(club.db.query("SELECT count(*) AS n FROM meeting_dates").get()).toEqual({ n: 0 });
  });
});

describe("choosing a date", () => {
  test("moves the meeting once, and counts who could come as coming", async () => {
    const { sequence, dates } = await askDates();
    await answerDates(mia, [dates[0]?.id ?? 0]);
    await answerDates(ben, [dates[0]?.id ?? 0]);
    await answerDates(otto, [dates[1]?.id ?? 0]);
    await ben.call("PUT", meetingPath("answer"), { answer: "maybe", guests: 2 });
    const movedMeeting: Meeting = await jsonOf(chooseDate(dates[0]?.id));
    expect(movedMeeting).toMatchObject({
      ...firstDate,
      sequence: sequence + 1,
      dates: [],
      datesAnswered: 0,
      answers: { yes: 1, maybe: 1, no: 0, guests: 2 },
    });
    expect((await getMeeting()).mine).toEqual({ answer: "yes", guests: 0 });
    expect((await getMeeting(otto)).mine).toBeNull();
    const auditEvents = await jsonOf(ada.call("GET", "/api/audit"));
    expect(auditEvents[0]).toMatchObject({ kind: "date-chosen", subject: firstDate.date });
  });

  test("counts as one change when the meeting has that date already", async () => {
    const meeting = await askDates([{ date: "2026-03-18", time: "19:00" }, firstDate]);
    await answerDates(mia, [meeting.dates[0]?.id ?? 0]);
    const movedMeeting: Meeting = await jsonOf(chooseDate(meeting.dates[0]?.id));
    expect(movedMeeting).toMatchObject({
      date: "2026-03-18",
      time: "19:00",
      sequence: meeting.sequence + 1,
      dates: [],
    });
    expect(movedMeeting.answers.yes).toBe(1);
  });

  test("accepts one of two simultaneous choices", async () => {
    const { dates } = await askDates();
    const responses = await Promise.all([chooseDate(dates[0]?.id), chooseDate(dates[1]?.id)]);
    expect(responses.map((response) => response.status).toSorted()).toEqual([200, 404]);
    expect((await getMeeting()).sequence).toBe(1);
  });

  test("is for admins and the host alone", async () => {
    const { dates } = await askDates();
    expect(await statusOf(chooseDate(dates[0]?.id, mia))).toBe(403);
    await mia.call("PUT", meetingPath("host"), {});
    expect(await statusOf(chooseDate(dates[0]?.id, mia))).toBe(200);
  });
});
