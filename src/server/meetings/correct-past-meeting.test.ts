import { beforeEach, describe, expect, test } from "bun:test";

import type { Meeting, MeetingSummary } from "#contract/meetings.ts";
import { eachClub } from "#tests/support/each-club.ts";
import { jsonOf } from "#tests/support/json.ts";

const { club, ada, mia } = eachClub(["ada", "mia"], { now: "2026-03-10T12:00:00Z" });
let bookId: number;
let plannedMeeting: Meeting;
beforeEach(async () => {
  bookId = club.deps.stores.books.insert({ title: "Emma", author: "Jane", month: "2026-03" }, "2026-01-01").id;
  plannedMeeting = await jsonOf(
    ada.call("POST", "/api/meetings", { date: "2026-03-18", time: "19:00", location: "The cellar" }),
  );
});

const updateMeeting = (fields: object): Promise<Meeting> =>
  jsonOf(ada.call("PATCH", `/api/meetings/${plannedMeeting.id}`, fields));
const saveContent = (fields: object) => jsonOf(ada.call("PATCH", "/api/content", fields));
const listDays = async () =>
  (await jsonOf(ada.call("GET", "/api/meetings"))).map(({ date, state }: MeetingSummary) => [date, state]);
const listAuditEvents = async () =>
  (await jsonOf(ada.call("GET", "/api/audit"))).map(
    ({ kind, subject }: { kind: string; subject: string }) => `${kind} ${subject}`,
  );
const fetchIsTalkOpen = async () => (await jsonOf(mia.call("GET", `/api/books/${bookId}/notes`))).open;
const countReviews = async () => (await jsonOf(mia.call("GET", `/api/shelf/${bookId}`))).reviews.length;

describe("a meeting that was set into the past by mistake", () => {
  beforeEach(async () => {
    await mia.call("PUT", `/api/meetings/${plannedMeeting.id}/answer`, { answer: "yes", guests: 1 });
    await mia.call("POST", "/api/posts", { content: "Brie" });
    await ada.call("PUT", `/api/books/${bookId}/review`, { stars: 5 });
  });

  test("keeps its event, answers and posts, and closes the talk", async () => {
    expect([await fetchIsTalkOpen(), await countReviews()]).toEqual([false, 0]);
    expect(await updateMeeting({ date: "2026-03-01" })).toMatchObject({
      state: "over",
      correctableUntil: "2026-03-17T12:00:00.000Z",
    });
    expect([await fetchIsTalkOpen(), await countReviews()]).toEqual([true, 1]);
    await mia.call("POST", "/api/posts", { content: "Figs" });

    club.setTime("2026-03-17T11:59:00Z");
    expect(await updateMeeting({ date: "2026-03-18" })).toMatchObject({
      id: plannedMeeting.id,
      uid: plannedMeeting.uid,
      state: "planned",
      sequence: 2,
      answers: { yes: 1, guests: 1 },
      correctableUntil: null,
    });
    expect([await fetchIsTalkOpen(), await countReviews()]).toEqual([false, 0]);
    const posts = await jsonOf(mia.call("GET", "/api/posts"));
    expect(posts.map(({ content, meetingId }: { content: string; meetingId: number }) => [content, meetingId])).toEqual(
      [
        ["Figs", plannedMeeting.id],
        ["Brie", plannedMeeting.id],
      ],
    );
    expect((await listAuditEvents()).slice(0, 2)).toEqual(["meeting-reopened 2026-03-18", "meeting-ended 2026-03-01"]);
  });

  test("is corrected by the content tab within a day only", async () => {
    await saveContent({ meetingDate: "2026-03-01" });
    expect(await listAuditEvents()).toContain("meeting-ended 2026-03-01");
    club.setTime("2026-03-11T11:59:00Z");
    await saveContent({ meetingDate: "2026-03-19" });
    expect(await listDays()).toEqual([["2026-03-19", "planned"]]);
    expect(await listAuditEvents()).toContain("meeting-reopened 2026-03-19");
    await saveContent({ meetingDate: "2026-03-01" });
    await saveContent({ meetingDate: "", meetingTime: "" });
    expect(await listDays()).toEqual([["", "planned"]]);
    await saveContent({ meetingDate: "2026-03-01" });
    club.setTime("2026-03-12T12:00:00Z");
    await saveContent({ meetingDate: "2026-03-19" });
    expect(await listDays()).toEqual([
      ["2026-03-19", "planned"],
      ["2026-03-01", "over"],
    ]);
  });
});

describe("a meeting that was moved before an earlier one", () => {
  beforeEach(async () => {
    club.setTime("2026-03-19T12:00:00Z");
    await saveContent({ meetingDate: "2026-04-15" });
    await mia.call("PUT", "/api/meetings/2/answer", { answer: "yes" });
    club.setTime("2026-03-19T12:01:00Z");
    await saveContent({ meetingDate: "2026-03-15" });
    expect(await listDays()).toEqual([
      ["2026-03-18", "over"],
      ["2026-03-15", "over"],
    ]);
  });

  test("is corrected by the content tab within a day, too", async () => {
    club.setTime("2026-03-20T12:00:00Z");
    expect(await saveContent({ meetingDate: "2026-04-16" })).toMatchObject({ meetingDate: "2026-04-16" });
    expect(await listDays()).toEqual([
      ["2026-04-16", "planned"],
      ["2026-03-18", "over"],
    ]);
    expect(await jsonOf(mia.call("GET", "/api/meetings/current"))).toMatchObject({ id: 2, answers: { yes: 1 } });
    expect((await listAuditEvents()).slice(0, 2)).toEqual([
      "meeting-reopened 2026-04-16",
      "content-changed meetingDate",
    ]);
  });

  test("is past afterwards, also if only its location changes", async () => {
    await saveContent({ meetingLocation: "The attic" });
    expect((await jsonOf(ada.call("GET", "/api/meetings/1"))).location).toBe("The attic");
    club.setTime("2026-03-20T12:01:00Z");
    await saveContent({ meetingDate: "2026-04-16" });
    expect(await listDays()).toEqual([
      ["2026-04-16", "planned"],
      ["2026-03-18", "over"],
      ["2026-03-15", "over"],
    ]);
  });

  test("isn't moved if it was recorded as past from the start", async () => {
    await saveContent({ meetingDate: "2026-04-16" });
    await ada.call("POST", "/api/meetings", { date: "2026-02-18", time: "", location: "" });
    club.setTime("2026-04-17T12:00:00Z");
    await ada.call("POST", "/api/meetings", { date: "2026-02-19", time: "", location: "" });
    await saveContent({ meetingDate: "2026-05-20" });
    expect((await listDays()).map(([day]: string[]) => day)).toEqual([
      "2026-05-20",
      "2026-04-16",
      "2026-03-18",
      "2026-02-19",
      "2026-02-18",
    ]);
  });
});

describe("a meeting that took place", () => {
  test("is corrected for seven days, and not after", async () => {
    club.setTime("2026-03-25T22:59:00Z");
    expect(await updateMeeting({ location: "The attic", date: "2026-03-17" })).toMatchObject({
      state: "over",
      location: "The attic",
      correctableUntil: "2026-03-25T01:00:00.000Z",
    });
    const lateResponse = await ada.call("PATCH", `/api/meetings/${plannedMeeting.id}`, { location: "The cellar" });
    expect([lateResponse.status, (await lateResponse.json()).message]).toEqual([
      409,
      "This meeting was over more than 7 days ago, so it can't be changed anymore.",
    ]);
    expect((await listAuditEvents())[0]).toBe("meeting-changed 2026-03-17");
  });

  test("isn't moved by the content tab, even after a correction", async () => {
    club.setTime("2026-03-19T12:00:00Z");
    await saveContent({ meetingDate: "2026-03-17" });
    await saveContent({ meetingDate: "2026-04-15" });
    expect(await listDays()).toEqual([
      ["2026-04-15", "planned"],
      ["2026-03-17", "over"],
    ]);
  });

  test("can be moved to a future date if it was postponed", async () => {
    club.setTime("2026-03-19T12:00:00Z");
    expect(await updateMeeting({ date: "2026-03-26" })).toMatchObject({ state: "planned", correctableUntil: null });
    expect(await fetchIsTalkOpen()).toBe(false);
  });

  test("is corrected by admins alone", async () => {
    club.setTime("2026-03-19T12:00:00Z");
    const fields = { date: "2026-03-26" };
    expect((await mia.call("PATCH", `/api/meetings/${plannedMeeting.id}`, fields)).status).toBe(403);
  });
});
