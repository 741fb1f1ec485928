import { addHours } from "date-fns";

import { MAIL_LINKS } from "#contract/first-paint.ts";
import type { User } from "#contract/users.ts";
import type { ClaimedMail } from "#db/outbox.ts";
import { issueOneTimeToken } from "#server/access/one-time-tokens.ts";
import { MailError, type RawMail } from "#server/adapters/mail-service.ts";
import { getCurrentMonth } from "#server/books/current-book.ts";
import type { Deps } from "#server/deps.ts";
import { publicOrigin } from "#server/http/proxy-headers.ts";
import { isDateQuestionOpen } from "#server/meetings/date-question.ts";
import { getStartOrDay, isMeetingOver } from "#server/meetings/meeting-times.ts";
import { createResetUrl } from "#server/members/password-reset.ts";

import { createAccountMessage, createEreaderMessage, createResetMessage } from "./account-message.ts";
import { createAnnouncementMessage } from "./announcement-message.ts";
import { createAnswerUrl, createDatesUrl } from "./answer-links.ts";
import { composeMail } from "./compose.ts";
import { createDatesMessage } from "./dates-message.ts";
import { createMeetingChangedMessage, createReminderMessage } from "./meeting-message.ts";
import type { Message, Recipient } from "./message.ts";
import { createMonthIncompleteMessage, listMissingParts } from "./month-incomplete-mail.ts";
import { createMonthlyMessages } from "./monthly-message.ts";
import { createUnsubscribeToken, type MailChoice } from "./unsubscribe.ts";
import { createWelcomeMessage } from "./welcome-message.ts";

export type MailWriter = (mail: ClaimedMail) => Promise<RawMail | null>;

/** Creates the mail of an outbox row; null if it isn't needed anymore, such as the reminder of a moved meeting. */
export function createMailWriter(deps: Deps): MailWriter {
  let monthlyMessages: Promise<(reader: Recipient) => Message> | null = null;
  return async (mail) => {
    const user = deps.stores.users.find(mail.userId);
    if (!user) throw new MailError("refused", "The member has left the club.");
    const createRecipient = (choice: MailChoice): Recipient => ({
      displayName: user.displayName,
      unsubscribe: `${publicOrigin(deps.config)}/api/unsubscribe?token=${createUnsubscribeToken(deps, user.id, choice)}`,
      createAnswerUrl: (meetingId) => createAnswerUrl(deps, user.id, meetingId),
      createDatesUrl: (meetingId) => createDatesUrl(deps, user.id, meetingId),
      findAnswer: (meetingId) => deps.stores.meetingAnswers.find(meetingId, user.id),
    });
    const createMessage = async (): Promise<Message | null> => {
      if (mail.kind === "welcome") return createWelcomeMessage(deps, user);
      if (mail.kind === "address-changed") return createAccountMessage(deps, user.displayName, "address");
      if (mail.kind === "sign-in-changed")
        return createAccountMessage(
          deps,
          user.displayName,
          mail.dedupeKey.endsWith("passkey") ? "passkey" : "password",
        );
      if (mail.kind === "password-reset") return createResetMail(deps, user, mail);
      if (mail.kind === "monthly")
        return (await (monthlyMessages ??= createMonthlyMessages(deps)))(createRecipient("wantsMonthlyMail"));
      if (!deps.stores.outbox.isWanted(mail.id)) return null;
      if (mail.kind === "ereader-link")
        return createEreaderMessage(deps, user.displayName, createEreaderUrl(deps, user.id));
      if (mail.kind === "reminder") return createReminderMail(deps, createRecipient("wantsMeetingMail"), mail);
      if (mail.kind === "meeting-dates") return createDatesMail(deps, createRecipient("wantsMeetingMail"), mail);
      if (mail.kind === "meeting-changed")
        return createMeetingChangedMail(deps, createRecipient("wantsMeetingMail"), mail);
      if (mail.kind === "month-unready") return createMonthIncompleteMail(deps, mail.dedupeKey, user.displayName);
      const announcement = deps.stores.announcements.find(Number(mail.dedupeKey));
      return announcement && createAnnouncementMessage(deps, createRecipient("wantsAnnouncements"), announcement);
    };
    const message = await createMessage();
    return message && composeMail(deps, message, { ...user, email: mail.email });
  };
}

/** The token is in the fragment, so that servers and proxies don't see it. */
function createEreaderUrl(deps: Deps, userId: number): string {
  return `${publicOrigin(deps.config)}${MAIL_LINKS.ereader}#${issueOneTimeToken(deps, "ereader", { userId }).secret}`;
}

/** The link is created when the mail is sent, so that the outbox contains no secret. */
function createResetMail(deps: Deps, user: User, { dedupeKey, userId }: ClaimedMail): Promise<Message> | null {
  const isExpired = addHours(new Date(dedupeKey), 1) <= deps.clock.now();
  return isExpired ? null : createResetMessage(deps, user, createResetUrl(deps, userId).url);
}

async function createReminderMail(
  deps: Deps,
  reader: Recipient,
  { dedupeKey, userId }: ClaimedMail,
): Promise<Message | null> {
  const [id, date] = dedupeKey.split(":");
  const meeting = deps.stores.meetings.find(Number(id));
  const startsAt = meeting && getStartOrDay(deps, meeting);
  if (!meeting || meeting.date !== date || meeting.cancelledAt !== null) return null;
  if (!startsAt || startsAt <= deps.clock.now()) return null;
  if (deps.stores.meetingAnswers.find(meeting.id, userId)?.answer === "no") return null;
  return createReminderMessage(deps, reader, meeting);
}

async function createMeetingChangedMail(deps: Deps, reader: Recipient, mail: ClaimedMail): Promise<Message | null> {
  const [id] = mail.dedupeKey.split(":");
  const meeting = deps.stores.meetings.find(Number(id));
  if (!meeting || isMeetingOver(deps, meeting) || deps.stores.outbox.isSuperseded(mail.id, `${id}:`)) return null;
  return createMeetingChangedMessage(deps, reader, meeting);
}

async function createDatesMail(
  deps: Deps,
  reader: Recipient,
  { dedupeKey, userId }: ClaimedMail,
): Promise<Message | null> {
  const id = Number.parseInt(dedupeKey, 10);
  const meeting = deps.stores.meetings.find(id);
  if (!meeting || !isDateQuestionOpen(deps, id, dedupeKey.slice(`${id}:`.length))) return null;
  if (deps.stores.meetingDates.countAnswers(id, userId).mine) return null;
  return createDatesMessage(deps, reader, meeting);
}

async function createMonthIncompleteMail(deps: Deps, month: string, displayName: string): Promise<Message | null> {
  const missingParts = listMissingParts(deps, month);
  return month <= getCurrentMonth(deps) || missingParts.length === 0
    ? null
    : createMonthIncompleteMessage(deps, month, missingParts, displayName);
}
