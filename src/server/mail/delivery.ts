import { addMilliseconds, subDays } from "date-fns";

import type { TakenMail } from "#db/outbox.ts";
import { describeError } from "#server/adapters/log.ts";
import { MailError, redactAddresses } from "#server/adapters/mail-service.ts";
import { newToken } from "#server/adapters/secrets.ts";
import { getCurrentMonth } from "#server/books/current-book.ts";
import type { Deps } from "#server/deps.ts";
import { isMailConfigured } from "#server/outbox/outbox.ts";

import { createWriter, type Writer } from "./render-mail.ts";

/** Longer than one mail may take, by either way. */
const LEASE_MS = 120_000;
/** Before a stop, one mail may take so long. */
const FINISH_MS = 15_000;
const PAUSE_MS = 60 * 60 * 1000;
/** Servers that don't know a sender yet take a second try after some minutes (greylisting). */
const DEFER_MS = 15 * 60 * 1000;
export const QUEUE_TTL_DAYS = 7;
/** Mails a second when the service doesn't tell; a new SES account's rate. */
const DEFAULT_SENDS_PER_SECOND = 1;
const THROTTLED_MAX = 5;

const STOPPED = "The club stopped while this email was being sent: it may or may not have gone out.";
const NOT_MADE = ["refused", "The email couldn't be created."] as const;
/** A second one would come twice. */
const SENT_BUT_UNRECORDED = ["unknown", "It went out, but the database couldn't note that."] as const;
const TOO_LATE = "It couldn't be sent in time.";

/** A server's senders, whose leases end with it. */
const SERVER_SENDER = "server-";

/** Sends queued mails, each once. Idle while disabled or while another sender is at work. Never throws for a mail. */
export async function deliver(deps: Deps, prefix: string = SERVER_SENDER): Promise<void> {
  const sender = prefix + newToken();
  if (!isMailConfigured(deps) || !takeOutbox(deps, sender)) return;
  const pace = createSendThrottle(deps);
  const write = createWriter(deps);
  try {
    for (let mail = takeNext(deps, sender); mail; mail = takeNext(deps, sender)) {
      const goesOn = await sendOne(deps, mail, write, pace);
      if (!goesOn) return;
      if (deps.stores.outbox.hasReady(deps.clock.now().toISOString())) await pace.rest();
    }
  } finally {
    deps.stores.email.releaseLease(sender);
  }
}

/** Sends waiting mail without blocking the caller; errors go to the outbox and the log. */
export function deliverInBackground(deps: Deps): void {
  deliver(deps).catch((error: unknown) => deps.log.error("mail delivery", { error: describeError(error) }));
}

/** True while anyone is sending, in this or another process. */
export function isDelivering({ clock, stores }: Deps): boolean {
  const now = clock.now();
  return stores.email.hasSender(now.toISOString(), addMilliseconds(now, LEASE_MS).toISOString());
}

/** After a start: the previous server's senders are gone, and nobody knows whether their last mail went out. */
export function releaseExpiredLeases(deps: Deps): void {
  const { stores, clock } = deps;
  stores.transaction(() => {
    stores.email.evict(SERVER_SENDER);
    stores.email.start(clock.now().toISOString());
    if (!isDelivering(deps)) stores.outbox.markUnknown(STOPPED, clock.now().toISOString());
  });
}

/** Before a stop: finishes the current mail only. */
export async function drainDelivery(deps: Deps): Promise<void> {
  deps.stores.email.evict(SERVER_SENDER);
  for (let waited = 0; waited < FINISH_MS && deps.stores.outbox.hasSending(); waited += 50) await Bun.sleep(50);
}

function takeOutbox({ stores, clock }: Deps, sender: string): boolean {
  return stores.transaction(() => {
    const now = clock.now();
    if (!stores.email.acquireLease(sender, now.toISOString(), addMilliseconds(now, LEASE_MS).toISOString()))
      return false;
    stores.outbox.markUnknown(STOPPED, now.toISOString());
    return true;
  });
}

/** Leaves the outbox in the transaction that sees it empty. */
function takeNext(deps: Deps, sender: string): TakenMail | null {
  const { stores, clock } = deps;
  return stores.transaction(() => {
    const now = clock.now();
    if (!stores.email.renew(sender, addMilliseconds(now, LEASE_MS).toISOString())) return null;
    stores.outbox.expire(
      getCurrentMonth(deps),
      subDays(now, QUEUE_TTL_DAYS).toISOString(),
      TOO_LATE,
      now.toISOString(),
    );
    const mail = stores.email.isEnabled() ? stores.outbox.takeNext(now.toISOString()) : null;
    if (!mail) stores.email.releaseLease(sender);
    return mail;
  });
}

async function sendOne(deps: Deps, mail: TakenMail, write: Writer, pace: Pace): Promise<boolean> {
  const { stores, log, clock, mailer } = deps;
  const settle = (state: "queued" | "sent" | "failed" | "unknown", reason = "") =>
    stores.outbox.markResult(mail.id, state, reason, clock.now().toISOString());
  let went = false;
  try {
    const written = await write(mail);
    if (!written) {
      stores.outbox.remove(mail.id);
      log.info("mail no longer needed", { outbox: mail.id, kind: mail.kind });
      return true;
    }
    await mailer.send(written);
    went = true;
    // one commit: each waits for the disk
    stores.transaction(() => {
      settle("sent");
      stores.email.pause(null);
    });
    log.info("mail sent", { outbox: mail.id, kind: mail.kind });
    pace.went();
    return true;
  } catch (error) {
    const [kind, reason] = went ? SENT_BUT_UNRECORDED : NOT_MADE;
    const fault = error instanceof MailError ? error : new MailError(kind, reason, error);
    log.warn("mail not sent", {
      outbox: mail.id,
      kind: mail.kind,
      fault: fault.kind,
      reason: redactAddresses(fault.message),
      error: redactAddresses(describeError(fault.cause)),
    });
    if (fault.kind === "refused") settle("failed", fault.message);
    else if (fault.kind === "unknown") settle("unknown", fault.message);
    else if (fault.kind === "deferred") {
      const later = addMilliseconds(clock.now(), DEFER_MS).toISOString();
      stores.outbox.defer(mail.id, fault.message, later, clock.now().toISOString());
    } else {
      // certainly not accepted, so it waits with the others
      settle("queued", fault.message);
      if (fault.kind === "throttled" && pace.slowDown()) return true;
      const until = addMilliseconds(clock.now(), PAUSE_MS).toISOString();
      stores.email.pause({ reason: fault.message, until });
      return false;
    }
    return true;
  }
}

type Pace = ReturnType<typeof createSendThrottle>;

/** Keeps to the account's rate, asked for when a second mail follows. */
function createSendThrottle({ mailer, log }: Deps) {
  let pauseMs: number | null = null;
  let throttled = 0;
  let last = performance.now();
  const ask = async () => {
    try {
      return 1000 / Math.max(DEFAULT_SENDS_PER_SECOND, (await mailer.quota()).perSecond);
    } catch (error) {
      log.info("send rate unknown", { error: describeError(error) });
      return 1000 / DEFAULT_SENDS_PER_SECOND;
    }
  };
  return {
    rest: async () => {
      pauseMs ??= await ask();
      const left = last + pauseMs - performance.now();
      if (left > 0) await Bun.sleep(left);
      last = performance.now();
    },
    went: () => {
      throttled = 0;
    },
    slowDown: () => {
      pauseMs = Math.max(1000, (pauseMs ?? 500) * 2);
      throttled += 1;
      return throttled < THROTTLED_MAX;
    },
  };
}
