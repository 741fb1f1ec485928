import { subDays } from "date-fns";
import { formatInTimeZone } from "date-fns-tz";

import { HOST_MAILS_MAX } from "#contract/limits.ts";
import { addCalendarDays, isNotificationTime, localTime } from "#contract/zoned-time.ts";
import type { MeetingRow } from "#db/meetings.ts";
import { describeError } from "#server/adapters/log.ts";
import { findCurrentBook, getCurrentMonth } from "#server/books/current-book.ts";
import { formatMonth } from "#server/books/format-month.ts";
import type { Deps } from "#server/deps.ts";
import { findAnswer } from "#server/meetings/answers.ts";
import { listMeetingsFrom } from "#server/meetings/current-meeting.ts";
import { formatMeeting, getStartOrDay } from "#server/meetings/meeting-times.ts";
import { findLatestPoll } from "#server/votes/polls.ts";

import { sendPushNotices } from "./push.ts";

/** So that new subscribers aren't notified about the past. */
const NEWS_MAX_DAYS = 1;
/** Per day and kind. Further changes by hosts wait, and the notice has the latest (BEYOND 14). */
const HOST_NOTICES_MAX = 2;

/** Sends each notice once, so it can run at any time. Never throws. */
export async function sendDueNotices(deps: Deps): Promise<void> {
  try {
    await notifyNewBook(deps);
    await notifyVote(deps);
    const today = localTime(deps.clock.now(), deps.config.clubTimeZone);
    for (const meeting of listMeetingsFrom(deps, today)) {
      await notifyMeetingMoved(deps, meeting);
      await notifyMeetingTomorrow(deps, meeting);
    }
    deps.stores.transaction(() => deps.stores.push.deleteSentBefore(subDays(deps.clock.now(), 400).toISOString()));
  } catch (error) {
    deps.log.warn("sending due notifications failed", { error: describeError(error) });
  }
}

/** Sent on the 1st, or when the book is added or adopted later (BEYOND 9). */
async function notifyNewBook(deps: Deps): Promise<void> {
  const book = findCurrentBook(deps);
  const month = getCurrentMonth(deps);
  if (!book || book.month < month || !isNotificationTime(deps.clock.now(), deps.config.clubTimeZone)) return;
  const title = book.month === month ? "This month's book" : "Our first book";
  await sendPushNotices(deps, `book:${book.id}`, { title, body: `${book.title} by ${book.author}`, path: "/" });
}

async function notifyVote(deps: Deps): Promise<void> {
  const poll = findLatestPoll(deps);
  if (!poll || poll.closedAt !== null || poll.createdAt < subDays(deps.clock.now(), NEWS_MAX_DAYS).toISOString())
    return;
  const month = formatMonth(poll.month, "MMMM");
  const closingDay = formatInTimeZone(poll.closesAt, deps.config.clubTimeZone, "MMMM d");
  const body = `Choose the book for ${month}, until ${closingDay}.`;
  await sendPushNotices(deps, `vote:${poll.id}`, { title: "A vote is open", body, path: "/recommendations" });
}

async function notifyMeetingMoved(deps: Deps, meeting: MeetingRow): Promise<void> {
  const cutoff = subDays(deps.clock.now(), NEWS_MAX_DAYS).toISOString();
  const { id, movedAt, createdAt, cancelledAt } = meeting;
  if (movedAt === createdAt || movedAt < cutoff || isBeyondHostLimit(deps, meeting, "moved")) return;
  const title = cancelledAt === null ? "The meeting has moved" : "The meeting is canceled";
  await sendPushNotices(deps, `moved:${id}:${cancelledAt ?? movedAt}`, {
    title,
    body: formatWhen(deps, meeting),
    path: "/",
  });
}

/** Sent from 09:00 on the day before, but not to members who declined. */
async function notifyMeetingTomorrow(deps: Deps, meeting: MeetingRow): Promise<void> {
  const { clock, config } = deps;
  const startsAt = getStartOrDay(deps, meeting);
  if (!startsAt || meeting.cancelledAt !== null || startsAt <= clock.now()) return;
  const now = localTime(clock.now(), config.clubTimeZone);
  const noticeAt = addCalendarDays(meeting.date, -1);
  if (!now.startsWith(noticeAt) || now < `${noticeAt}T09:00` || isBeyondHostLimit(deps, meeting, "tomorrow")) return;
  const notice = { title: "The meeting is tomorrow", body: formatWhen(deps, meeting), path: "/" };
  const hasNotDeclined = (userId: number) => findAnswer(deps, meeting.id, userId)?.answer !== "no";
  await sendPushNotices(deps, `tomorrow:${meeting.id}:${meeting.date}`, notice, hasNotDeclined);
}

function isBeyondHostLimit({ clock, stores }: Deps, { id, changedByHost }: MeetingRow, kind: string): boolean {
  const now = clock.now();
  const day = { since: subDays(now, NEWS_MAX_DAYS).toISOString(), until: now.toISOString() };
  const { ofMeeting, recent } = stores.push.countSent(kind, id, day);
  return changedByHost && (ofMeeting >= HOST_MAILS_MAX || recent >= HOST_NOTICES_MAX);
}

function formatWhen(deps: Deps, meeting: MeetingRow): string {
  const { day, time, place } = formatMeeting(deps, meeting);
  return [day, time, place].filter((part) => part !== "").join(", ");
}
