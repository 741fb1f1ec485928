import { expect, test } from "bun:test";

import { isMappable, splitJoinLink } from "./meeting-place.ts";

const zoom = "https://us02web.zoom.us/j/81234567890?pwd=QWxhZGRpbg.1#success";
const meet = "https://meet.google.com/abc-defg-hij?authuser=0";
const teams =
  "https://teams.microsoft.com/l/meetup-join/19%3ameeting_Nz%40thread.v2/0?context=%7b%22Tid%22%3a%22x%22%7d";
const jitsi = "https://meet.jit.si/SynopsesAndSips#config.startWithVideoMuted=true";
const whereby = "https://whereby.com/synopses?embed&displayName=Nora";

test.each([zoom, meet, teams, jitsi, whereby])("finds all of %s", (link) => {
  for (const [location, place] of [
    [link, ""],
    [`Online: ${link}`, "Online"],
    [`14 Willow Street (${link})`, "14 Willow Street"],
    [`14 Willow Street, or ${link}.`, "14 Willow Street"],
    [`<${link}>`, ""],
    [`${link}, or at Nora's`, "or at Nora's"],
  ] as const)
    expect(splitJoinLink(location)).toEqual({ link, place });
});

test("links the first of two addresses, the rest stays text", () => {
  expect(splitJoinLink(`${meet} or ${zoom}`)).toEqual({ link: meet, place: `or ${zoom}` });
  expect(isMappable(`or ${zoom}`)).toBe(false);
});

test("keeps brackets that belong to the address", () => {
  const link = "https://example.org/Room_(blue)";
  expect(splitJoinLink(`(${link})`)).toEqual({ link, place: "" });
});

test.each([
  "http://meet.example.org/room",
  "javascript:alert(1)",
  "zoommtg://zoom.us/join?u=https://zoom.us/j/1",
  "https://",
  "https://bank.example@evil.example/",
  "ftp://example.org",
  "httpss://example.org",
])("leaves %s as text, without a map", (location) => {
  expect(splitJoinLink(location).link).toBeNull();
  expect(splitJoinLink(location).place).toBe(location);
  expect(isMappable(location)).toBe(false);
});

test("trims an address without changing it", () => {
  expect(splitJoinLink(" 14 Willow Street ")).toEqual({ link: null, place: "14 Willow Street" });
  expect([isMappable("14 Willow Street"), isMappable("")]).toEqual([true, false]);
});
