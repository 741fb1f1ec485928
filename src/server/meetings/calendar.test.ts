import { expect, test } from "bun:test";

import { OPERATOR } from "#server/access/caller.ts";
import { updateContent } from "#server/meetings/content.ts";
import { eachClub } from "#tests/support/each-club.ts";

const { club } = eachClub();

const setMeeting = (meetingDate: string, meetingTime = "19:00", meetingLocation = "The cellar") =>
  updateContent(club.deps, OPERATOR, { meetingDate, meetingTime, meetingLocation });
const fetchFile = () => club.member(`m${Math.random()}`).call("GET", "/api/calendar/meeting.ics");
const fetchLines = async () => (await (await fetchFile()).text()).replaceAll(/\r\n[ \t]/g, "").split("\r\n");

test("there is no file until date, time and place are all set", async () => {
  setMeeting("2026-03-20", "19:00", " ");
  expect((await fetchFile()).status).toBe(404);
});

test("is named after the club, and has title, time and place", async () => {
  club.deps.stores.books.insert({ title: "Emma", author: "Jane Austen", month: "2026-03" }, "2026-03-01T00:00:00Z");
  setMeeting("2026-03-20");
  const response = await fetchFile();
  expect(response.headers.get("content-type")).toStartWith("text/calendar");
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="synopses_and_sips_meeting.ics"');
  const fileLines = await fetchLines();
  expect(fileLines).toContain("SUMMARY:Synopses & Sips Book Club Meeting: Emma");
  expect(fileLines).toContain("DTSTART:20260320T230000Z");
  expect(fileLines).toContain("DURATION:PT2H");
  expect(fileLines).toContain("LOCATION:The cellar");
  expect(fileLines.some((line) => line.startsWith('ORGANIZER;CN="Synopses & Sips Book Club"'))).toBeTrue();
});

test("has the right instant in both seasons and DST changes (E09)", async () => {
  for (const [date, time, instant] of [
    ["2026-07-05", "19:00", "20260705T230000Z"],
    ["2026-01-05", "19:00", "20260106T000000Z"],
    ["2027-03-14", "02:30", "20270314T073000Z"],
    ["2026-11-01", "01:30", "20261101T053000Z"],
  ] as const) {
    setMeeting(date, time);
    expect(await fetchLines()).toContain(`DTSTART:${instant}`);
  }
});

test("no line break in a name or place can add a line", async () => {
  setMeeting("2026-03-20", "19:00", "Here\r\nATTENDEE:mailto:eve@example.org\rX:1\u2028Y:2");
  const fileLines = await fetchLines();
  expect(fileLines.filter((line) => /^(?:ATTENDEE|X|Y):/.test(line))).toEqual([]);
});

test("a second file for the same meeting has the same uid", async () => {
  setMeeting("2026-03-20");
  const uid = (await fetchLines()).find((line) => line.startsWith("UID:"));
  setMeeting("2026-03-20", "20:00");
  expect(await fetchLines()).toContain(uid ?? "none");
});
