import { expect, test } from "bun:test";

import { inMachineZone } from "#tests/support/machine-zone.ts";

import { formatBookShare, formatMeetingShare, formatVoteShare, formatYearShare } from "./share-text.ts";

const club = { name: "Synopses & Sips", timeZone: "America/New_York" };
const { origin } = location;
const meeting = { date: "2026-03-18", time: "19:00", location: "14 Willow Street (https://zoom.us/j/1?pwd=x)" };

test("a shared meeting has date and place, never the join link", () => {
  const shareFrom = (zone: string) => inMachineZone(zone, () => formatMeetingShare(club, meeting));
  expect(shareFrom("America/New_York")).toBe(
    `Synopses & Sips meets Wed, Mar 18, 7:00 PM\n14 Willow Street, online\n${origin}/`,
  );
  expect(shareFrom("Asia/Tokyo")).toContain("meets Wed, Mar 18, 7:00 PM EDT\n");
  expect(formatMeetingShare(club, { ...meeting, time: "", location: "" })).toBe(
    `Synopses & Sips meets Wed, Mar 18\n${origin}/`,
  );
});

test("limits a book, a vote and a year to three lines", () => {
  const book = { title: "Emma\nor\nnot", author: "Jane Austen", month: "2026-03" };
  const texts = [
    formatBookShare(club, book),
    formatVoteShare(club, "2026-04", "Emma won."),
    formatYearShare(club, { year: 2025, books: 11 }),
  ];
  expect(texts).toEqual([
    `Synopses & Sips is reading Emma or not by Jane Austen\nMarch 2026\n${origin}/`,
    `Synopses & Sips voted for April 2026\nEmma won.\n${origin}/recommendations`,
    `Synopses & Sips read 11 books in 2025\n${origin}/shelf`,
  ]);
});
