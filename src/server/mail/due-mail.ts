import { addDays, subHours } from "date-fns";

import { HOST_MAILS_IN_WINDOW, HOST_MAILS_MAX, HOST_MAILS_WINDOW_HOURS } from "#contract/limits.ts";
import { addCalendarDays, localTime, zonedInstant } from "#contract/zoned-time.ts";
import type { MeetingRow } from "#db/meetings.ts";
import { describeError } from "#server/adapters/log.ts";
import { getCurrentMonth } from "#server/books/current-book.ts";
import type { Deps } from "#server/deps.ts";
import { listMeetingsFrom } from "#server/meetings/current-meeting.ts";
import { getStartOrDay } from "#server/meetings/meeting-times.ts";
import { addToOutbox, isMailEnabled } from "#server/outbox/outbox.ts";

import { deliverMail } from "./delivery.ts";
import { queueMonthIncompleteMail } from "./month-incomplete-mail.ts";
import { getNextDueTime } from "./monthly-mail.ts";

/** Can be called at any time, and never throws. */
export async function queueDueMail(deps: Deps): Promise<void> {
  try {
    const { stores, clock } = deps;
    if (!isMailEnabled(deps)) return;
    const now = clock.now();
    const queuedCounts = {
      monthly:
        getNextDueTime(deps) <= now ? addToOutbox(deps, { kind: "monthly", dedupeKey: getCurrentMonth(deps) }) : 0,
      reminders: queueReminders(deps),
      unready: queueMonthIncompleteMail(deps),
    };
    if (Object.values(queuedCounts).some((count) => count > 0)) deps.log.info("due mail queued", queuedCounts);
    const pause = stores.email.findPause();
    // a pause that ends later than a new one could was set before the clock was set back
    if (pause && pause.until > now.toISOString() && pause.until < addDays(now, 1).toISOString()) return;
    if (stores.outbox.hasQueued() || stores.outbox.hasSending()) await deliverMail(deps);
  } catch (error) {
    deps.log.error("queueing due mail failed", { error: describeError(error) });
  }
}

/** At 09:00 in the club's zone (BEYOND 3). */
const REMINDER_DAYS_BEFORE = 2;

/** @returns the number of mails */
function queueReminders(deps: Deps): number {
  const today = localTime(deps.clock.now(), deps.config.clubTimeZone).slice(0, 10);
  let queuedCount = 0;
  for (const meeting of listMeetingsFrom(deps, `${today}T00:00`))
    if (isReminderDue(deps, meeting) && !isBeyondHostLimit(deps, meeting))
      queuedCount += addToOutbox(deps, { kind: "reminder", meetingId: meeting.id, dedupeKey: reminderKey(meeting) });
  return queuedCount;
}

const reminderKey = ({ id, date }: MeetingRow) => `${id}:${date}`;

/** Moving a meeting again and again sends no more reminders than other mail; one may wait for that (BEYOND 14). */
function isBeyondHostLimit({ stores, clock }: Deps, meeting: MeetingRow): boolean {
  if (!meeting.changedByHost) return false;
  const until = clock.now();
  const since = subHours(until, HOST_MAILS_WINDOW_HOURS).toISOString();
  const hostMailFilter = { meetingId: meeting.id, dedupeKey: reminderKey(meeting), since, until: until.toISOString() };
  const { ofMeeting, recent } = stores.outbox.countReminded(hostMailFilter);
  return ofMeeting >= HOST_MAILS_MAX || recent >= HOST_MAILS_IN_WINDOW;
}

/** True from two days before until the start, unless the meeting was planned or moved later. */
function isReminderDue(deps: Deps, meeting: MeetingRow): boolean {
  const { stores, clock } = deps;
  const now = clock.now();
  const startsAt = getStartOrDay(deps, meeting);
  if (!startsAt || startsAt <= now || meeting.cancelledAt !== null) return false;
  const dueAt = zonedInstant(`${addCalendarDays(meeting.date, -REMINDER_DAYS_BEFORE)}T09:00`, deps.config.clubTimeZone);
  // enabling mail doesn't send reminders that were due before
  return dueAt <= now && meeting.movedAt <= dueAt.toISOString() && stores.email.wasEnabled(dueAt.toISOString());
}
