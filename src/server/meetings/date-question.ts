import type { DateOption, DateRow } from "#db/meeting-dates.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

import { findMeeting, requireUpcoming } from "./current-meeting.ts";
import { getStart, isMeetingOver } from "./meeting-times.ts";

/** @throws AppError 'not-found'; 'conflict' if the question or the meeting is over */
export function requireDateQuestion(deps: Deps, id: number): DateRow[] {
  requireUpcoming(deps, id);
  const openDates = listOpenDates(deps, id);
  if (openDates.length === 0) throw new AppError("conflict", "Nobody is asking for a date anymore.");
  return openDates;
}

/** Empty once all have passed. */
export function listOpenDates(deps: Deps, meetingId: number): DateRow[] {
  const dates = deps.stores.meetingDates.list(meetingId);
  return dates.every((date) => isPastOption(deps, date)) ? [] : dates;
}

/** Whether an email's question is unchanged and open. */
export function isDateQuestionOpen(deps: Deps, meetingId: number, dateSet: string): boolean {
  const meeting = findMeeting(deps, meetingId);
  const canBeAnswered = meeting !== null && meeting.cancelledAt === null && !isMeetingOver(deps, meeting);
  return canBeAnswered && dateSetKey(listOpenDates(deps, meetingId)) === dateSet;
}

export function hasAnsweredDates({ stores }: Deps, meetingId: number, userId: number): boolean {
  return stores.meetingDates.countAnswers(meetingId, userId).mine;
}

/** Counts a meeting's date polls, so that a link of an earlier one can be recognized. */
export function getQuestionNumber({ stores }: Deps, meetingId: number): number {
  return stores.meetingDates.findQuestion(meetingId);
}

/** A key for mails that are sent once per set of dates. */
export function dateSetKey(dates: readonly DateOption[]): string {
  return dates.map(({ date, time }) => `${date}T${time}`).join(",");
}

export function isPastOption(deps: Deps, option: DateOption): boolean {
  const start = getStart(deps, option);
  return start === null || start <= deps.clock.now();
}
