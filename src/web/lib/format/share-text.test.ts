import { expect, test } from "bun:test";

import { inMachineZone } from "#tests/support/machine-zone.ts";

import { formatBookShare, formatMeetingShare, formatVoteShare, formatYearShare } from "./share-text.ts";

const club = { name: "Synopses & Sips", timeZone: "America/New_York" };
const origin = "https://club.example.org";
const meeting = { date: "2026-03-18", time: "19:00", location: "14 Willow Street (https://zoom.us/j/1?pwd=x)" };

test("a shared meeting has date and place, never the join link", () => {
  const shareFrom = (zone: string) => inMachineZone(zone, () => formatMeetingShare(club, meeting, origin));
  expect(shareFrom("America/New_York")).toBe(
    "Synopses & Sips meets Wed, Mar 18, 7:00 PM\n14 Willow Street, online\nhttps://club.example.org/",
  );
  expect(shareFrom("Asia/Tokyo")).toContain("meets Wed, Mar 18, 7:00 PM EDT\n");
  expect(formatMeetingShare(club, { ...meeting, time: "", location: "" }, origin)).toBe(
    "Synopses & Sips meets Wed, Mar 18\nhttps://club.example.org/",
  );
});

test("limits a book, a vote and a year to three lines", () => {
  const book = { title: "Emma\nor\nnot", author: "Jane Austen", month: "2026-03" };
  const texts = [
    formatBookShare(club, book, origin),
    formatVoteShare(club, "2026-04", "Emma won.", origin),
    formatYearShare(club, { year: 2025, books: 11 }, origin),
  ];
  expect(texts).toEqual([
    "Synopses & Sips is reading Emma or not by Jane Austen\nMarch 2026\nhttps://club.example.org/",
    "Synopses & Sips voted for April 2026\nEmma won.\nhttps://club.example.org/recommendations",
    "Synopses & Sips read 11 books in 2025\nhttps://club.example.org/shelf",
  ]);
});
