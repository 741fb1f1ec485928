import type { MeetingRow } from "#db/meetings.ts";
import type { HostRule } from "#server/access/caller.ts";
import type { Member } from "#server/access/limits.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

import { findMeeting, requireMeeting } from "./current-meeting.ts";
import { isMeetingOver } from "./meeting-times.ts";

/** True for admins, and for the meeting's host until it's over (BEYOND 10). Services check again in a transaction. */
export function canManageMeeting(deps: Deps, { id, isAdmin }: Member, meeting: MeetingRow | null): boolean {
  return isAdmin || (meeting !== null && meeting.host?.id === id && !isMeetingOver(deps, meeting));
}

export const meetingManagerGuard = (deps: Deps): HostRule => ({
  isAllowed: (user, id) => canManageMeeting(deps, user, findMeeting(deps, id)),
  createError: createHostsOnlyError,
});

export function requireMeetingManager(deps: Deps, author: Member, id: number): MeetingRow {
  if (!canManageMeeting(deps, author, findMeeting(deps, id))) throw createHostsOnlyError();
  return requireMeeting(deps, id);
}

export const createHostsOnlyError = (): AppError =>
  new AppError("forbidden", "Only admins and this meeting's host may do this.");

export function isHostForBook(deps: Deps, userId: number, bookId: number): boolean {
  const meetings = deps.stores.meetings.listOfBook(bookId);
  return meetings.some((meeting) => meeting.host?.id === userId && !isMeetingOver(deps, meeting));
}
