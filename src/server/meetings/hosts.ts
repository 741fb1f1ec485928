import { addHours, differenceInSeconds, subHours } from "date-fns";

import { HOST_MAILS_IN_WINDOW, HOST_MAILS_MAX, HOST_MAILS_WINDOW_HOURS } from "#contract/limits.ts";
import type { HostTurn, NewHost } from "#contract/meeting-calls.ts";
import type { Meeting } from "#contract/meetings.ts";
import type { MeetingRow } from "#db/meetings.ts";
import { recordAuditEvent } from "#server/access/audit.ts";
import { type Actor, type Author, writeAs } from "#server/access/caller.ts";
import { formatWait, type Member } from "#server/access/limits.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { findMember, findMemberId } from "#server/members/users.ts";

import { requireMeeting, requireUpcoming } from "./current-meeting.ts";
import { getEnd, isMeetingOver } from "./meeting-times.ts";
import { getMeeting } from "./serialize-meeting.ts";

/** @throws AppError 'not-found' also for the username; 'forbidden'; 'conflict' if it's over, canceled or taken */
export function setHost(deps: Deps, actor: Actor, id: number, { username }: NewHost): Meeting {
  return writeAs(deps, actor, (author) => {
    if (username !== undefined && !author.isAdmin)
      throw new AppError("forbidden", "Only admins can name somebody. You can host yourself.");
    const meeting = requireUpcoming(deps, id);
    const hostId = username === undefined ? author.id : findMemberId(deps, username);
    const host = hostId === null ? null : findMember(deps, hostId);
    if (!host) throw new AppError("not-found", "There is no member with that username.");
    if (meeting.host?.id === host.id) return getMeeting(deps, author, id);
    if (username === undefined && meeting.host !== null)
      throw new AppError("conflict", `${meeting.host.displayName} hosts this meeting already.`);
    deps.stores.meetingHosts.update(id, host.id, deps.clock.now().toISOString());
    recordAuditEvent(deps, author, "host-named", host.displayName, host.id);
    return getMeeting(deps, author, id);
  });
}

/** @throws AppError 'not-found'; 'forbidden'; 'conflict' if it's over */
export function removeHost(deps: Deps, actor: Actor, id: number): Meeting {
  return writeAs(deps, actor, (author) => {
    const meeting = requireMeeting(deps, id);
    if (isMeetingOver(deps, meeting)) throw new AppError("conflict", "This meeting is over.");
    if (meeting.host === null) return getMeeting(deps, author, id);
    if (meeting.host.id !== author.id && !author.isAdmin)
      throw new AppError("forbidden", "Only the host and admins can end somebody's turn.");
    deps.stores.meetingHosts.update(id, null, deps.clock.now().toISOString());
    recordAuditEvent(deps, author, "host-ended", meeting.host.displayName, meeting.host.id);
    return getMeeting(deps, author, id);
  });
}

/** Members who haven't hosted for the longest come first (BEYOND 10). */
export function listHostRotation(deps: Deps, viewer: Member): HostTurn[] {
  const hostedMeetings = deps.stores.meetings.listHosted().filter((meeting) => isMeetingOver(deps, meeting));
  const meetingIds = hostedMeetings.map(({ id }) => id);
  return deps.stores.meetingHosts.listTurns(meetingIds, viewer.id);
}

/**
 * Limits the mails of a host's changes (BEYOND 14). Call it in the change's transaction. @throws AppError 'too-many'
 */
export function countHostMail(deps: Deps, author: Author, meeting: MeetingRow, mailCount: number): void {
  if (author.isAdmin || mailCount === 0) return;
  const { hostMails } = deps.stores;
  const now = deps.clock.now();
  const mailsOfMeeting = hostMails.listOfMeeting(meeting.id);
  if (mailsOfMeeting.length >= HOST_MAILS_MAX) {
    const message = `Members got ${HOST_MAILS_MAX} emails from this meeting's host already. Save without telling them, or ask an admin.`;
    const endsAt = getEnd(deps, meeting) ?? addHours(now, HOST_MAILS_WINDOW_HOURS);
    throw new AppError("too-many", message, { retryAfter: getSecondsUntil(endsAt, now) });
  }
  const nextAllowed = Math.max(
    getNextAllowedTime(mailsOfMeeting, now),
    getNextAllowedTime(hostMails.listOfHost(author.id), now),
  );
  if (nextAllowed > now.getTime()) {
    const retryAfter = getSecondsUntil(new Date(nextAllowed), now);
    const message = `A host can email members ${HOST_MAILS_IN_WINDOW} times in ${HOST_MAILS_WINDOW_HOURS} hours. Save without telling them, or try again in ${formatWait(retryAfter)}.`;
    throw new AppError("too-many", message, { retryAfter });
  }
  hostMails.insert(meeting.id, author.id, now.toISOString());
}

/** `sentAt` is sorted latest first. A time in the future was recorded before the clock was set back. */
function getNextAllowedTime(sentAt: readonly string[], now: Date): number {
  const [since, until] = [subHours(now, HOST_MAILS_WINDOW_HOURS).toISOString(), now.toISOString()];
  const recentMails = sentAt.filter((at) => at > since && at <= until);
  const blockingMail = recentMails[HOST_MAILS_IN_WINDOW - 1];
  return blockingMail === undefined ? 0 : addHours(blockingMail, HOST_MAILS_WINDOW_HOURS).getTime();
}

function getSecondsUntil(until: Date, now: Date): number {
  return differenceInSeconds(until, now, { roundingMethod: "ceil" });
}
