import { addHours } from "date-fns";

import { MAIL_LINKS } from "#contract/first-paint.ts";
import type { User } from "#contract/users.ts";
import type { TakenMail } from "#db/outbox.ts";
import { issueOneTimeToken } from "#server/access/one-time-tokens.ts";
import { MailError, type RawMail } from "#server/adapters/mail-service.ts";
import { getCurrentMonth } from "#server/books/current-book.ts";
import type { Deps } from "#server/deps.ts";
import { publicOrigin } from "#server/http/proxy-headers.ts";
import { findAnswer } from "#server/meetings/answers.ts";
import { findMeeting, isMeetingOver } from "#server/meetings/current-meeting.ts";
import { hasAnsweredDates, isDateQuestionOpen } from "#server/meetings/date-question.ts";
import { startOrDayOf } from "#server/meetings/meeting-times.ts";
import { resetAddress } from "#server/members/password-reset.ts";
import { findMember } from "#server/members/users.ts";

import { accountMessage, ereaderMessage, resetMessage } from "./account-message.ts";
import { announcementMessage } from "./announcement-message.ts";
import { answerAddress, datesAddress } from "./answer-links.ts";
import { compose } from "./compose.ts";
import { datesMessage } from "./dates-message.ts";
import { changedMessage, reminderMessage } from "./meeting-message.ts";
import type { Message, Recipient } from "./message.ts";
import { missingOf, monthIncompleteMessage } from "./month-incomplete-mail.ts";
import { monthlyMessage } from "./monthly-message.ts";
import { type MailChoice, unsubscribeToken } from "./unsubscribe.ts";
import { welcomeMessage } from "./welcome-message.ts";

export type Writer = (mail: TakenMail) => Promise<RawMail | null>;

/** Turns outbox rows into mails; null for one that isn't needed anymore, like a moved meeting's reminder. */
export function createWriter(deps: Deps): Writer {
  let monthly: Promise<(reader: Recipient) => Message> | null = null;
  return async (mail) => {
    const user = findMember(deps, mail.userId);
    if (!user) throw new MailError("refused", "The member has left the club.");
    const reader = (choice: MailChoice): Recipient => ({
      displayName: user.displayName,
      unsubscribe: `${publicOrigin(deps.config)}/api/unsubscribe?token=${unsubscribeToken(deps, user.id, choice)}`,
      answerAddress: (meetingId) => answerAddress(deps, user.id, meetingId),
      datesAddress: (meetingId) => datesAddress(deps, user.id, meetingId),
      answer: (meetingId) => findAnswer(deps, meetingId, user.id),
    });
    const write = async (): Promise<Message | null> => {
      if (mail.kind === "welcome") return welcomeMessage(deps, user);
      if (mail.kind === "address-changed") return accountMessage(deps, user.displayName, "address");
      if (mail.kind === "sign-in-changed") return accountMessage(deps, user.displayName, signInUrl(mail));
      if (mail.kind === "password-reset") return resetMail(deps, user, mail);
      if (mail.kind === "monthly") return (await (monthly ??= monthlyMessage(deps)))(reader("wantsMonthlyMail"));
      if (!deps.stores.outbox.isWanted(mail.id)) return null;
      if (mail.kind === "ereader-link") return ereaderMessage(deps, user.displayName, ereaderLink(deps, user.id));
      if (mail.kind === "reminder") return reminderMail(deps, reader("wantsMeetingMail"), mail);
      if (mail.kind === "meeting-dates") return askForDates(deps, reader("wantsMeetingMail"), mail);
      if (mail.kind === "meeting-changed") return meetingChangedMail(deps, reader("wantsMeetingMail"), mail);
      if (mail.kind === "month-unready") return monthIncompleteMail(deps, mail.dedupeKey, user.displayName);
      const said = deps.stores.announcements.find(Number(mail.dedupeKey));
      return said && announcementMessage(deps, reader("wantsAnnouncements"), said);
    };
    const message = await write();
    return message && compose(deps, message, { ...user, email: mail.email });
  };
}

function signInUrl({ dedupeKey }: TakenMail): "password" | "passkey" {
  return dedupeKey.endsWith("passkey") ? "passkey" : "password";
}

/** In the fragment, so no server or proxy on the way sees it. */
function ereaderLink(deps: Deps, userId: number): string {
  return `${publicOrigin(deps.config)}${MAIL_LINKS.ereader}#${issueOneTimeToken(deps, "ereader", { userId }).secret}`;
}

/** The link is made when sending, so nothing in the queue holds a secret. */
function resetMail(deps: Deps, user: User, { dedupeKey, userId }: TakenMail): Promise<Message> | null {
  const isLate = addHours(new Date(dedupeKey), 1) <= deps.clock.now();
  return isLate ? null : resetMessage(deps, user, resetAddress(deps, userId).url);
}

async function reminderMail(deps: Deps, reader: Recipient, { dedupeKey, userId }: TakenMail): Promise<Message | null> {
  const [id, date] = dedupeKey.split(":");
  const meeting = findMeeting(deps, Number(id));
  const beginning = meeting && startOrDayOf(meeting, deps.instantAt);
  if (!meeting || meeting.date !== date || meeting.cancelledAt !== null) return null;
  if (!beginning || beginning <= deps.clock.now()) return null;
  if (findAnswer(deps, meeting.id, userId)?.answer === "no") return null;
  return reminderMessage(deps, reader, meeting);
}

async function meetingChangedMail(deps: Deps, reader: Recipient, mail: TakenMail): Promise<Message | null> {
  const [id] = mail.dedupeKey.split(":");
  const meeting = findMeeting(deps, Number(id));
  if (!meeting || isMeetingOver(deps, meeting) || deps.stores.outbox.isSuperseded(mail.id, `${id}:`)) return null;
  return changedMessage(deps, reader, meeting);
}

async function askForDates(deps: Deps, reader: Recipient, { dedupeKey, userId }: TakenMail): Promise<Message | null> {
  const id = Number.parseInt(dedupeKey, 10);
  const meeting = findMeeting(deps, id);
  if (!meeting || !isDateQuestionOpen(deps, id, dedupeKey.slice(`${id}:`.length))) return null;
  if (hasAnsweredDates(deps, id, userId)) return null;
  return datesMessage(deps, reader, meeting, datesAddress(deps, userId, id));
}

async function monthIncompleteMail(deps: Deps, month: string, displayName: string): Promise<Message | null> {
  const missing = missingOf(deps, month);
  return month <= getCurrentMonth(deps) || missing.length === 0
    ? null
    : monthIncompleteMessage(deps, month, missing, displayName);
}
