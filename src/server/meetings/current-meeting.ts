import { addHours } from "date-fns";

import { localTime } from "#contract/zoned-time.ts";
import type { MeetingRow } from "#db/meetings.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/http/errors.ts";

import { isPast } from "./meeting-times.ts";

/** A meeting that began this long ago is over, whatever the clocks did in between. */
const SURELY_OVER_HOURS = 6;

/**
 * The next meeting that isn't over, a cancelled one until its end, undated ones after all dated ones ahead; without one
 * the latest that is over; without any null (BEYOND 1).
 */
export function currentMeeting(deps: Deps): MeetingRow | null {
  const { stores, clock, config } = deps;
  const since = localTime(addHours(clock.now(), -SURELY_OVER_HOURS), config.clubTimeZone);
  const ahead = stores.meetings.listFrom(since).find((meeting) => !isMeetingOver(deps, meeting));
  return ahead ?? stores.meetings.findUndated() ?? stores.meetings.findLatest();
}

/** The current meeting while it isn't over: what is written or planned now is for it. */
export function meetingAhead(deps: Deps): MeetingRow | null {
  const meeting = currentMeeting(deps);
  return meeting && !isMeetingOver(deps, meeting) ? meeting : null;
}

/** True once its time has passed, also of a cancelled one. */
export function isMeetingOver({ clock, config }: Deps, meeting: Pick<MeetingRow, "date" | "time">): boolean {
  return isPast(meeting, clock.now(), config.clubTimeZone);
}

/** The latest meeting about a book that wasn't cancelled, or null; it may be still ahead: see `isMeetingOver`. */
export function lastMeetingOf({ stores }: Deps, bookId: number): MeetingRow | null {
  return stores.meetings.listOfBook(bookId).find(({ cancelledAt }) => cancelledAt === null) ?? null;
}

/** @throws AppError 'not-found' */
export function requireMeeting({ stores }: Deps, id: number): MeetingRow {
  const meeting = stores.meetings.find(id);
  if (!meeting) throw new AppError("not-found", "There is no such meeting.");
  return meeting;
}

/** A meeting that is still to come. @throws AppError 'not-found'; 'conflict' when it's over or cancelled */
export function requireComing(deps: Deps, id: number): MeetingRow {
  const meeting = requireMeeting(deps, id);
  if (isMeetingOver(deps, meeting)) throw new AppError("conflict", "This meeting is over.");
  if (meeting.cancelledAt !== null) throw new AppError("conflict", "This meeting was cancelled.");
  return meeting;
}
