import type { DateQuestion, DatesAnswer } from "#contract/meeting-dates.ts";
import type { Meeting, NotifyMembers } from "#contract/meetings.ts";
import type { DateOption } from "#db/meeting-dates.ts";
import { recordAuditEvent } from "#server/access/audit.ts";
import { type Actor, writeAs } from "#server/access/caller.ts";
import { requireLatestChange } from "#server/access/latest-change.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, fieldError } from "#server/errors.ts";
import { queueMail } from "#server/outbox/outbox.ts";

import { requireNotOver } from "./current-meeting.ts";
import { dateSetKey, isPastOption, listOpenDates, requireDateQuestion } from "./date-question.ts";
import { requireMeetingManager } from "./host-rule.ts";
import { countHostMail } from "./hosts.ts";
import { normalizeTime } from "./meeting-times.ts";
import { mailChange, requireValidDate, saveMeetingFields } from "./meetings.ts";
import { getMeeting } from "./serialize-meeting.ts";

/** Asks members, or changes the dates; those that stay retain their answers (BEYOND 10). */
export function askForDate(deps: Deps, actor: Actor, id: number, { dates: proposed, tell }: DateQuestion): Meeting {
  return writeAs(deps, actor, (author) => {
    const meeting = requireMeetingManager(deps, author, id);
    requireNotOver(deps, meeting);
    const dates = requireFutureDates(deps, proposed);
    const { meetingDates } = deps.stores;
    // answers to an earlier question
    if (listOpenDates(deps, id).length === 0) meetingDates.end(id);
    const oldKey = dateSetKey(meetingDates.list(id));
    meetingDates.replace(id, dates);
    const newKey = dateSetKey(meetingDates.list(id));
    if (newKey !== oldKey) recordAuditEvent(deps, author, "dates-asked", meeting.date);
    if (tell) {
      // once for each set of dates, to members who haven't answered it
      const mailCount = queueMail(deps, { kind: "meeting-dates", meetingId: id, dedupeKey: `${id}:${newKey}` });
      countHostMail(deps, author, meeting, mailCount);
    }
    return getMeeting(deps, author, id);
  });
}

export function endDateQuestion(deps: Deps, actor: Actor, id: number): Meeting {
  return writeAs(deps, actor, (author) => {
    const meeting = requireMeetingManager(deps, author, id);
    requireNotOver(deps, meeting);
    if (deps.stores.meetingDates.list(id).length > 0) recordAuditEvent(deps, author, "dates-withdrawn", meeting.date);
    deps.stores.meetingDates.end(id);
    return getMeeting(deps, author, id);
  });
}

export function answerDates(deps: Deps, actor: Actor, id: number, { ids }: DatesAnswer): Meeting {
  return writeAs(deps, actor, (author) => {
    const openDates = requireDateQuestion(deps, id);
    if (ids.some((one) => !openDates.some((date) => date.id === one)))
      throw fieldError("/ids", "These dates have changed. Please look again and choose.");
    const ownVotes = deps.stores.meetingDates.listVotes(id).filter(({ user }) => user.id === author.id);
    const isUnchanged = Bun.deepEquals(new Set(ownVotes.map(({ dateId }) => dateId)), new Set(ids));
    requireLatestChange(deps, actor, `dates ${id}`, isUnchanged);
    deps.stores.meetingDates.saveAnswer(id, author.id, ids, deps.clock.now().toISOString());
    return getMeeting(deps, author, id);
  });
}

/** Members who can attend then are attending. @throws AppError 'not-found' also for a date that isn't an option */
export function chooseDate(deps: Deps, actor: Actor, id: number, dateId: number, { tell }: NotifyMembers): Meeting {
  return writeAs(deps, actor, (author) => {
    const meeting = requireMeetingManager(deps, author, id);
    requireNotOver(deps, meeting);
    const chosenDate = deps.stores.meetingDates.list(id).find((date) => date.id === dateId);
    if (!chosenDate)
      throw new AppError("not-found", "This date isn't asked about anymore. Someone may have chosen one.");
    if (isPastOption(deps, chosenDate)) throw new AppError("conflict", "This date has passed. Choose another one.");
    const { meetings, meetingDates } = deps.stores;
    const now = deps.clock.now().toISOString();
    meetingDates.markAttending(id, dateId, now);
    const { date, time } = chosenDate;
    // an unchanged date counts as a change, so that members are notified
    if (saveMeetingFields(deps, author, meeting, { date, time }) === null)
      meetings.update(id, { ...meeting, changedByHost: !author.isAdmin }, now);
    meetingDates.end(id);
    recordAuditEvent(deps, author, "date-chosen", date);
    if (tell) mailChange(deps, author, id);
    return getMeeting(deps, author, id);
  });
}

/** @returns the dates as the club's clocks show them */
function requireFutureDates(deps: Deps, proposedDates: readonly DateOption[]): DateOption[] {
  for (const [index, { date }] of proposedDates.entries()) requireValidDate(date, `/dates/${index}/date`);
  const dates = proposedDates.map((option) => normalizeTime(deps, option));
  for (const [index, option] of dates.entries()) {
    if (isPastOption(deps, option)) throw fieldError(`/dates/${index}/date`, "Each date must lie ahead.");
    if (dates.findIndex(({ date, time }) => date === option.date && time === option.time) < index)
      throw fieldError(`/dates/${index}`, "You propose this date twice.");
  }
  return dates;
}
