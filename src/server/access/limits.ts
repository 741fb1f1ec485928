import { addSeconds, differenceInSeconds } from "date-fns";

import type { User } from "#contract/users.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

const SECONDS = { minute: 60, hour: 60 * 60, day: 24 * 60 * 60, month: 30 * 24 * 60 * 60 };

/** How often a member may store, fetch or mail something (BEYOND 9). The count restarts when the time is over. */
const LIMITS = [
  { of: "post", max: 100, per: "minute", words: "post # times a minute" },
  { of: "note", max: 60, per: "minute", words: "write # notes and replies a minute" },
  { of: "note", max: 500, per: "day", words: "write # notes and replies a day" },
  { of: "wine", max: 50, per: "month", words: "add # wines a month" },
  { of: "photo", max: 20, per: "day", words: "change your photo # times a day" },
  { of: "look-up", max: 30, per: "hour", words: "look up # books and covers an hour" },
  { of: "eReader mail", max: 10, per: "day", words: "send # emails a day to your eReader" },
] as const satisfies readonly { of: string; max: number; per: keyof typeof SECONDS; words: string }[];

type Limited = (typeof LIMITS)[number]["of"];
type Member = Pick<User, "id" | "isAdmin">;

/** Counts one use. Call it in the transaction that stores, or before fetching or mailing. @throws 'too-many' */
export function countUse(deps: Deps, member: Member, what: Limited): void {
  const now = deps.clock.now();
  for (const { key, since, count } of usages(deps, member, what, now))
    deps.stores.usage.save(member.id, key, { since: since.toISOString(), count: count + 1 });
}

/** Checks without counting, before something large is received. @throws AppError 'too-many' */
export function requireWithinLimit(deps: Deps, member: Member, what: Limited): void {
  usages(deps, member, what, deps.clock.now());
}

/** The limits in words, for the API's description. */
export function limitText(what: Limited): string {
  return LIMITS.filter(({ of }) => of === what)
    .map((limit) => `${sentence(limit)}.`)
    .join(" ");
}

function usages({ stores }: Deps, member: Member, what: Limited, now: Date) {
  // admins plan months of books at once
  if (what === "look-up" && member.isAdmin) return [];
  return LIMITS.filter(({ of }) => of === what).map(({ of, max, per, words }) => {
    const key = `${of} a ${per}`;
    const known = stores.usage.find(member.id, key);
    const since = known ? new Date(known.since) : now;
    const until = addSeconds(since, SECONDS[per]);
    // a time in the future is from a clock that was ahead
    if (!known || until <= now || since > now) return { key, since: now, count: 0 };
    if (known.count < max) return { key, since, count: known.count };
    const retryAfter = differenceInSeconds(until, now, { roundingMethod: "ceil" });
    const message = `${sentence({ max, words })}. Please try again in ${formatWait(retryAfter)}.`;
    throw new AppError("too-many", message, { retryAfter });
  });
}

function sentence({ max, words }: { max: number; words: string }): string {
  return `You can ${words.replace("#", String(max))}`;
}

export function formatWait(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`;
  if (seconds < 90 * 60) return `${Math.ceil(seconds / 60)} minutes`;
  if (seconds < 36 * SECONDS.hour) return `${Math.ceil(seconds / SECONDS.hour)} hours`;
  return `${Math.ceil(seconds / SECONDS.day)} days`;
}
