import { createHash } from "node:crypto";

import { subYears } from "date-fns";
import type { EventAttributes } from "ics";

import { createMeetingEvent, foldCalendar, isMeetingSet } from "#contract/meeting.ts";
import type { CalendarAddress } from "#contract/profile.ts";
import { localTime } from "#contract/zoned-time.ts";
import type { MeetingRow } from "#db/meetings.ts";
import { type Caller, writeAs } from "#server/access/caller.ts";
import { newToken } from "#server/adapters/secrets.ts";
import { ANY_MEMBER } from "#server/books/visible-books.ts";
import { publicOrigin } from "#server/config.ts";
import type { Deps } from "#server/deps.ts";
import { requireFound } from "#server/errors.ts";
import { getClubInfo } from "#server/members/club.ts";

import { formatAnswer } from "./answers.ts";
import { findCurrentMeeting } from "./current-meeting.ts";
import { getMeetingState } from "./meeting-times.ts";
import { formatUid, isBookShown } from "./serialize-meeting.ts";

const EMPTY_CALENDAR =
  "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nCALSCALE:GREGORIAN\r\nPRODID:bookclub\r\nX-PUBLISHED-TTL:PT1H\r\nEND:VCALENDAR\r\n";

export type CalendarFile = { fileName: string; text: string };

/** For phones that reject a file created in the page (SPEC 9). @throws AppError 'not-found' */
export async function createCurrentMeetingFile(deps: Deps): Promise<CalendarFile> {
  const meeting = findCurrentMeeting(deps);
  return requireFound(
    meeting && isMeetingSet(meeting) ? await createMeetingFile(deps, meeting) : null,
    "The next meeting has no date, time and place yet.",
  );
}

export async function createMeetingFile(deps: Deps, meeting: MeetingRow): Promise<CalendarFile | null> {
  const event = meeting.time === "" ? null : toEvent(deps, meeting);
  return event && { fileName: `${deps.config.clubShortName}_meeting.ics`, text: await writeCalendar([event]) };
}

/** Null without a date. It's one event with that of a file which the page creates. */
function toEvent(deps: Deps, meeting: MeetingRow, note = ""): EventAttributes | null {
  const details = {
    ...meeting,
    uid: formatUid(deps, meeting),
    state: getMeetingState(deps, meeting),
    bookTitle: isBookShown(deps, ANY_MEMBER, meeting) ? meeting.bookTitle : null,
  };
  const event = createMeetingEvent(getClubInfo(deps), details, new URL(publicOrigin(deps.config)).hostname);
  if (!event) return null;
  const changedMs = Date.parse(meeting.changedAt);
  // `ics` supports `timestamp` (DTSTAMP), but its types lack it
  const stamps: Partial<EventAttributes> & { timestamp: number } = { timestamp: changedMs, lastModified: changedMs };
  return { ...event, ...stamps, description: [event.description, note].filter(Boolean).join("\n") };
}

/** `name` is for calendars that programs subscribe to. */
async function writeCalendar(events: EventAttributes[], name?: string): Promise<string> {
  const { createEvents } = await import("ics");
  // `ics` escapes only the texts of events (RFC 5545 3.3.11)
  const calName = name?.replaceAll(/[\\;,]/g, "\\$&");
  const { error, value } = createEvents(events, { productId: "bookclub", ...(calName && { calName }) });
  // `ics` creates no calendar without events
  const text = value || (events.length === 0 ? EMPTY_CALENDAR : null);
  if (!text) throw new Error("The calendar file couldn't be created", { cause: error });
  const feedText = text.replace("X-PUBLISHED-TTL", "REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n$&");
  return foldCalendar(name ? feedText : text);
}

export function getCalendarUrl(deps: Deps, userId: number): CalendarAddress {
  const token = deps.stores.calendarFeeds.find(userId);
  return { url: token && `${publicOrigin(deps.config)}/calendar/${token}.ics` };
}

/** Also replaces the address. */
export function createCalendarUrl(deps: Deps, actor: Caller): CalendarAddress {
  return writeAs(deps, actor, ({ id }) => {
    deps.stores.calendarFeeds.save(id, newToken(), deps.clock.now().toISOString());
    return getCalendarUrl(deps, id);
  });
}

export function deleteCalendarUrl(deps: Deps, actor: Caller): CalendarAddress {
  return writeAs(deps, actor, ({ id }) => {
    deps.stores.calendarFeeds.delete(id);
    return getCalendarUrl(deps, id);
  });
}

/** @param file `TOKEN.ics` @returns the owner's id @throws AppError 'not-found' */
export function requireCalendarOwner({ stores }: Deps, file: string): number {
  const [, token] = /^([\w-]{43})\.ics$/.exec(file) ?? [];
  return requireFound(
    token === undefined ? null : stores.calendarFeeds.findOwner(token),
    "There is no calendar at this address.",
  );
}

export async function createMemberCalendar(deps: Deps, userId: number): Promise<{ text: string; etag: string }> {
  const { stores, clock, config } = deps;
  const firstDay = localTime(subYears(clock.now(), 1), config.clubTimeZone).slice(0, 10);
  const events = stores.meetings
    .listDatedFrom(firstDay)
    .map((meeting) => toEvent(deps, meeting, formatAnswer(stores.meetingAnswers.find(meeting.id, userId))));
  const text = await writeCalendar(
    events.filter((event) => event !== null),
    config.clubName,
  );
  return { text, etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"` };
}
