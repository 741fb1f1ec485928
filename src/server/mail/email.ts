import { addMinutes, differenceInSeconds } from "date-fns";

import type {
  EmailStatus,
  MailPreview,
  NewAnnouncement,
  Outbox,
  OutboxQuery,
  OutboxRow,
  PreviewKind,
  PreviewQuery,
  SentAnnouncement,
} from "#contract/email.ts";
import { PAGE_MAX } from "#contract/ids.ts";
import { trimText } from "#contract/text-length.ts";
import type { User } from "#contract/users.ts";
import { findAuditEventTime, recordAuditEvent } from "#server/access/audit.ts";
import { type Actor, writeAs } from "#server/access/caller.ts";
import { MailError, type RawMail } from "#server/adapters/mail-service.ts";
import { getCurrentMonth } from "#server/books/current-book.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { yieldToEventLoop } from "#server/http/json-response.ts";
import { isMailConfigured, isMailEnabled, listMissingSettings } from "#server/outbox/outbox.ts";

import { compose, sender } from "./compose.ts";
import { monthlyMailTime, monthlyRun, nextDue, requireReady } from "./monthly-mail.ts";
import { monthlyMessage } from "./monthly-message.ts";
import { testMessage } from "./test-message.ts";
import { welcomeMessage } from "./welcome-message.ts";

/** All admins together: each costs money and reputation. */
const TEST_MAILS_A_MINUTE = 5;

export function emailStatus(deps: Deps): EmailStatus {
  const { config, stores } = deps;
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
    nextMonthly: nextDue(deps).toISOString(),
    pause: stores.email.findPause(),
  };
}

/** SPEC 4. @throws AppError 'conflict' when it isn't configured */
export function switchEmail(deps: Deps, actor: Actor, enabled: boolean): EmailStatus {
  if (!isMailConfigured(deps)) throw new AppError("conflict", "The email service isn't configured on the server yet.");
  writeAs(deps, actor, (author) => {
    if (deps.stores.email.isEnabled() === enabled) return;
    deps.stores.email.enable(enabled, deps.clock.now().toISOString());
    deps.stores.email.pause(null);
    recordAuditEvent(deps, author, enabled ? "email-enabled" : "email-disabled");
  });
  return emailStatus(deps);
}

/** @throws AppError 'conflict' unless ready; 'too-many'; 'unreachable' or 'timed-out', with SES's reason */
export async function sendTestEmail(deps: Deps, actor: Actor, email: string): Promise<void> {
  requireReady(deps);
  writeAs(deps, actor, (author) => {
    refuseTooMany(deps);
    recordAuditEvent(deps, author, "email-tested", email);
  });
  await sendNow(deps, await compose(deps, await testMessage(deps), { displayName: "", email }));
}

/** A mail as this admin would get it, pictures inlined; the monthly one of any month (yyyy-MM). */
export async function previewMail(
  deps: Deps,
  user: User,
  kind: PreviewKind,
  { month }: PreviewQuery = {},
): Promise<MailPreview> {
  const message =
    kind === "welcome"
      ? await welcomeMessage(deps, user)
      : (await monthlyMessage(withMonthAt(deps, month)))({
          displayName: user.displayName,
          unsubscribe: "#",
          answerAddress: () => "#",
          datesAddress: () => "#",
          answer: () => null,
        });
  const { name, address } = sender(deps);
  const html = message.pictures.reduce(
    (text, { cid, content }) =>
      text.replaceAll(`cid:${cid}`, `data:image/jpeg;base64,${Buffer.from(content).toString("base64")}`),
    message.html,
  );
  return { subject: message.subject, from: address ? `${name} <${address}>` : name, text: message.text, html };
}

/** The club as it will be when a month's mail is sent; for this month, as it is now. */
function withMonthAt(deps: Deps, month = getCurrentMonth(deps)): Deps {
  return month === getCurrentMonth(deps) ? deps : { ...deps, clock: { now: () => monthlyMailTime(deps, month) } };
}

export async function listOutbox(
  deps: Deps,
  { period, state, limit = PAGE_MAX, offset }: OutboxQuery,
): Promise<Outbox> {
  const month = period ?? getCurrentMonth(deps);
  const rows = deps.stores.outbox.list(month, {
    limit,
    ...(state !== undefined && { state }),
    ...(offset !== undefined && { offset }),
  });
  await yieldToEventLoop(rows);
  return { period: month, periods: deps.stores.outbox.periods(), rows };
}

/** The caller starts delivery. @throws AppError 'not-found'; 'conflict' when it isn't to be retried */
export function retryMail(deps: Deps, actor: Actor, id: number): OutboxRow {
  requireReady(deps);
  const { stores, clock } = deps;
  return writeAs(deps, actor, (author) => {
    const mail = stores.outbox.find(id);
    if (!mail) throw new AppError("not-found", "There is no such email.");
    if (mail.kind === "monthly" && mail.period < monthlyRun(deps).period)
      throw new AppError("conflict", "That month is over, so its email can't be sent anymore.");
    if (!stores.outbox.isWanted(id)) {
      const what = mail.kind === "monthly" ? "the monthly email" : "this kind of email";
      throw new AppError("conflict", `${mail.displayName} doesn't want ${what} anymore.`);
    }
    if (!stores.outbox.retry(id, clock.now().toISOString()))
      throw new AppError("conflict", "Only emails that failed or may not have arrived can be sent again.");
    stores.email.pause(null);
    recordAuditEvent(deps, author, "email-retried", mail.displayName);
    return stores.outbox.find(id) ?? mail;
  });
}

/** Counted in the list of acts, so a restart doesn't reset it. */
function refuseTooMany(deps: Deps): void {
  const earlier = findAuditEventTime(deps, "email-tested", TEST_MAILS_A_MINUTE - 1);
  if (earlier === null) return;
  const wait = differenceInSeconds(addMinutes(new Date(earlier), 1), deps.clock.now(), { roundingMethod: "ceil" });
  // a time in the future is from before the clock was set back
  if (wait <= 0 || wait > 60) return;
  const message = `You can send ${TEST_MAILS_A_MINUTE} test emails a minute. Please try again in ${wait} seconds.`;
  throw new AppError("too-many", message, { retryAfter: wait });
}

/** Sends a mail that someone waits for, past the outbox. @throws AppError 'unreachable', 'timed-out' with SES's reason */
export async function sendNow({ mailer }: Pick<Deps, "mailer">, mail: RawMail): Promise<void> {
  try {
    await mailer.send(mail);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    throw new AppError(error.kind === "unknown" ? "timed-out" : "unreachable", error.message, { cause: error });
  }
}

/** Queues it; the caller starts delivery. @throws AppError 'conflict' while the service isn't ready */
export function announce(deps: Deps, actor: Actor, { subject, message }: NewAnnouncement): SentAnnouncement {
  requireReady(deps);
  const { stores, clock } = deps;
  return writeAs(deps, actor, (author) => {
    const now = clock.now().toISOString();
    const announcement = { subject: trimText(subject), message: trimText(message) };
    const id = stores.announcements.insert(announcement, now);
    const mailing = { kind: "announcement", about: String(id), period: getCurrentMonth(deps), now } as const;
    const reaches = stores.outbox.queue(mailing);
    recordAuditEvent(deps, author, "announcement-sent", announcement.subject);
    return { id, reaches };
  });
}
