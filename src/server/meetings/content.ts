import { subDays } from "date-fns";

import { type Content, CONTENT_FIELDS, type ContentChange, type ContentPatch } from "#contract/months.ts";
import { trimTexts } from "#contract/text-length.ts";
import type { MeetingColumns, MeetingRow } from "#db/meetings.ts";
import { recordAuditEvent } from "#server/access/audit.ts";
import { type Actor, type Author, writeAs } from "#server/access/caller.ts";
import { findCurrentBook, getCurrentMonth } from "#server/books/current-book.ts";
import type { Deps } from "#server/deps.ts";
import { assertNotStale } from "#server/errors.ts";

import { findCurrentMeeting, findLastMeeting } from "./current-meeting.ts";
import { isMeetingOver } from "./meeting-times.ts";
import { createMeeting, requireValidDate, saveMeetingFields } from "./meetings.ts";

export function getContent(deps: Deps): Content {
  const { stores } = deps;
  const meeting = findCurrentMeeting(deps);
  return {
    welcomeMessage: stores.content.findWelcome(),
    presidentMessage: stores.monthMessages.findShown(getCurrentMonth(deps))?.message ?? "",
    meetingDate: meeting?.date ?? "",
    meetingTime: meeting?.time ?? "",
    meetingLocation: meeting?.location ?? "",
  };
}

/** A later date after a past meeting plans the next (BEYOND 1). @throws AppError 'invalid'; 'conflict' */
export function updateContent(deps: Deps, actor: Actor, { was, ...sent }: ContentChange): Content {
  const patch = trimTexts(sent);
  if (patch.meetingDate !== undefined) requireValidDate(patch.meetingDate, "/meetingDate");
  return writeAs(deps, actor, (author) => {
    const { stores } = deps;
    const contentBefore = getContent(deps);
    assertNotStale(contentBefore, patch, was);
    if (patch.welcomeMessage !== undefined) stores.content.updateWelcome(patch.welcomeMessage);
    if (patch.presidentMessage !== undefined) saveMonthMessage(deps, getCurrentMonth(deps), patch.presidentMessage);
    const auditEvent = updateMeetingFields(deps, author, patch);
    const contentAfter = getContent(deps);
    const changedFields = CONTENT_FIELDS.filter((field) => contentBefore[field] !== contentAfter[field]);
    if (changedFields.length > 0) recordAuditEvent(deps, author, "content-changed", changedFields.join(","));
    if (auditEvent === "meeting-ended" || auditEvent === "meeting-reopened")
      recordAuditEvent(deps, author, auditEvent, contentAfter.meetingDate);
    return contentAfter;
  });
}

function updateMeetingFields(deps: Deps, author: Author, patch: ContentPatch): ReturnType<typeof saveMeetingFields> {
  const change = {
    ...(patch.meetingDate !== undefined && { date: patch.meetingDate }),
    ...(patch.meetingTime !== undefined && { time: patch.meetingTime }),
    ...(patch.meetingLocation !== undefined && { location: patch.meetingLocation }),
  };
  if (Object.keys(change).length === 0) return null;
  const meeting = findCurrentMeeting(deps);
  if (meeting && !startsNextMeeting(deps, meeting, change.date))
    return saveMeetingFields(deps, author, meeting, change);
  const pastMeeting = deps.stores.meetings.findSetPast(correctionCutoff(deps));
  if (pastMeeting) return saveMeetingFields(deps, author, pastMeeting, change);
  const { date = "", time = "", location = "" } = { ...meeting, ...change };
  if (date || time || location) createMeeting(deps, { date, time, location, bookId: findNextBookId(deps) });
  return null;
}

/** Clearing the date of a past meeting starts the next one, too: answers and posts stay with the past one. */
function startsNextMeeting(deps: Deps, meeting: MeetingRow, date: MeetingColumns["date"] | undefined): boolean {
  if (date === undefined || isRecentlySetInPast(deps, meeting)) return false;
  if (isMeetingOver(deps, meeting)) return date === "" || date > meeting.date;
  return meeting.cancelledAt !== null && date > meeting.date;
}

/** A date that was set into the past within a day is corrected by the next date (BEYOND 9). */
function isRecentlySetInPast(deps: Deps, { setPastAt }: MeetingRow): boolean {
  return setPastAt !== null && setPastAt > correctionCutoff(deps);
}

function correctionCutoff({ clock }: Deps): string {
  return subDays(clock.now(), 1).toISOString();
}

/** Null after its meeting: the book of the next meeting's month. */
function findNextBookId(deps: Deps): number | null {
  const book = findCurrentBook(deps);
  const lastMeeting = book && findLastMeeting(deps, book.id);
  return book && !(lastMeeting && isMeetingOver(deps, lastMeeting)) ? book.id : null;
}

export function findMonthMessage({ stores }: Deps, month: string): string {
  return stores.monthMessages.findOwn(month)?.message ?? "";
}

export function saveMonthMessage({ stores }: Deps, month: string, message: string): void {
  stores.monthMessages.save(month, message);
}
