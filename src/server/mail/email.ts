import { subHours } from "date-fns";

import {
  type EmailStatus,
  type MailPreview,
  type NewAnnouncement,
  type Outbox,
  type OutboxQuery,
  type OutboxRow,
  type PreviewKind,
  type PreviewQuery,
  type SentAnnouncement,
  TEST_MAIL_LIMIT,
} from "#contract/email.ts";
import { PAGE_MAX } from "#contract/ids.ts";
import { trimText } from "#contract/text-length.ts";
import type { User } from "#contract/users.ts";
import { recordAuditEvent } from "#server/access/audit.ts";
import { type Actor, OPERATOR, writeAs } from "#server/access/caller.ts";
import { consumeLimit } from "#server/access/limits.ts";
import { MailError, type RawMail } from "#server/adapters/mail-service.ts";
import { getCurrentMonth } from "#server/books/current-book.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, requireFound } from "#server/errors.ts";
import {
  isMailConfigured,
  isMailEnabled,
  listMissingSettings,
  queueMail,
  startDelivery,
} from "#server/outbox/outbox.ts";

import { composeMail, getSender } from "./compose.ts";
import { findDeliveryPause } from "./delivery.ts";
import { createMailFrame } from "./layout.ts";
import { getMonthlyMailTime, getMonthlyRun, getNextDueTime, requireMailReady } from "./monthly-mail.ts";
import { createMonthlyMessages } from "./monthly-message.ts";
import { createTestMessage } from "./test-message.ts";
import { createWelcomeMessage } from "./welcome-message.ts";

export function getEmailStatus(deps: Deps): EmailStatus {
  const { config } = deps;
  const { way, region, accessKeyId, secretAccessKey, from, smtp } = config.email;
  const isSmtp = way === "smtp";
  return {
    enabled: isMailEnabled(deps),
    way,
    region: isSmtp ? smtp.address : region,
    fromEmail: from,
    hasAccessKey: (isSmtp ? smtp.username : accessKeyId) !== null,
    hasSecretKey: (isSmtp ? smtp.password : secretAccessKey) !== null,
    configured: isMailConfigured(deps),
    missing: listMissingSettings(deps),
    nextMonthly: getNextDueTime(deps).toISOString(),
    pause: findDeliveryPause(deps),
  };
}

export function setEmailEnabled(deps: Deps, actor: Actor, enabled: boolean): EmailStatus {
  if (!isMailConfigured(deps)) throw new AppError("conflict", "The email service isn't configured on the server yet.");
  writeAs(deps, actor, (author) => {
    if (deps.stores.email.isEnabled() === enabled) return;
    deps.stores.email.enable(enabled, deps.clock.now().toISOString());
    deps.stores.email.pause(null);
    recordAuditEvent(deps, author, enabled ? "email-enabled" : "email-disabled");
  });
  return getEmailStatus(deps);
}

/** @throws AppError 'conflict' unless ready; 'too-many'; 'unreachable' or 'timed-out', with the service's reason */
export async function sendTestEmail(deps: Deps, actor: Actor, email: string): Promise<void> {
  requireMailReady(deps);
  writeAs(deps, actor, (author) => {
    consumeLimit(deps, OPERATOR.user, TEST_MAIL_LIMIT);
    recordAuditEvent(deps, author, "email-tested", email);
  });
  const message = createTestMessage(await createMailFrame(deps));
  await sendUnqueued(deps, await composeMail(deps, message, { displayName: "", email }));
}

/** Renders a mail as this admin would get it, with inlined images. A monthly mail can be of any month (yyyy-MM). */
export async function previewMail(
  deps: Deps,
  user: User,
  kind: PreviewKind,
  { month }: PreviewQuery = {},
): Promise<MailPreview> {
  const message =
    kind === "welcome"
      ? await createWelcomeMessage(deps, user)
      : (await createMonthlyMessages(withClockInMonth(deps, month)))({
          displayName: user.displayName,
          unsubscribe: "#",
          createAnswerUrl: () => "#",
          createDatesUrl: () => "#",
          findAnswer: () => null,
        });
  const { name, address } = getSender(deps);
  const html = message.images.reduce(
    (text, { cid, content }) =>
      text.replaceAll(`cid:${cid}`, `data:image/jpeg;base64,${Buffer.from(content).toString("base64")}`),
    message.html,
  );
  return { subject: message.subject, from: address ? `${name} <${address}>` : name, text: message.text, html };
}

/** `deps` with the clock at the time of a month's mail. */
function withClockInMonth(deps: Deps, month = getCurrentMonth(deps)): Deps {
  return month === getCurrentMonth(deps) ? deps : { ...deps, clock: { now: () => getMonthlyMailTime(deps, month) } };
}

export function listOutbox(deps: Deps, { period, state, limit = PAGE_MAX, offset }: OutboxQuery): Outbox {
  const month = period ?? getCurrentMonth(deps);
  const rows = deps.stores.outbox.list(month, { limit, state, offset });
  return { period: month, periods: deps.stores.outbox.listPeriods(), rows };
}

/** @throws AppError 'not-found'; 'conflict' if it can't be retried */
export function retryMail(deps: Deps, actor: Actor, id: number): OutboxRow {
  requireMailReady(deps);
  const { stores, clock } = deps;
  return writeAs(deps, actor, (author) => {
    const mail = requireFound(stores.outbox.find(id), "There is no such email.");
    if (mail.kind === "monthly" && mail.period < getMonthlyRun(deps).period)
      throw new AppError("conflict", "That month is over, so its email can't be sent anymore.");
    if (!stores.outbox.isWanted(id)) {
      const reason = mail.kind === "monthly" ? "the monthly email" : "this kind of email";
      throw new AppError("conflict", `${mail.displayName} doesn't want ${reason} anymore.`);
    }
    if (!stores.outbox.retry(id, clock.now().toISOString()))
      throw new AppError("conflict", "Only emails that failed or may not have arrived can be sent again.");
    stores.email.pause(null);
    startDelivery(deps);
    recordAuditEvent(deps, author, "email-retried", mail.displayName, stores.outbox.findUserId(id));
    return stores.outbox.find(id) ?? mail;
  });
}

/** Without the outbox. @throws AppError 'unreachable', 'timed-out' with the service's reason */
export async function sendUnqueued({ mailer }: Pick<Deps, "mailer">, mail: RawMail): Promise<void> {
  try {
    await mailer.send(mail);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    throw new AppError(error.kind === "unknown" ? "timed-out" : "unreachable", error.message, { cause: error });
  }
}

/** The same announcement is rejected for this time: another admin may have sent it, or its response was lost. */
const REPEATED_ANNOUNCEMENT_HOURS = 1;

/** @throws AppError 'conflict' */
export function createAnnouncement(deps: Deps, actor: Actor, { subject, message }: NewAnnouncement): SentAnnouncement {
  requireMailReady(deps);
  const { stores, clock } = deps;
  return writeAs(deps, actor, (author) => {
    const now = clock.now().toISOString();
    const row = { subject: trimText(subject), message: trimText(message) };
    if (stores.announcements.wasCreatedSince(row, subHours(now, REPEATED_ANNOUNCEMENT_HOURS).toISOString()))
      throw new AppError("conflict", "Members got this announcement less than an hour ago.");
    const id = stores.announcements.insert(row, now);
    const recipientCount = queueMail(deps, { kind: "announcement", dedupeKey: String(id) });
    recordAuditEvent(deps, author, "announcement-sent", row.subject);
    return { id, reaches: recipientCount };
  });
}
