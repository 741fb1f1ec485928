import { describe, expect, test } from "bun:test";

import type { MeetingSummary } from "#contract/meetings.ts";
import type { Content } from "#contract/months.ts";
import { eachClub } from "#tests/support/each-club.ts";
import { jsonOf } from "#tests/support/json.ts";

const { club, ada } = eachClub(["ada"], { now: "2026-03-10T12:00:00Z" });

const saveContent = (fields: object): Promise<Content> => jsonOf(ada.call("PATCH", "/api/content", fields));
const listMeetings = (): Promise<MeetingSummary[]> => jsonOf(ada.call("GET", "/api/meetings"));
const marchMeeting = { meetingDate: "2026-03-18", meetingTime: "19:00", meetingLocation: "The cellar" };

describe("a club that only uses the Content Management tab", () => {
  test("plans the next meeting for a later date after the last", async () => {
    await saveContent(marchMeeting);
    await saveContent({ meetingTime: "20:00" });
    expect(await listMeetings()).toMatchObject([{ sequence: 1, time: "20:00" }]);
    club.setTime("2026-03-20T12:00:00Z");
    expect(await saveContent({ meetingLocation: "It was the attic" })).toMatchObject({ meetingDate: "2026-03-18" });
    expect(await saveContent({ meetingDate: "2026-04-15" })).toMatchObject({
      meetingDate: "2026-04-15",
      meetingTime: "20:00",
      meetingLocation: "It was the attic",
    });
    expect(await listMeetings()).toMatchObject([
      { date: "2026-04-15", state: "planned", sequence: 0 },
      { date: "2026-03-18", state: "over", location: "It was the attic" },
    ]);
  });

  test("keeps a past meeting when its fields are cleared", async () => {
    await saveContent(marchMeeting);
    club.setTime("2026-03-20T12:00:00Z");
    expect(await saveContent({ meetingDate: "", meetingTime: "" })).toMatchObject({ meetingDate: "", meetingTime: "" });
    await saveContent({ meetingDate: "2026-04-15", meetingTime: "19:30" });
    expect((await listMeetings()).map(({ date, state }) => [date, state])).toEqual([
      ["2026-04-15", "planned"],
      ["2026-03-18", "over"],
    ]);
  });

  test("corrects a past meeting by an earlier date", async () => {
    await saveContent(marchMeeting);
    club.setTime("2026-03-20T12:00:00Z");
    await saveContent({ meetingDate: "2026-03-17" });
    expect(await listMeetings()).toMatchObject([{ date: "2026-03-17", state: "over" }]);
    await saveContent({ meetingDate: "2026-04-15" });
    await ada.call("POST", "/api/meetings/2/cancel");
    await saveContent({ meetingDate: "2026-04-22" });
    expect((await listMeetings()).map(({ date, state }) => [date, state])).toEqual([
      ["2026-04-22", "planned"],
      ["2026-04-15", "cancelled"],
      ["2026-03-17", "over"],
    ]);
  });

  test("plans a meeting about the next book", async () => {
    const insertBook = (title: string, month: string) =>
      club.deps.stores.books.insert({ title, author: "Jane Austen", month }, "2026-01-01T00:00:00Z").id;
    const emmaId = insertBook("Emma", "2026-03");
    await saveContent(marchMeeting);
    club.setTime("2026-03-20T12:00:00Z");
    await saveContent({ meetingDate: "2026-04-15" });
    const persuasionId = insertBook("Persuasion", "2026-04");
    expect((await listMeetings()).map(({ bookId }) => bookId)).toEqual([persuasionId, emmaId]);
  });

  test("plans nothing when saving empty or unrelated fields", async () => {
    await saveContent({ welcomeMessage: "Hello", meetingDate: "", meetingLocation: "" });
    expect(await listMeetings()).toEqual([]);
  });
});
