import { expect, test } from "bun:test";

import { eachClub } from "#tests/support/each-club.ts";
import { jsonOf } from "#tests/support/json.ts";
import { inMachineZone } from "#tests/support/machine-zone.ts";

import { requireMeeting } from "./current-meeting.ts";
import { formatMeeting } from "./meeting-times.ts";

const { club, ada } = eachClub(["ada"], { now: "2026-03-01T12:00:00Z" });

test.each<[string, string, string]>([
  // skipped by Berlin's clocks that night, not by New York's
  ["2026-03-29", "02:30", "2:30 AM EDT"],
  ["2026-11-01", "01:30", "1:30 AM EDT"],
  ["2026-07-05", "00:05", "12:05 AM EDT"],
  ["2026-12-05", "12:00", "12:00 PM EST"],
])("the time on %s at %s is the same wherever the server stands", async (date, time, text) => {
  const { id } = await jsonOf(ada.call("POST", "/api/meetings", { date, time, location: "The cellar" }));
  const meeting = requireMeeting(club.deps, id);
  for (const zone of ["UTC", "America/New_York", "Europe/Berlin", "Asia/Tokyo"])
    expect([zone, inMachineZone(zone, () => formatMeeting(club.deps, meeting).time)]).toEqual([zone, text]);
});
