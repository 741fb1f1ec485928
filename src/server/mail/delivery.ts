import { addMilliseconds, subDays } from "date-fns";

import type { DeliveryPause } from "#db/email.ts";
import { isDiskFull, isSqliteError, StorageError } from "#db/errors.ts";
import type { ClaimedMail } from "#db/outbox.ts";
import { describeError } from "#server/adapters/log.ts";
import { MailError, redactAddresses } from "#server/adapters/mail-service.ts";
import { newToken } from "#server/adapters/secrets.ts";
import { getCurrentMonth } from "#server/books/current-book.ts";
import type { Deps } from "#server/deps.ts";
import { isMailConfigured } from "#server/outbox/outbox.ts";

import { createMailWriter, type MailWriter } from "./mail-writer.ts";

/** Longer than sending one mail takes, with SMTP or SES. */
const LEASE_DURATION_MS = 120_000;
const DRAIN_TIMEOUT_MS = 15_000;
const STORAGE_RETRY_MS = 1000;
const FAILURE_PAUSE_MS = 60 * 60 * 1000;
/** Greylisting servers accept the second attempt after some minutes. */
const GREYLISTING_DELAY_MS = 15 * 60 * 1000;
export const QUEUE_TTL_DAYS = 7;
/** The rate of a new SES account; used if the service reports none. */
const DEFAULT_SENDS_PER_SECOND = 1;
const THROTTLED_SENDS_MAX = 5;

const SERVER_STOPPED_REASON = "The club stopped while this email was being sent: it may or may not have gone out.";
/** The mail isn't retried, or it would arrive twice. */
const SENT_BUT_UNRECORDED = ["unknown", "It went out, but the database couldn't note that."] as const;
/** Mail that wasn't accepted waits with the others. */
const STATE_BY_ERROR = { refused: "failed", unknown: "unknown", unavailable: "queued", throttled: "queued" } as const;
const COMPOSING_FAILED = ["refused", "The email couldn't be created."] as const;
const EXPIRED_REASON = "It couldn't be sent in time.";

/** Names of a server's senders, whose leases end with it. */
const SERVER_SENDER_PREFIX = "server-";

/** Sends each queued mail once, unless mail is disabled or another sender runs. Never throws because of a mail. */
export async function deliverMail(deps: Deps, prefix: string = SERVER_SENDER_PREFIX): Promise<void> {
  const sender = prefix + newToken();
  if (!isMailConfigured(deps) || !acquireOutbox(deps, sender)) return;
  const throttle = createSendThrottle(deps);
  const composeOutboxMail = createMailWriter(deps);
  try {
    const claimMail = () => retryUntilWritable(deps, () => claimNextMail(deps, sender));
    for (let mail = await claimMail(); mail; mail = await claimMail()) {
      const isRunning = await sendMail(deps, mail, composeOutboxMail, throttle);
      if (!isRunning) return;
      if (deps.stores.outbox.hasReady(deps.clock.now().toISOString())) await throttle.waitForSendSlot();
    }
  } finally {
    await retryUntilWritable(deps, () => deps.stores.email.releaseLease(sender));
  }
}

/**
 * Repeats `work` until the database can be written, for example when the disk has space again. Otherwise the outcome of
 * a mail would be lost, and nobody could send until the lease expires.
 */
async function retryUntilWritable<Result>({ delivery, log }: Deps, work: () => Result): Promise<Awaited<Result>> {
  for (;;) {
    try {
      const result = await work();
      delivery.storageError = null;
      return result;
    } catch (error) {
      if (!isUnwritable(error)) throw error;
      if (delivery.storageError === null) log.error("mail waits for the database", { error: describeError(error) });
      delivery.storageError = error;
      await Bun.sleep(STORAGE_RETRY_MS);
    }
  }
}

function isUnwritable(error: unknown): boolean {
  if (isDiskFull(error) || error instanceof StorageError) return true;
  return isSqliteError(error, "SQLITE_IOERR", "SQLITE_READONLY", "SQLITE_BUSY");
}

/** While the database can't be written, it can't store the pause. */
export function findDeliveryPause({ stores, clock, delivery: { storageError } }: Deps): DeliveryPause | null {
  if (storageError === null) return stores.email.findPause();
  const reason = isDiskFull(storageError)
    ? "The club's disk is full."
    : "The club's database can't be written right now.";
  return { reason, until: addMilliseconds(clock.now(), STORAGE_RETRY_MS).toISOString() };
}

/** Errors go to the outbox and the log. */
export function deliverInBackground(deps: Deps): void {
  deliverMail(deps).catch((error: unknown) =>
    deps.log.error("delivering mail failed", { error: describeError(error) }),
  );
}

/** True while this or another process is sending. */
export function isDelivering({ clock, stores }: Deps): boolean {
  const now = clock.now();
  return stores.email.hasSender(now.toISOString(), addMilliseconds(now, LEASE_DURATION_MS).toISOString());
}

/** Call it on start: the outcome of the previous server's last mail is unknown. */
export function releaseExpiredLeases(deps: Deps): void {
  const { stores, clock } = deps;
  stores.transaction(() => {
    stores.email.evict(SERVER_SENDER_PREFIX);
    stores.email.start(clock.now().toISOString());
    if (!isDelivering(deps)) stores.outbox.markUnknown(SERVER_STOPPED_REASON, clock.now().toISOString());
  });
}

/** Call it before a stop: waits for the current mail only. */
export async function drainDelivery(deps: Deps): Promise<void> {
  deps.stores.email.evict(SERVER_SENDER_PREFIX);
  for (let waitedMs = 0; waitedMs < DRAIN_TIMEOUT_MS && deps.stores.outbox.hasSending(); waitedMs += 50)
    await Bun.sleep(50);
}

function acquireOutbox({ stores, clock }: Deps, sender: string): boolean {
  return stores.transaction(() => {
    const now = clock.now();
    if (!stores.email.acquireLease(sender, now.toISOString(), addMilliseconds(now, LEASE_DURATION_MS).toISOString()))
      return false;
    stores.outbox.markUnknown(SERVER_STOPPED_REASON, now.toISOString());
    return true;
  });
}

/** Returns null and releases the outbox in the transaction that finds it empty. */
function claimNextMail(deps: Deps, sender: string): ClaimedMail | null {
  const { stores, clock } = deps;
  return stores.transaction(() => {
    const now = clock.now();
    if (!stores.email.renew(sender, addMilliseconds(now, LEASE_DURATION_MS).toISOString())) return null;
    stores.outbox.expire(
      getCurrentMonth(deps),
      subDays(now, QUEUE_TTL_DAYS).toISOString(),
      EXPIRED_REASON,
      now.toISOString(),
    );
    const mail = stores.email.isEnabled() ? stores.outbox.claimNext(now.toISOString()) : null;
    if (!mail) stores.email.releaseLease(sender);
    return mail;
  });
}

/** @returns false if all mail has to wait */
async function sendMail(deps: Deps, mail: ClaimedMail, compose: MailWriter, throttle: SendThrottle): Promise<boolean> {
  const { stores, log, clock, mailer } = deps;
  let wasSent = false;
  try {
    const rawMail = await retryUntilWritable(deps, () => compose(mail));
    if (!rawMail) {
      await retryUntilWritable(deps, () => stores.outbox.delete(mail.id));
      log.info("mail no longer needed", { outbox: mail.id, kind: mail.kind });
      return true;
    }
    await mailer.send(rawMail);
    wasSent = true;
    await retryUntilWritable(deps, () =>
      stores.transaction(() => {
        stores.outbox.markResult(mail.id, "sent", "", clock.now().toISOString());
        stores.email.pause(null);
      }),
    );
    log.info("mail sent", { outbox: mail.id, kind: mail.kind });
    throttle.recordSuccess();
    return true;
  } catch (error) {
    const [otherKind, otherReason] = wasSent ? SENT_BUT_UNRECORDED : COMPOSING_FAILED;
    const mailError = error instanceof MailError ? error : new MailError(otherKind, otherReason, error);
    log.warn("sending mail failed", {
      outbox: mail.id,
      kind: mail.kind,
      errorKind: mailError.kind,
      reason: redactAddresses(mailError.message),
      error: redactAddresses(describeError(mailError.cause)),
    });
    const { kind, message: reason } = mailError;
    const mustPause = kind === "unavailable" || (kind === "throttled" && !throttle.slowDown());
    await retryUntilWritable(deps, () =>
      stores.transaction(() => {
        const now = clock.now();
        const retryAt = addMilliseconds(now, GREYLISTING_DELAY_MS).toISOString();
        if (kind === "deferred") stores.outbox.defer(mail.id, reason, retryAt, now.toISOString());
        else stores.outbox.markResult(mail.id, STATE_BY_ERROR[kind], reason, now.toISOString());
        if (mustPause) stores.email.pause({ reason, until: addMilliseconds(now, FAILURE_PAUSE_MS).toISOString() });
      }),
    );
    return !mustPause;
  }
}

type SendThrottle = ReturnType<typeof createSendThrottle>;

/** Limits sending to the account's rate, which is fetched before the second mail. */
function createSendThrottle({ mailer, log }: Deps) {
  let pauseMs: number | null = null;
  let throttledSends = 0;
  let lastSentAt = performance.now();
  const fetchRate = async () => {
    try {
      return 1000 / Math.max(DEFAULT_SENDS_PER_SECOND, (await mailer.quota()).perSecond);
    } catch (error) {
      log.info("send rate unknown", { error: describeError(error) });
      return 1000 / DEFAULT_SENDS_PER_SECOND;
    }
  };
  return {
    waitForSendSlot: async () => {
      pauseMs ??= await fetchRate();
      const remainingMs = lastSentAt + pauseMs - performance.now();
      if (remainingMs > 0) await Bun.sleep(remainingMs);
      lastSentAt = performance.now();
    },
    recordSuccess: () => {
      throttledSends = 0;
    },
    slowDown: () => {
      pauseMs = Math.max(1000, (pauseMs ?? 500) * 2);
      throttledSends += 1;
      return throttledSends < THROTTLED_SENDS_MAX;
    },
  };
}
