import { addDays } from "date-fns";
import { formatInTimeZone } from "date-fns-tz";

import type { ContentPatch } from "#contract/months.ts";

const WEDNESDAY = 3;
const NOTICE_DAYS = 5;

const WELCOME = `Welcome, readers. This month it’s a short one, so there are no excuses: a dozen pages, one mouse, and a parcel that nobody is allowed to open. Read it, or have it read to you on the way to work, and stop wherever you like; we’ll be talking about the last chapter but one.

New here? Say hello on the board, tell us what you’re bringing, and sit anywhere but the green chair. It’s Leopold’s. He will never say so.`;

const PRESIDENT = `Dear all,

Thank you for last month. I have never heard so much said about street lighting by people who had, on the whole, read the book. For those who asked, the red was a Dolcetto, and there are four bottles left at the shop with our name on them.

Two small things. Please put what you’re bringing on the board by Monday, so that we don’t have another evening of seven hummuses. And I’d like to choose the winter books together this time: come with one title you love and one you have been lying about having read.

See you on Wednesday. Bring someone, if they can keep a secret about an ending.

Margit`;

/** The demo's messages, and a meeting on the first Wednesday at least five days away. */
export function demoContent(now: Date, timeZone: string): ContentPatch {
  // noon UTC keeps the date in every zone
  const soon = addDays(new Date(`${formatInTimeZone(now, timeZone, "yyyy-MM-dd")}T12:00:00Z`), NOTICE_DAYS);
  const meeting = addDays(soon, (WEDNESDAY - soon.getUTCDay() + 7) % 7);
  return {
    welcomeMessage: WELCOME,
    presidentMessage: PRESIDENT,
    meetingDate: meeting.toISOString().slice(0, 10),
    meetingTime: "19:00",
    meetingLocation: "Finch & Daughter Wines, the back room, 14 Mill Lane",
  };
}
