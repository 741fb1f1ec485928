import { addHours, addSeconds, differenceInSeconds, subMinutes } from "date-fns";

import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

import { formatWait } from "./limits.ts";

export type AttemptLimit = { key: string; failures: number; firstDelaySeconds: number; longestDelaySeconds: number };

/** Failures expire after this long without another attempt. */
const ATTEMPT_TTL_HOURS = 1;

/** 10 failures, then the wait doubles from 10 seconds to 15 minutes (DESIGN 3, TESTS A04, A05). */
export function signInLimit(subject: RateLimitSubject): AttemptLimit {
  return { key: `sign-in:${subjectKey(subject)}`, failures: 10, firstDelaySeconds: 10, longestDelaySeconds: 15 * 60 };
}

/** 20 wrong codes an hour per network (TESTS A06). */
export function codeLimit(network: string): AttemptLimit {
  return hourlyLimit(`code:${subjectKey({ network })}`);
}

/** 20 reset links an hour per network. */
export function passwordResetLimit(network: string): AttemptLimit {
  return hourlyLimit(`forgotten:${subjectKey({ network })}`);
}

function hourlyLimit(key: string): AttemptLimit {
  return { key, failures: 20, firstDelaySeconds: 60 * 60, longestDelaySeconds: 60 * 60 };
}

/**
 * Counts a failure before the try, so parallel tries count; a wait isn't prolonged.
 * @param begin runs once it's counted, while that is written to the disk
 * @throws AppError 'too-many'
 */
export async function reserveAttempt(
  deps: Deps,
  limits: readonly AttemptLimit[],
  begin?: () => void,
): Promise<Attempt> {
  const { attempts, batchWrite } = deps.stores;
  const now = deps.clock.now();
  await batchWrite(() => {
    const counted = limits.map((limit) => ({ limit, failures: failuresBefore(deps, limit, now) }));
    for (const { limit, failures } of counted) {
      const reached = failures + 1;
      attempts.save(limit.key, {
        failures: reached,
        lastAt: now.toISOString(),
        blockedUntil: addSeconds(now, delayAfter(limit, reached)).toISOString(),
      });
    }
    begin?.();
  });
  const undo = (...forget: AttemptLimit[]) => {
    for (const { key } of limits) refundAttempt(deps, key, now);
    for (const { key } of forget) attempts.remove(key);
  };
  return { undo, refundAttempt: () => batchWrite(undo) };
}

export type Attempt = {
  /** The attempt succeeded: takes its count back in the caller's transaction, and deletes all failures of `forget`. */
  undo: (...forget: AttemptLimit[]) => void;
  /** The same in a transaction of its own. */
  refundAttempt: () => Promise<void>;
};

/** True if this wasn't done within so many minutes; it counts as done now. Call it in a transaction. */
export function tryOncePer({ stores, clock }: Deps, minutes: number, what: string, subject: RateLimitSubject): boolean {
  const now = clock.now();
  const key = throttleKey(what, subject);
  const last = stores.attempts.find(key)?.lastAt ?? "";
  // a time in the future is from a clock that was ahead
  if (last > subMinutes(now, minutes).toISOString() && last <= now.toISOString()) return false;
  stores.attempts.save(key, { failures: 0, lastAt: now.toISOString(), blockedUntil: now.toISOString() });
  return true;
}

/** What `tryOncePer` counts under. */
export function throttleKey(what: string, subject: RateLimitSubject): string {
  return `${what}:${subjectKey(subject)}`;
}

export function clearAttempts(deps: Deps, key: string): void {
  deps.stores.attempts.remove(key);
}

/** Ends the waits of all network addresses, for the operator. */
export function clearAddressAttempts(deps: Deps): void {
  deps.stores.attempts.removeAll(signInLimit({ network: "" }).key);
}

/** Deletes failures that no longer delay anyone. */
export function sweepAttempts(deps: Deps): void {
  deps.stores.attempts.removeOlder(addHours(deps.clock.now(), -2 * ATTEMPT_TTL_HOURS).toISOString());
}

function failuresBefore(deps: Deps, limit: AttemptLimit, now: Date): number {
  const known = deps.stores.attempts.find(limit.key);
  if (!known) return 0;
  const wait = differenceInSeconds(new Date(known.blockedUntil), now, { roundingMethod: "ceil" });
  // longer than any real wait: from before the clock was set back
  if (wait > limit.longestDelaySeconds) return 0;
  if (wait > 0)
    throw new AppError("too-many", `Too many failed attempts. Please try again in ${formatWait(wait)}.`, {
      retryAfter: wait,
    });
  return known.lastAt < addHours(now, -ATTEMPT_TTL_HOURS).toISOString() ? 0 : known.failures;
}

function delayAfter(limit: AttemptLimit, failures: number): number {
  if (failures < limit.failures) return 0;
  return Math.min(limit.longestDelaySeconds, limit.firstDelaySeconds * 2 ** (failures - limit.failures));
}

function refundAttempt(deps: Deps, key: string, now: Date): void {
  const known = deps.stores.attempts.find(key);
  if (!known) return;
  if (known.failures <= 1) return deps.stores.attempts.remove(key);
  deps.stores.attempts.save(key, {
    failures: known.failures - 1,
    lastAt: known.lastAt,
    blockedUntil: now.toISOString(),
  });
}

/**
 * Whom a limit counts. Nobody can make themselves another one, unlike a session, a cookie, a code or the address of a
 * feed, so those are never counted under. A mailbox is counted for what it receives, no matter who asks.
 */
export type RateLimitSubject = { member: number } | { username: string } | { network: string } | { mailbox: string };

/** Stored, so it must not change for names and networks, whose waits outlast an upgrade. */
function subjectKey(subject: RateLimitSubject): string {
  if ("member" in subject) return `member:${subject.member}`;
  if ("username" in subject) return `name:${subject.username}`;
  if ("network" in subject) return `address:${subject.network}`;
  return `mailbox:${subject.mailbox}`;
}
