import type { AuditEntry, DerivedAuditEvent, NamedAuditEvent } from "#contract/audit.ts";
import { pluralize } from "#contract/counts.ts";
import { formatMeetingDate, formatMonth } from "#web/lib/format/dates.ts";

const FIELD_LABELS: Record<string, string> = {
  welcomeMessage: "the welcome message",
  presidentMessage: "the message from the team",
  meetingDate: "the meeting date",
  meetingTime: "the meeting time",
  meetingLocation: "the meeting location",
};

const listFormat = new Intl.ListFormat("en");
const formatMeetingOn = (day: string) =>
  day ? `the meeting on ${formatMeetingDate(day)}` : "a meeting without a date";
const formatPostCount = (count: string) => pluralize(Number(count), "post");

type EventFormatter = (subject: string, isActor: boolean) => string;
/** Other events are formatted like "changed the wine 'Rioja'". */
const EVENT_FORMATTERS: Record<NamedAuditEvent, EventFormatter> & Partial<Record<DerivedAuditEvent, EventFormatter>> = {
  "content-changed": (fields) =>
    `changed ${listFormat.format(fields.split(",").map((field) => FIELD_LABELS[field] ?? field))}`,
  "board-reset": (count) => `reset the posting board (${formatPostCount(count)})`,
  "board-restored": (count) => `brought ${formatPostCount(count)} back to the board`,
  "book-created": (title) => `added the book '${title}'`,
  "cover-uploaded": (title) => `uploaded a cover of '${title}'`,
  "cover-removed": (title) => `removed the cover of '${title}'`,
  "ebook-uploaded": (title) => `uploaded the eBook of '${title}'`,
  "ebook-removed": (title) => `removed the eBook of '${title}'`,
  "audiobook-uploaded": (title) => `uploaded the audiobook of '${title}'`,
  "audiobook-removed": (title) => `removed the audiobook of '${title}'`,
  "user-deleted": (name) => `deleted the user ${name}`,
  "password-reset": (name) => `reset the password of ${name}`,
  "member-renamed": (name) => `changed their name to ${name}`,
  "reset-link-created": (name) => `made a link for ${name} to set a new password`,
  "account-deleted": () => "deleted their account",
  "admin-made": (name) => `made ${name} an admin`,
  "admin-unmade": (name) => `made ${name} a member again`,
  "invitation-created": (role) => (role === "admin" ? "made an invitation for an admin" : "made an invitation"),
  "invitation-revoked": () => "revoked an invitation",
  "email-enabled": () => "turned the email service on",
  "email-disabled": () => "turned the email service off",
  "email-tested": (address) => `sent a test email${address ? ` to ${address}` : ""}`,
  "email-retried": (name) => `resent an email to ${name}`,
  "monthly-email-triggered": () => "sent the monthly email",
  "meeting-planned": (day) => `planned ${formatMeetingOn(day)}`,
  "meeting-changed": (day) => `changed ${formatMeetingOn(day)}`,
  "meeting-ended": (day) => `moved the meeting to ${formatMeetingDate(day)}, which ended it and opened its talk`,
  "meeting-reopened": (day) => `moved a meeting that was over to ${day ? formatMeetingDate(day) : "no date yet"}`,
  "meeting-cancelled": (day) => `canceled ${formatMeetingOn(day)}`,
  "meeting-restored": (day) => `restored ${formatMeetingOn(day)}`,
  "meeting-removed": (day) => `deleted ${formatMeetingOn(day)}`,
  "dates-asked": (day) => `asked for a date for ${formatMeetingOn(day)}`,
  "dates-withdrawn": (day) => `stopped asking for a date for ${formatMeetingOn(day)}`,
  "date-chosen": (day) => `chose ${formatMeetingDate(day)} for a meeting`,
  "host-named": (name, isActor) => (isActor ? "took a turn as host" : `made ${name} the host of a meeting`),
  "host-ended": (name, isActor) => (isActor ? "gave up a turn as host" : `ended the turn of ${name} as host`),
  "message-changed": (month) => `changed the message for ${formatMonth(month)}`,
  "post-removed": (name) => `deleted a post by ${name}`,
  "note-removed": (name) => `deleted a note by ${name}`,
  "talk-opened": (title) => `opened the talk about '${title}'`,
  "announcement-sent": (subject) => `sent the announcement '${subject}'`,
  "poll-opened": (month) => `opened the vote for ${formatMonth(month)}`,
  "poll-closed": (month) => `closed the vote for ${formatMonth(month)}`,
  "shelf-imported": (count) => `imported ${pluralize(Number(count), "book")}`,
  "import-undone": (count) => `undid an import (${pluralize(Number(count), "book")})`,
  "book-chosen": (title) => `made '${title}' a book of the month after the vote`,
};

/** The command line has no name. */
export function formatActor({ actor, actorId, actorUsername }: AuditEntry): string {
  return actor === "" ? "The operator" : formatPerson(actor, actorId, actorUsername);
}

/** 'changed the welcome message and the meeting date' */
export function formatAuditEvent({ kind, subject, subjectId, subjectUsername, actor, actorId }: AuditEntry): string {
  // old entries have no id
  const isActor = subjectId === null ? subject === actor : subjectId === actorId;
  const format = EVENT_FORMATTERS[kind];
  if (format) return format(isActor ? subject : formatPerson(subject, subjectId, subjectUsername), isActor);
  const [subjectText, verb] = kind.split("-");
  return `${verb === "removed" ? "deleted" : verb} the ${subjectText} '${subject}'`;
}

/** The username distinguishes namesakes, or the number of a deleted account. */
function formatPerson(name: string, id: number | null, username: string | null): string {
  if (username === null) return id === null ? name : `${name} (member ${id})`;
  return username === name ? name : `${name} (${username})`;
}
