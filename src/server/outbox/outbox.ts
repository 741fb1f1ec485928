import type { User } from "#contract/users.ts";
import type { NewMail } from "#db/outbox.ts";
import { describeError } from "#server/adapters/log.ts";
import { getCurrentMonth } from "#server/books/current-book.ts";
import type { Deps } from "#server/deps.ts";

/** Otherwise nothing is queued. */
export function isMailEnabled(deps: Deps): boolean {
  return isMailConfigured(deps) && deps.stores.email.isEnabled();
}

/** Queues a mail if mail is enabled. Call it in the transaction of the change. @returns the number of recipients */
export function queueMail(deps: Deps, mail: NewMail, afterMs?: number): number {
  if (!isMailEnabled(deps)) return 0;
  const queuedCount = addToOutbox(deps, mail);
  startDelivery(deps, afterMs);
  return queuedCount;
}

/** Like `queueMail`, but doesn't start to send it. */
export function addToOutbox(deps: Deps, mail: NewMail): number {
  return deps.stores.outbox.queue({ ...mail, period: getCurrentMonth(deps), now: deps.clock.now().toISOString() });
}

/** Call it after the transaction that queues the mail. */
export function startDelivery({ delivery }: Deps, afterMs = 0): void {
  if (delivery.start) setTimeout(delivery.start, afterMs).unref();
}

/** Never throws, because registering must succeed without mail (SPEC 9). */
export function queueWelcome(deps: Deps, { id }: Pick<User, "id">): void {
  try {
    queueMail(deps, { kind: "welcome", userId: id, dedupeKey: "" });
  } catch (error) {
    deps.log.error("queueing welcome mail failed", { error: describeError(error) });
  }
}

export function deleteUnsubscribedMail(deps: Deps, userId: number): void {
  deps.stores.outbox.deleteUnsubscribed(userId);
}

type EmailConfig = { config: Pick<Deps["config"], "email"> };

export function listMissingSettings({ config: { email } }: EmailConfig): string[] {
  const { address, username, password } = email.smtp;
  const smtp = {
    SMTP_ADDRESS: address,
    // without both, the server is used without authentication
    ...(password !== null && { SMTP_USERNAME: username }),
    ...(username !== null && { SMTP_PASSWORD: password }),
    EMAIL_FROM: email.from,
  };
  const ses = {
    AWS_REGION: email.region,
    AWS_ACCESS_KEY_ID: email.accessKeyId,
    AWS_SECRET_ACCESS_KEY: email.secretAccessKey,
    EMAIL_FROM: email.from,
  };
  return Object.entries(email.way === "smtp" ? smtp : ses).flatMap(([name, value]) => (value === null ? [name] : []));
}

export function isMailConfigured(deps: EmailConfig): boolean {
  return listMissingSettings(deps).length === 0;
}
