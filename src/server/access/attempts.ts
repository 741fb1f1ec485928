import { addHours, addSeconds, differenceInSeconds, subMinutes } from "date-fns";

import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

import { formatWait } from "./limits.ts";

export type AttemptLimit = { key: string; maxFailures: number; minDelaySeconds: number; maxDelaySeconds: number };

const FAILURE_TTL_HOURS = 1;

/** Ten failures, then the delay doubles (DESIGN 3, TESTS A04, A05). */
export function signInLimit(subject: RateLimitSubject): AttemptLimit {
  return { key: `sign-in:${subjectKey(subject)}`, maxFailures: 10, minDelaySeconds: 10, maxDelaySeconds: 15 * 60 };
}

export function codeLimit(network: string): AttemptLimit {
  return hourlyLimit(`code:${subjectKey({ network })}`);
}

export function passwordResetLimit(network: string): AttemptLimit {
  return hourlyLimit(`forgotten:${subjectKey({ network })}`);
}

function hourlyLimit(key: string): AttemptLimit {
  return { key, maxFailures: 20, minDelaySeconds: 60 * 60, maxDelaySeconds: 60 * 60 };
}

/** Counts a failure before the attempt, so that parallel attempts count, too. @throws AppError 'too-many' */
export async function reserveAttempt(deps: Deps, limits: readonly AttemptLimit[], onReserved?: () => void) {
  const { attempts, batchWrite } = deps.stores;
  const now = deps.clock.now();
  await batchWrite(() => {
    const failureCounts = limits.map((limit) => ({ limit, failures: countFailures(deps, limit, now) }));
    for (const { limit, failures } of failureCounts) {
      const newCount = failures + 1;
      attempts.save(limit.key, {
        failures: newCount,
        lastAt: now.toISOString(),
        blockedUntil: addSeconds(now, getDelaySeconds(limit, newCount)).toISOString(),
      });
    }
    onReserved?.();
  });
  const undo = (...clearedLimits: AttemptLimit[]) => {
    for (const { key } of limits) refund(deps, key, now);
    for (const { key } of clearedLimits) attempts.delete(key);
  };
  return { undo, refundAttempt: () => batchWrite(undo) };
}

export type Attempt = Awaited<ReturnType<typeof reserveAttempt>>;

/** True at most once in this many minutes; it records the use. Call it in a transaction. */
export function consumeThrottle(
  { stores, clock }: Deps,
  minutes: number,
  purpose: string,
  subject: RateLimitSubject,
): boolean {
  const now = clock.now();
  const key = throttleKey(purpose, subject);
  const lastAt = stores.attempts.find(key)?.lastAt ?? "";
  // a time in the future was recorded before the clock was set back
  if (lastAt > subMinutes(now, minutes).toISOString() && lastAt <= now.toISOString()) return false;
  stores.attempts.save(key, { failures: 0, lastAt: now.toISOString(), blockedUntil: now.toISOString() });
  return true;
}

export function throttleKey(purpose: string, subject: RateLimitSubject): string {
  return `${purpose}:${subjectKey(subject)}`;
}

export function clearAttempts(deps: Deps, key: string): void {
  deps.stores.attempts.delete(key);
}

export function clearAddressAttempts(deps: Deps): void {
  deps.stores.attempts.deleteAll(signInLimit({ network: "" }).key);
}

export function deleteExpiredAttempts(deps: Deps): void {
  deps.stores.attempts.deleteOlder(addHours(deps.clock.now(), -2 * FAILURE_TTL_HOURS).toISOString());
}

function countFailures(deps: Deps, limit: AttemptLimit, now: Date): number {
  const failure = deps.stores.attempts.find(limit.key);
  if (!failure) return 0;
  const delaySeconds = differenceInSeconds(new Date(failure.blockedUntil), now, { roundingMethod: "ceil" });
  // longer than any delay: recorded before the clock was set back
  if (delaySeconds > limit.maxDelaySeconds) return 0;
  if (delaySeconds > 0)
    throw new AppError("too-many", `Too many failed attempts. Please try again in ${formatWait(delaySeconds)}.`, {
      retryAfter: delaySeconds,
    });
  return failure.lastAt < addHours(now, -FAILURE_TTL_HOURS).toISOString() ? 0 : failure.failures;
}

function getDelaySeconds(limit: AttemptLimit, failures: number): number {
  if (failures < limit.maxFailures) return 0;
  return Math.min(limit.maxDelaySeconds, limit.minDelaySeconds * 2 ** (failures - limit.maxFailures));
}

function refund(deps: Deps, key: string, now: Date): void {
  const failure = deps.stores.attempts.find(key);
  if (!failure) return;
  if (failure.failures <= 1) return deps.stores.attempts.delete(key);
  deps.stores.attempts.save(key, {
    failures: failure.failures - 1,
    lastAt: failure.lastAt,
    blockedUntil: now.toISOString(),
  });
}

/** Who a limit counts. Not sessions, cookies or codes, because a client can get new ones. */
export type RateLimitSubject = { member: number } | { username: string } | { network: string } | { mailbox: string };

/** The stored key. It must not change, because a username's and a network's delays outlast an upgrade. */
function subjectKey(subject: RateLimitSubject): string {
  if ("member" in subject) return `member:${subject.member}`;
  if ("username" in subject) return `name:${subject.username}`;
  if ("network" in subject) return `address:${subject.network}`;
  return `mailbox:${subject.mailbox}`;
}
