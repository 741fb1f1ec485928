import type { User } from "#contract/users.ts";
import type { MeetingRow } from "#db/meetings.ts";
import type { HostRule } from "#server/access/caller.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

import { findMeeting, isMeetingOver, requireMeeting } from "./current-meeting.ts";

type Person = Pick<User, "id" | "isAdmin">;

/**
 * The one rule for what admins may do for a single meeting, and its host until it's over (BEYOND 10). Routes ask it before
 * a body is read, and services again inside their transaction.
 */
export function canManageMeeting(deps: Deps, { id, isAdmin }: Person, meeting: MeetingRow | null): boolean {
  return isAdmin || (meeting !== null && meeting.hostId === id && !isMeetingOver(deps, meeting));
}

/** The same as a guard, for calls with a meeting's id in their address. */
export const meetingManagerGuard = (deps: Deps): HostRule => ({
  isAllowed: (user, id) => canManageMeeting(deps, user, findMeeting(deps, id)),
  createError: hostsOnly,
});

/** @throws AppError 'not-found' to admins, 'forbidden' to who neither is one nor hosts it */
export function requireMeetingManager(deps: Deps, author: Person, id: number): MeetingRow {
  if (!canManageMeeting(deps, author, findMeeting(deps, id))) throw hostsOnly();
  return requireMeeting(deps, id);
}

export const hostsOnly = (): AppError => new AppError("forbidden", "Only admins and this meeting's host may do this.");

/** Whether they host a meeting about the book that isn't over, so they may write its questions. */
export function isHostForBook(deps: Deps, userId: number, bookId: number): boolean {
  const meetings = deps.stores.meetings.listOfBook(bookId);
  return meetings.some((meeting) => meeting.hostId === userId && !isMeetingOver(deps, meeting));
}
