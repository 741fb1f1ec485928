import { expect, test } from "bun:test";

import { isOnMap, splitLocation } from "./meeting-place.ts";

const zoom = "https://us02web.zoom.us/j/81234567890?pwd=QWxhZGRpbg.1#success";
const meet = "https://meet.google.com/abc-defg-hij?authuser=0";
const teams =
  "https://teams.microsoft.com/l/meetup-join/19%3ameeting_Nz%40thread.v2/0?context=%7b%22Tid%22%3a%22x%22%7d";
const jitsi = "https://meet.jit.si/SynopsesAndSips#config.startWithVideoMuted=true";
const whereby = "https://whereby.com/synopses?embed&displayName=Nora";

test.each([zoom, meet, teams, jitsi, whereby])("takes %s whole", (link) => {
  for (const [location, place] of [
    [link, ""],
    [`Online: ${link}`, "Online"],
    [`14 Willow Street (${link})`, "14 Willow Street"],
    [`14 Willow Street, or ${link}.`, "14 Willow Street"],
    [`<${link}>`, ""],
    [`${link}, or at Nora's`, "or at Nora's"],
  ] as const)
    expect(splitLocation(location)).toEqual({ link, place });
});

test("takes the first of two addresses, and leaves the other as text", () => {
  expect(splitLocation(`${meet} or ${zoom}`)).toEqual({ link: meet, place: `or ${zoom}` });
  expect(isOnMap(`or ${zoom}`)).toBe(false);
});

test("keeps brackets that belong to the address", () => {
  const link = "https://example.org/Room_(blue)";
  expect(splitLocation(`(${link})`)).toEqual({ link, place: "" });
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
  expect(splitLocation(location).link).toBeNull();
  expect(splitLocation(location).place).toBe(location);
  expect(isOnMap(location)).toBe(false);
});

test("leaves a place as it is", () => {
  expect(splitLocation(" 14 Willow Street ")).toEqual({ link: null, place: "14 Willow Street" });
  expect([isOnMap("14 Willow Street"), isOnMap("")]).toEqual([true, false]);
});
