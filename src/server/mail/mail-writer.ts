import { addHours } from "date-fns";

import type { MailKind } from "#contract/email.ts";
import { MAIL_LINKS } from "#contract/first-paint.ts";
import type { ClaimedMail } from "#db/outbox.ts";
import { issueOneTimeToken } from "#server/access/one-time-tokens.ts";
import { MailError, type RawMail } from "#server/adapters/mail-service.ts";
import { getCurrentMonth } from "#server/books/current-book.ts";
import { publicOrigin } from "#server/config.ts";
import type { Deps } from "#server/deps.ts";
import { findAnswer } from "#server/meetings/answers.ts";
import { findMeeting } from "#server/meetings/current-meeting.ts";
import { hasAnsweredDates, isDateQuestionOpen } from "#server/meetings/date-question.ts";
import { getStartOrDay, isMeetingOver } from "#server/meetings/meeting-times.ts";
import { createResetUrl } from "#server/members/password-reset.ts";
import { findMember } from "#server/members/users.ts";

import { createAccountMessage, createEreaderMessage, createResetMessage } from "./account-message.ts";
import { createAnnouncementMessage } from "./announcement-message.ts";
import { createAnswerUrl, createDatesUrl } from "./answer-links.ts";
import { composeMail } from "./compose.ts";
import { createDatesMessage } from "./dates-message.ts";
import { createMailFrame } from "./layout.ts";
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
    const user = findMember(deps, mail.userId);
    if (!user) throw new MailError("refused", "The member has left the club.");
    const createRecipient = (choice: MailChoice): Recipient => ({
      displayName: user.displayName,
      unsubscribe: `${publicOrigin(deps.config)}/api/unsubscribe?token=${createUnsubscribeToken(deps, user.id, choice)}`,
      createAnswerUrl: (meetingId) => createAnswerUrl(deps, user.id, meetingId),
      createDatesUrl: (meetingId) => createDatesUrl(deps, user.id, meetingId),
      findAnswer: (meetingId) => findAnswer(deps, meetingId, user.id),
    });
    const createMessage = async (): Promise<Message | null> => {
      if (mail.kind === "monthly")
        return (await (monthlyMessages ??= createMonthlyMessages(deps)))(createRecipient("wantsMonthlyMail"));
      if (mail.kind === "welcome") return createWelcomeMessage(deps, user);
      if (MEETING_KINDS.has(mail.kind)) return createMeetingMail(deps, createRecipient("wantsMeetingMail"), mail);
      const frame = await createMailFrame(deps);
      const { displayName } = user;
      if (mail.kind === "address-changed") return createAccountMessage(frame, displayName, "address");
      if (mail.kind === "sign-in-changed")
        return createAccountMessage(frame, displayName, mail.dedupeKey.endsWith("passkey") ? "passkey" : "password");
      if (mail.kind === "password-reset") {
        const isExpired = addHours(new Date(mail.dedupeKey), 1) <= deps.clock.now();
        // created when the mail is sent, so that the outbox contains no secret
        return isExpired ? null : createResetMessage(frame, user, createResetUrl(deps, user.id).url);
      }
      if (!deps.stores.outbox.isWanted(mail.id)) return null;
      if (mail.kind === "ereader-link")
        return createEreaderMessage(frame, displayName, createEreaderUrl(deps, user.id));
      if (mail.kind === "month-unready") {
        const missingParts = mail.dedupeKey > getCurrentMonth(deps) ? listMissingParts(deps, mail.dedupeKey) : [];
        if (missingParts.length === 0) return null;
        return createMonthIncompleteMessage(frame, mail.dedupeKey, missingParts, displayName);
      }
      const announcement = deps.stores.announcements.find(Number(mail.dedupeKey));
      return announcement && createAnnouncementMessage(frame, createRecipient("wantsAnnouncements"), announcement);
    };
    const message = await createMessage();
    return message && composeMail(deps, message, { ...user, email: mail.email });
  };
}

/** The token is in the fragment, so that servers and proxies don't see it. */
function createEreaderUrl(deps: Deps, userId: number): string {
  return `${publicOrigin(deps.config)}${MAIL_LINKS.ereader}#${issueOneTimeToken(deps, "ereader", { userId }).secret}`;
}

const MEETING_KINDS: ReadonlySet<MailKind> = new Set(["reminder", "meeting-changed", "meeting-dates"]);

/** `dedupeKey` begins with the meeting's id. Null if the meeting was moved, canceled or answered since, or is over. */
async function createMeetingMail(deps: Deps, reader: Recipient, mail: ClaimedMail): Promise<Message | null> {
  const { stores, clock } = deps;
  const id = Number.parseInt(mail.dedupeKey, 10);
  const version = mail.dedupeKey.slice(`${id}:`.length);
  const meeting = findMeeting(deps, id);
  if (!meeting || !stores.outbox.isWanted(mail.id)) return null;
  if (mail.kind === "meeting-dates") {
    const isOpen = isDateQuestionOpen(deps, id, version) && !hasAnsweredDates(deps, id, mail.userId);
    return isOpen ? createDatesMessage(deps, reader, meeting) : null;
  }
  if (mail.kind === "meeting-changed") {
    const isOutdated = isMeetingOver(deps, meeting) || stores.outbox.isSuperseded(mail.id, `${id}:`);
    return isOutdated ? null : createMeetingChangedMessage(deps, reader, meeting);
  }
  const startsAt = getStartOrDay(deps, meeting);
  if (meeting.date !== version || meeting.cancelledAt !== null || !startsAt || startsAt <= clock.now()) return null;
  if (findAnswer(deps, id, mail.userId)?.answer === "no") return null;
  return createReminderMessage(deps, reader, meeting);
}
