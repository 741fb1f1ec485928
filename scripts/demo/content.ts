import { addDays } from "date-fns";
import { formatInTimeZone } from "date-fns-tz";

import type { ContentPatch } from "#contract/months.ts";

import content from "../../demo/content.json" with { type: "json" };

const WEDNESDAY = 3;
const NOTICE_DAYS = 5;

/** The demo's messages, and a meeting on the first Wednesday at least five days away. */
export function demoContent(now: Date, timeZone: string): ContentPatch {
  // noon UTC keeps the date in every zone
  const earliestDate = addDays(new Date(`${formatInTimeZone(now, timeZone, "yyyy-MM-dd")}T12:00:00Z`), NOTICE_DAYS);
  const meeting = addDays(earliestDate, (WEDNESDAY - earliestDate.getUTCDay() + 7) % 7);
  return { ...content, meetingDate: meeting.toISOString().slice(0, 10) };
}
