import { describe, expect, it } from "bun:test";

import { expectErrors } from "#tests/support/logged-errors.ts";
import { inMachineZone } from "#tests/support/machine-zone.ts";

import {
  formatMeetingDate,
  formatMeetingEnd,
  formatMeetingTime,
  formatMonth,
  formatPostDate,
  meetingStart,
  readersMeetingTime,
  readersZone,
} from "./dates.ts";

const NEW_YORK = "America/New_York";

describe("dates", () => {
  it("are in the spec's formats, in the club's time zone", () => {
    expect(formatMeetingDate("2026-01-31")).toBe("January 31, 2026");
    expect(formatMeetingTime("2026-01-31", "19:00", NEW_YORK)).toBe("7:00 PM");
    expect(formatMeetingTime("", "00:05", NEW_YORK)).toBe("12:05 AM");
    expect(formatMonth("2026-01")).toBe("January 2026");
    expect(formatPostDate("2025-01-06T04:59:00Z", NEW_YORK)).toBe("Jan 5, 2025");
    expect(formatPostDate("2025-01-06T05:00:00Z", NEW_YORK)).toBe("Jan 6, 2025");
  });

  it("take summer time into account", () => {
    expect(meetingStart("2026-01-31", "19:00", NEW_YORK).toISOString()).toBe("2026-02-01T00:00:00.000Z");
    expect(meetingStart("2026-07-31", "19:00", NEW_YORK).toISOString()).toBe("2026-07-31T23:00:00.000Z");
    expect(formatMeetingEnd("2026-01-31", "19:00", NEW_YORK)).toBe("9:00 PM EST");
    expect(formatMeetingEnd("2026-07-31", "19:00", NEW_YORK)).toBe("9:00 PM EDT");
    expect(formatMeetingEnd("2026-11-01", "01:30", NEW_YORK)).toBe("2:30 AM EST");
    expect(formatMeetingEnd("", "19:00", NEW_YORK)).toBe("9:00 PM");
  });

  it("are what a meeting's clock shows, where the reader's own clock skips that time, and where the club's does", () => {
    for (const zone of ["UTC", NEW_YORK, "Europe/Berlin", "Australia/Sydney"])
      inMachineZone(zone, () => {
        // Berlin's clocks skip it on that day, New York's don't
        expect([zone, formatMeetingTime("2026-03-29", "02:30", NEW_YORK)]).toEqual([zone, "2:30 AM"]);
        expect([zone, formatMeetingEnd("2026-03-29", "00:30", NEW_YORK)]).toEqual([zone, "2:30 AM EDT"]);
        expect([zone, formatMeetingTime("2026-03-08", "02:30", NEW_YORK)]).toEqual([zone, "3:30 AM"]);
        expect([zone, formatMeetingEnd("2026-03-08", "02:30", NEW_YORK)]).toEqual([zone, "5:30 AM EDT"]);
      });
  });

  it("show the raw value when it is no date or time", () => {
    expectErrors(/^Not a date or time: /);
    expect(formatMeetingDate("soon")).toBe("soon");
    expect(formatMeetingDate("2026-02-31")).toBe("2026-02-31");
    expect(formatMeetingTime("2026-01-31", "evening", NEW_YORK)).toBe("evening");
    expect(formatMonth("some day")).toBe("some day");
    expect(formatPostDate("", NEW_YORK)).toBe("");
  });

  it("give the reader's time only where it differs from the club's", () => {
    expect(readersMeetingTime("2026-01-31", "19:00", readersZone())).toBeUndefined();
    const farAway = readersZone() === "Pacific/Kiritimati" ? "America/New_York" : "Pacific/Kiritimati";
    expect(readersMeetingTime("2026-01-31", "19:00", farAway)).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{1,2}:\d{2} [AP]M$/);
    expect(readersMeetingTime("soon", "19:00", farAway)).toBeUndefined();
  });
});
