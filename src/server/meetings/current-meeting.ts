import { addHours } from "date-fns";

import { localTime } from "#contract/zoned-time.ts";
import type { MeetingRow } from "#db/meetings.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, requireFound } from "#server/errors.ts";

import { isMeetingOver, normalizeTime } from "./meeting-times.ts";

/** More than any change of clocks. */
const MEETING_OVER_MARGIN_HOURS = 6;

/** The next meeting that isn't over (undated ones last), otherwise the latest past one (BEYOND 1). */
export function findCurrentMeeting(deps: Deps): MeetingRow | null {
  const { stores } = deps;
  const meeting = listUpcomingDated(deps)[0] ?? stores.meetings.findUndated() ?? stores.meetings.findLatest();
  return meeting && normalizeTime(deps, meeting);
}

export function findNextPlannedMeeting(deps: Deps): MeetingRow | null {
  const upcoming = [...listUpcomingDated(deps), deps.stores.meetings.findUndated()];
  return upcoming.find((meeting) => meeting?.cancelledAt === null) ?? null;
}

export function findUpcomingMeeting(deps: Deps): MeetingRow | null {
  const meeting = findCurrentMeeting(deps);
  return meeting && !isMeetingOver(deps, meeting) ? meeting : null;
}

function listUpcomingDated(deps: Deps): MeetingRow[] {
  const { stores, clock, config } = deps;
  const since = localTime(addHours(clock.now(), -MEETING_OVER_MARGIN_HOURS), config.clubTimeZone);
  return stores.meetings.listFrom(since).filter((meeting) => !isMeetingOver(deps, meeting));
}

/** May be in the future. */
export function findLastMeeting({ stores }: Deps, bookId: number): MeetingRow | null {
  return stores.meetings.listOfBook(bookId).find(({ cancelledAt }) => cancelledAt === null) ?? null;
}

/** Planned for it, or in its month; with canceled and past ones. */
export function listMeetingsOfBook({ stores }: Deps, bookId: number): MeetingRow[] {
  return stores.meetings.listOfBook(bookId);
}

export function findMeeting(deps: Deps, id: number): MeetingRow | null {
  const meeting = deps.stores.meetings.find(id);
  return meeting && normalizeTime(deps, meeting);
}

/** Includes canceled ones. `dateTime` is yyyy-MM-ddTHH:mm. */
export function listMeetingsFrom({ stores }: Deps, dateTime: string): MeetingRow[] {
  return stores.meetings.listFrom(dateTime);
}

export function requireMeeting(deps: Deps, id: number): MeetingRow {
  return requireFound(findMeeting(deps, id), "There is no such meeting.");
}

/** @throws AppError 'not-found'; 'conflict' if it's over or canceled */
export function requireUpcoming(deps: Deps, id: number): MeetingRow {
  const meeting = requireMeeting(deps, id);
  requireNotOver(deps, meeting);
  return meeting;
}

export function requireNotOver(deps: Deps, meeting: MeetingRow): void {
  if (isMeetingOver(deps, meeting)) throw new AppError("conflict", "This meeting is over.");
  if (meeting.cancelledAt !== null) throw new AppError("conflict", "This meeting was canceled.");
}
