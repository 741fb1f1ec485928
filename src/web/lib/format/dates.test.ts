import { describe, expect, setSystemTime, test } from "bun:test";

import { expectErrors } from "#tests/support/logged-errors.ts";
import { inMachineZone } from "#tests/support/machine-zone.ts";

import {
  findMeetingStart,
  formatMeetingDate,
  formatMeetingEnd,
  formatMeetingTime,
  formatMoment,
  formatMonth,
  formatNearMonth,
  formatPostDate,
  formatWeekday,
  meetingTimeForReader,
} from "./dates.ts";

const NEW_YORK = "America/New_York";
const READERS_TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

describe("dates", () => {
  test("are in the spec's formats, in the club's time zone", () => {
    expect(formatMeetingDate("2026-01-31")).toBe("January 31, 2026");
    expect(formatMeetingTime("2026-01-31", "19:00", NEW_YORK)).toBe("7:00 PM");
    expect(formatMeetingTime("", "00:05", NEW_YORK)).toBe("12:05 AM");
    expect(formatMonth("2026-01")).toBe("January 2026");
    expect(formatPostDate("2025-01-06T04:59:00Z", NEW_YORK)).toBe("Jan 5, 2025");
    expect(formatPostDate("2025-01-06T05:00:00Z", NEW_YORK)).toBe("Jan 6, 2025");
  });

  test("take daylight saving time into account", () => {
    expect(findMeetingStart("2026-01-31", "19:00", NEW_YORK)?.toISOString()).toBe("2026-02-01T00:00:00.000Z");
    expect(findMeetingStart("2026-07-31", "19:00", NEW_YORK)?.toISOString()).toBe("2026-07-31T23:00:00.000Z");
    expect(formatMeetingEnd("2026-01-31", "19:00", NEW_YORK)).toBe("9:00 PM EST");
    expect(formatMeetingEnd("2026-07-31", "19:00", NEW_YORK)).toBe("9:00 PM EDT");
    expect(formatMeetingEnd("2026-11-01", "01:30", NEW_YORK)).toBe("2:30 AM EST");
    expect(formatMeetingEnd("", "19:00", NEW_YORK)).toBe("9:00 PM");
  });

  test("show the meeting's typed time where the clocks skip it", () => {
    // readers in the club's zone need no name of it
    const zoneSuffix = (zone: string) => (zone === NEW_YORK ? "" : " EDT");
    for (const zone of ["UTC", NEW_YORK, "Europe/Berlin", "Australia/Sydney"])
      inMachineZone(zone, () => {
        // skipped by Berlin's clocks that day, not by New York's
        expect([zone, formatMeetingTime("2026-03-29", "02:30", NEW_YORK)]).toEqual([zone, "2:30 AM"]);
        expect([zone, formatMeetingEnd("2026-03-29", "00:30", NEW_YORK)]).toEqual([zone, `2:30 AM${zoneSuffix(zone)}`]);
        expect([zone, formatMeetingTime("2026-03-08", "02:30", NEW_YORK)]).toEqual([zone, "3:30 AM"]);
        expect([zone, formatMeetingEnd("2026-03-08", "02:30", NEW_YORK)]).toEqual([zone, `5:30 AM${zoneSuffix(zone)}`]);
      });
  });

  test("have no year within ten months, unless SPEC asks for it", () => {
    setSystemTime(new Date("2026-11-28T12:00:00Z"));
    expect(formatNearMonth("2027-01")).toBe("January");
    expect(formatNearMonth("2027-11")).toBe("November 2027");
    expect(formatMoment("2026-12-04T12:00:00Z")).toMatch(/^Dec 4, \d+:00 [AP]M$/);
    expect(formatMoment("2025-12-04T12:00:00Z")).toMatch(/^Dec 4, 2025, \d+:00 [AP]M$/);
    setSystemTime();
  });

  test("are in the reader's language, except SPEC's", () => {
    const formatIn = (languages: string[]) => {
      Object.defineProperty(navigator, "languages", { configurable: true, value: languages });
      const texts = [formatWeekday("2026-12-09"), formatMeetingDate("2026-12-09")];
      Reflect.deleteProperty(navigator, "languages");
      return texts;
    };
    expect(formatIn(["en-GB", "en"])).toEqual(["Wed 9 Dec", "December 9, 2026"]);
    expect(formatIn(["de"])).toEqual(["Mi., 9. Dez.", "December 9, 2026"]);
    // as on a machine without a locale
    expect(formatIn(["en-US@posix"])).toEqual(["Wed, Dec 9", "December 9, 2026"]);
  });

  test("show the raw value when it is no date or time", () => {
    expectErrors(/^Not a date or time: /);
    expect(formatMeetingDate("soon")).toBe("soon");
    expect(formatMeetingDate("2026-02-31")).toBe("2026-02-31");
    expect(formatMeetingTime("2026-01-31", "evening", NEW_YORK)).toBe("evening");
    expect(formatMonth("some day")).toBe("some day");
    expect(formatPostDate("", NEW_YORK)).toBe("");
  });

  test("show the reader's time only where it differs from the club's", () => {
    expect(meetingTimeForReader("2026-01-31", "19:00", READERS_TIME_ZONE)).toBeUndefined();
    const farZone = READERS_TIME_ZONE === "Pacific/Kiritimati" ? "America/New_York" : "Pacific/Kiritimati";
    expect(meetingTimeForReader("2026-01-31", "19:00", farZone)).toMatch(
      /^[A-Z][a-z]{2} \d{1,2}, \d{1,2}:\d{2} [AP]M$/,
    );
    expect(meetingTimeForReader("soon", "19:00", farZone)).toBeUndefined();
  });
});
