import { addHours, isValid, parseISO } from "date-fns";

import { CORRECTABLE_DAYS, HOST_NOTICE_HOURS } from "#contract/limits.ts";
import type {
  Meeting,
  MeetingPatch,
  MeetingSummary,
  NewMeeting,
  NotifyMembers,
  UnansweredMember,
} from "#contract/meetings.ts";
import { trimText } from "#contract/text-length.ts";
import { localTime } from "#contract/zoned-time.ts";
import type { MeetingColumns, MeetingRow } from "#db/meetings.ts";
import { recordAuditEvent } from "#server/access/audit.ts";
import { type Actor, type Author, writeAs } from "#server/access/caller.ts";
import { newToken } from "#server/adapters/secrets.ts";
import { findCurrentBook } from "#server/books/current-book.ts";
import { type BookViewer, findBook, type MemberViewer } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, assertNotStale, fieldError } from "#server/errors.ts";
import { queueMail } from "#server/outbox/outbox.ts";

import { findCurrentMeeting, requireMeeting } from "./current-meeting.ts";
import { requireMeetingManager } from "./host-rule.ts";
import { countHostMail } from "./hosts.ts";
import { getCorrectionDeadline, getStartOrDay, isMeetingOver, normalizeTime } from "./meeting-times.ts";
import { getMeeting, toSummary } from "./serialize-meeting.ts";

export function listMeetings(
  deps: Deps,
  viewer: MemberViewer,
  page: { before?: number | undefined; limit?: number | undefined },
): MeetingSummary[] {
  const { before = 0, limit = 100 } = page;
  return deps.stores.meetings.list({ before, limit }).map((meeting) => toSummary(deps, viewer, meeting));
}

/** Idempotent: two admins may plan it at once. @throws AppError 'invalid' for an impossible date or an unknown book */
export function planMeeting(deps: Deps, actor: Actor, { bookId, date, time, location }: NewMeeting): Meeting {
  requireValidDate(date, "/date");
  return writeAs(deps, actor, (author) => {
    requireExistingBook(deps, author, bookId);
    const chosenBookId = bookId === undefined ? (findCurrentBook(deps)?.id ?? null) : bookId;
    const fields = normalizeTime(deps, { date, time, location: trimText(location), bookId: chosenBookId });
    const existingId = deps.stores.meetings.findIdentical(fields);
    if (existingId !== null) return getMeeting(deps, author, existingId);
    const id = createMeeting(deps, fields);
    recordAuditEvent(deps, author, "meeting-planned", date);
    return getMeeting(deps, author, id);
  });
}

/** A new meeting gets the posts that belong to none. @returns its id */
export function createMeeting(deps: Deps, fields: MeetingColumns): number {
  const { stores, clock, config } = deps;
  const now = clock.now().toISOString();
  const setPastAt = isMeetingOver(deps, fields) ? now : null;
  return stores.meetings.insert(
    { ...normalizeTime(deps, fields), setPastAt },
    `${newToken()}@${config.clubShortName}`,
    now,
  );
}

/** Hosts can't change the book. @throws AppError 'not-found'; 'forbidden'; 'invalid'; 'conflict'; 'too-many' */
export function updateMeeting(deps: Deps, actor: Actor, id: number, { tell, was, ...sent }: MeetingPatch): Meeting {
  const patch = sent.location === undefined ? sent : { ...sent, location: trimText(sent.location) };
  if (patch.date !== undefined) requireValidDate(patch.date, "/date");
  return writeAs(deps, actor, (author) => {
    const meeting = requireMeetingManager(deps, author, id);
    requireCorrectable(deps, meeting);
    if (patch.bookId !== undefined && !author.isAdmin)
      throw new AppError("forbidden", "Only admins choose a meeting's book.");
    requireExistingBook(deps, author, patch.bookId);
    assertNotStale<MeetingColumns>(meeting, patch, was);
    const auditEvent = saveMeetingFields(deps, author, meeting, patch);
    if (auditEvent) recordAuditEvent(deps, author, auditEvent, patch.date ?? meeting.date);
    if (tell) mailChange(deps, author, id);
    return getMeeting(deps, author, id);
  });
}

/** Queues one mail per member for each change of a meeting. */
export function mailChange(deps: Deps, author: Author, id: number): void {
  const meeting = requireMeeting(deps, id);
  const mailCount = queueMail(deps, { kind: "meeting-changed", dedupeKey: `${id}:${meeting.sequence}` });
  countHostMail(deps, author, meeting, mailCount);
}

/** Writes the fields that differ. @returns the audit event, or null. @throws AppError 'invalid' for a host's date */
export function saveMeetingFields(
  deps: Deps,
  author: Author,
  meeting: MeetingRow,
  { bookId, ...patch }: Partial<MeetingColumns>,
): "meeting-changed" | "meeting-ended" | "meeting-reopened" | null {
  const { stores, clock } = deps;
  const now = clock.now().toISOString();
  const fields = normalizeTime(deps, {
    date: patch.date ?? meeting.date,
    time: patch.time ?? meeting.time,
    location: patch.location ?? meeting.location,
  });
  if (!author.isAdmin) requireAllowedHostDate(deps, meeting, fields);
  const isMoved = fields.date !== meeting.date || fields.time !== meeting.time;
  const isSame = !isMoved && fields.location === meeting.location;
  const isSameBook = bookId === undefined || bookId === meeting.bookId;
  const wasOver = isMeetingOver(deps, meeting);
  const isOver = isMeetingOver(deps, fields);
  const setPastAt = !isOver ? null : wasOver ? meeting.setPastAt : now;
  const change = { ...fields, movedAt: isMoved ? now : meeting.movedAt, setPastAt, changedByHost: !author.isAdmin };
  if (!isSame) stores.meetings.update(meeting.id, change, now);
  // in another month it would be about that month's book, which only admins choose
  if (!author.isAdmin && fields.date !== meeting.date) stores.meetings.updateBook(meeting.id, meeting.bookId, now);
  if (isMoved) stores.meetingDates.end(meeting.id);
  if (!isSameBook) stores.meetings.updateBook(meeting.id, bookId, now);
  if (wasOver === isOver) return isSame && isSameBook ? null : "meeting-changed";
  // posts since then were for the next meeting, which is this one again
  if (wasOver && findCurrentMeeting(deps)?.id === meeting.id) stores.meetings.attachPosts(meeting.id);
  return isOver ? "meeting-ended" : "meeting-reopened";
}

/** Idempotent. @throws AppError 'not-found'; 'conflict' once it's over */
export function setCanceled(
  deps: Deps,
  actor: Actor,
  id: number,
  { isCancelled, tell }: NotifyMembers & { isCancelled: boolean },
): Meeting {
  return writeAs(deps, actor, (author) => {
    const meeting = requireMeeting(deps, id);
    if (isMeetingOver(deps, meeting)) throw new AppError("conflict", "This meeting is over.");
    if ((meeting.cancelledAt !== null) !== isCancelled) {
      deps.stores.meetings[isCancelled ? "cancel" : "restore"](id, deps.clock.now().toISOString());
      recordAuditEvent(deps, author, isCancelled ? "meeting-cancelled" : "meeting-restored", meeting.date);
    }
    if (tell) mailChange(deps, author, id);
    return getMeeting(deps, author, id);
  });
}

/** @throws AppError 'not-found'; 'conflict' if it has answers, claims or posts */
export function deleteMeeting(deps: Deps, actor: Actor, id: number): void {
  writeAs(deps, actor, (author) => {
    const { date } = requireMeeting(deps, id);
    if (deps.stores.meetings.isUsed(id))
      throw new AppError("conflict", "Cancel it instead: members have answered, or posted for this meeting.");
    deps.stores.meetings.delete(id);
    recordAuditEvent(deps, author, "meeting-removed", date);
  });
}

export function listUnanswered(deps: Deps, id: number): UnansweredMember[] {
  requireMeeting(deps, id);
  return deps.stores.meetingAnswers.listUnanswered(id);
}

/** Accepts empty. */
export function requireValidDate(day: string, path: string): void {
  if (day === "" || isValid(parseISO(day))) return;
  throw fieldError(path, `There is no such day as ${day}`);
}

function requireExistingBook(deps: Deps, author: BookViewer, bookId: number | null | undefined): void {
  if (bookId === undefined || bookId === null || findBook(deps, author, bookId)) return;
  throw fieldError("/bookId", "There is no such book");
}

function requireCorrectable(deps: Deps, meeting: MeetingRow): void {
  const deadline = getCorrectionDeadline(deps, meeting);
  if (deadline === null || deps.clock.now() < deadline) return;
  const message = `This meeting was over more than ${CORRECTABLE_DAYS} days ago, so it can't be changed anymore.`;
  throw new AppError("conflict", message);
}

type MeetingTime = Pick<MeetingRow, "date" | "time">;

/** A meeting's end opens the talk, so hosts can't set a past or sudden date (BEYOND 14). @throws AppError 'invalid' */
function requireAllowedHostDate(deps: Deps, meeting: MeetingTime, next: MeetingTime): void {
  const isSameDay = next.date === meeting.date;
  if (isSameDay && (next.time === meeting.time || next.date === "")) return;
  const start = getStartOrDay(deps, next);
  if (start === null) throw fieldError("/date", "Only admins can remove the date.");
  const now = deps.clock.now();
  if (isSameDay) {
    if (start > now) return;
    throw fieldError("/time", "Choose a time that lies ahead. Only admins can set one in the past.");
  }
  if (localTime(now, deps.config.clubTimeZone).startsWith(`${meeting.date}T`))
    throw fieldError("/date", "On the day of the meeting you can change its time, but only admins its date.");
  if (start < addHours(now, HOST_NOTICE_HOURS))
    throw fieldError("/date", `Choose a date at least ${HOST_NOTICE_HOURS} hours ahead. Admins can set any date.`);
}
