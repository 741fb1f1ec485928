import { addHours, differenceInSeconds, subHours } from "date-fns";

import { HOST_MAILS_IN_WINDOW, HOST_MAILS_MAX, HOST_MAILS_WINDOW_HOURS } from "#contract/limits.ts";
import type { MeetingRow } from "#db/meetings.ts";
import type { Author } from "#server/access/caller.ts";
import { formatWait } from "#server/access/limits.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

import { endOf } from "./meeting-times.ts";

/**
 * Counts what a host's change mails to members (BEYOND 14). Call it in the transaction of the change, so that a refusal
 * undoes it. @param mails how many were queued: without any, nothing counts
 * @throws AppError 'too-many'
 */
export function countHostMail(deps: Deps, author: Author, meeting: MeetingRow, mails: number): void {
  if (author.isAdmin || mails === 0) return;
  const { hostMails } = deps.stores;
  const now = deps.clock.now();
  const ofMeeting = hostMails.listOfMeeting(meeting.id);
  const next = Math.max(nextIn(ofMeeting, now), nextIn(hostMails.listOfHost(author.id), now));
  if (ofMeeting.length >= HOST_MAILS_MAX)
    throw refusal(
      `Members got ${HOST_MAILS_MAX} emails from this meeting's host already. Save without telling them, or ask an admin.`,
      endOf(meeting, deps.instantAt) ?? addHours(now, HOST_MAILS_WINDOW_HOURS),
      now,
    );
  if (next > now.getTime()) {
    const until = new Date(next);
    const message = `A host can email members ${HOST_MAILS_IN_WINDOW} times in ${HOST_MAILS_WINDOW_HOURS} hours.`;
    throw refusal(
      `${message} Save without telling them, or try again in ${formatWait(secondsTo(until, now))}.`,
      until,
      now,
    );
  }
  hostMails.insert(meeting.id, author.id, now.toISOString());
}

/** When the next mail may follow these, which are the latest first. A time in the future is from a clock that was ahead. */
function nextIn(sentAt: readonly string[], now: Date): number {
  const [since, until] = [subHours(now, HOST_MAILS_WINDOW_HOURS).toISOString(), now.toISOString()];
  const recent = sentAt.filter((at) => at > since && at <= until);
  const blocking = recent[HOST_MAILS_IN_WINDOW - 1];
  return blocking === undefined ? 0 : addHours(blocking, HOST_MAILS_WINDOW_HOURS).getTime();
}

function refusal(message: string, until: Date, now: Date): AppError {
  return new AppError("too-many", message, { retryAfter: secondsTo(until, now) });
}

function secondsTo(until: Date, now: Date): number {
  return differenceInSeconds(until, now, { roundingMethod: "ceil" });
}
