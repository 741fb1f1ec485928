import type { HostTurn, NewHost } from "#contract/meeting-calls.ts";
import type { Meeting } from "#contract/meetings.ts";
import type { User } from "#contract/users.ts";
import { authorOf } from "#db/users.ts";
import { recordAuditEvent } from "#server/access/audit.ts";
import { type Actor, writeAs } from "#server/access/caller.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { findMember, findMemberId } from "#server/members/users.ts";

import { isMeetingOver, requireMeeting, requireUpcoming } from "./current-meeting.ts";
import { getMeeting } from "./serialize-meeting.ts";

type Person = Pick<User, "id" | "isAdmin">;

/**
 * Makes the caller the host, or whom an admin names.
 * @throws AppError 'not-found' for the meeting or the name; 'forbidden'; 'conflict' when it's over, canceled or taken
 */
export function setHost(deps: Deps, actor: Actor, id: number, { username }: NewHost): Meeting {
  return writeAs(deps, actor, (author) => {
    if (username !== undefined && !author.isAdmin)
      throw new AppError("forbidden", "Only admins can name somebody. You can host yourself.");
    const meeting = requireUpcoming(deps, id);
    const hostId = username === undefined ? author.id : findMemberId(deps, username);
    const host = hostId === null ? null : findMember(deps, hostId);
    if (!host) throw new AppError("not-found", "There is no member with that username.");
    if (meeting.hostId === host.id) return getMeeting(deps, author, id);
    if (username === undefined && meeting.hostId !== null)
      throw new AppError("conflict", `${meeting.hostName} hosts this meeting already.`);
    saveHost(deps, id, host.id);
    recordAuditEvent(deps, author, "host-named", host.displayName, host.id);
    return getMeeting(deps, author, id);
  });
}

/** Ends the host's turn; without one it changes nothing. @throws AppError 'not-found'; 'forbidden'; 'conflict' when over */
export function removeHost(deps: Deps, actor: Actor, id: number): Meeting {
  return writeAs(deps, actor, (author) => {
    const meeting = requireMeeting(deps, id);
    if (isMeetingOver(deps, meeting)) throw new AppError("conflict", "This meeting is over.");
    if (meeting.hostId === null) return getMeeting(deps, author, id);
    if (meeting.hostId !== author.id && !author.isAdmin)
      throw new AppError("forbidden", "Only the host and admins can end somebody's turn.");
    saveHost(deps, id, null);
    recordAuditEvent(deps, author, "host-ended", meeting.hostName ?? "", meeting.hostId);
    return getMeeting(deps, author, id);
  });
}

/** Every member, who hasn't hosted for the longest first (BEYOND 10). */
export function listHostRotation(deps: Deps, viewer: Person): HostTurn[] {
  const held = deps.stores.meetings.listHosted().filter((meeting) => isMeetingOver(deps, meeting));
  return deps.stores.meetingHosts.listTurns(held.map(({ id }) => id)).map(({ times, lastHosted, ...member }) => ({
    user: authorOf(member),
    times,
    lastHosted,
    mine: member.userId === viewer.id,
  }));
}

function saveHost({ stores, clock }: Deps, meetingId: number, userId: number | null): void {
  stores.meetingHosts.update(meetingId, userId, clock.now().toISOString());
}
