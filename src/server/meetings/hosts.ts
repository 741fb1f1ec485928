import type { HostTurn, NewHost } from "#contract/meeting-hosts.ts";
import type { Meeting } from "#contract/meetings.ts";
import type { User } from "#contract/users.ts";
import type { MeetingRow } from "#db/meetings.ts";
import { type Actor, writeAs } from "#server/access/caller.ts";
import type { HostRule } from "#server/access/guards.ts";
import { recordAct } from "#server/audit/audit.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { findMember, findMemberId } from "#server/members/users.ts";

import { findMeeting, isMeetingOver, requireMeeting, requireUpcoming } from "./current-meeting.ts";
import { showMeeting } from "./meeting-view.ts";

type Person = Pick<User, "id" | "isAdmin">;

/**
 * The one rule for what admins may do for a single meeting, and its host until it's over (BEYOND 10). Routes ask it before
 * a body is read, and services again inside their transaction.
 */
export function mayRun(deps: Deps, { id, isAdmin }: Person, meeting: MeetingRow | null): boolean {
  return isAdmin || (meeting !== null && meeting.hostId === id && !isMeetingOver(deps, meeting));
}

/** The same as a guard, for calls with a meeting's id in their address. */
export const runsMeeting = (deps: Deps): HostRule => ({
  may: (user, id) => mayRun(deps, user, findMeeting(deps, id)),
  refuse: hostsOnly,
});

/** @throws AppError 'not-found' to admins, 'forbidden' to who neither is one nor hosts it */
export function requireRunnable(deps: Deps, author: Person, id: number): MeetingRow {
  if (!mayRun(deps, author, findMeeting(deps, id))) throw hostsOnly();
  return requireMeeting(deps, id);
}

export const hostsOnly = (): AppError => new AppError("forbidden", "Only admins and this meeting's host may do this.");

/** Whether they host a meeting about the book that isn't over, so they may write its questions. */
export function hostsBook(deps: Deps, userId: number, bookId: number): boolean {
  const meetings = deps.stores.meetings.listOfBook(bookId);
  return meetings.some((meeting) => meeting.hostId === userId && !isMeetingOver(deps, meeting));
}

/**
 * Makes the caller the host, or whom an admin names.
 * @throws AppError 'not-found' for the meeting or the name; 'forbidden'; 'conflict' when it's over, canceled or taken
 */
export function setHost(deps: Deps, id: number, { username }: NewHost, by: Actor): Meeting {
  return writeAs(deps, by, (author) => {
    if (username !== undefined && !author.isAdmin)
      throw new AppError("forbidden", "Only admins can name somebody. You can host yourself.");
    const meeting = requireUpcoming(deps, id);
    const hostId = username === undefined ? author.id : findMemberId(deps, username);
    const host = hostId === null ? null : findMember(deps, hostId);
    if (!host) throw new AppError("not-found", "There is no member with that username.");
    if (meeting.hostId === host.id) return showMeeting(deps, id, author);
    if (username === undefined && meeting.hostId !== null)
      throw new AppError("conflict", `${meeting.hostName} hosts this meeting already.`);
    saveHost(deps, id, host.id);
    recordAct(deps, author, "host-named", host.displayName, host.id);
    return showMeeting(deps, id, author);
  });
}

/** Ends the host's turn; without one it changes nothing. @throws AppError 'not-found'; 'forbidden'; 'conflict' when over */
export function endHosting(deps: Deps, id: number, by: Actor): Meeting {
  return writeAs(deps, by, (author) => {
    const meeting = requireMeeting(deps, id);
    if (isMeetingOver(deps, meeting)) throw new AppError("conflict", "This meeting is over.");
    if (meeting.hostId === null) return showMeeting(deps, id, author);
    if (meeting.hostId !== author.id && !author.isAdmin)
      throw new AppError("forbidden", "Only the host and admins can end somebody's turn.");
    saveHost(deps, id, null);
    recordAct(deps, author, "host-ended", meeting.hostName ?? "", meeting.hostId);
    return showMeeting(deps, id, author);
  });
}

/** Every member, who hasn't hosted for the longest first (BEYOND 10). */
export function listTurns(deps: Deps, viewer: Person): HostTurn[] {
  const held = deps.stores.meetings.listHosted().filter((meeting) => isMeetingOver(deps, meeting));
  return deps.stores.meetingHosts
    .listTurns(held.map(({ id }) => id))
    .map(({ userId, displayName, photoURL, times, lastHosted }) => ({
      user: { displayName, photoURL },
      times,
      lastHosted,
      mine: userId === viewer.id,
    }));
}

function saveHost({ stores, clock }: Deps, meetingId: number, userId: number | null): void {
  stores.meetingHosts.update(meetingId, userId, clock.now().toISOString());
}
