import { addSeconds, differenceInSeconds } from "date-fns";

import { formatLimit, type Limit } from "#contract/call.ts";
import type { User } from "#contract/users.ts";
import type { Usage } from "#db/counts.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

const PERIOD_SECONDS = { minute: 60, hour: 60 * 60, day: 24 * 60 * 60, month: 30 * 24 * 60 * 60 };

export type Member = Pick<User, "id" | "isAdmin">;

/** Counts a use of each limit, per minute only in memory. Call it in a transaction. @throws AppError 'too-many' */
export function consumeLimit(deps: Deps, member: Member, ...limits: readonly [Limit, ...Limit[]]): void {
  const now = deps.clock.now();
  for (const { save, since, count } of readUsages(deps, member, limits, now))
    save({ since: since.toISOString(), count: count + 1 });
}

export function requireWithinLimit(deps: Deps, member: Member, limit: Limit): void {
  readUsages(deps, member, [limit], deps.clock.now());
}

function readUsages({ stores, recentUses }: Deps, member: Member, limits: readonly Limit[], now: Date) {
  const activeLimits = limits.filter(({ isForAdmins = true }) => isForAdmins || !member.isAdmin);
  return activeLimits.map(({ key: name, max, per, message }) => {
    const key = `${name} a ${per}`;
    const memoryKey = `${member.id} ${key}`;
    const isStored = per !== "minute";
    const usage = isStored ? stores.usage.find(member.id, key) : recentUses.get(memoryKey);
    const saveUsage = (usage: Usage) =>
      isStored ? stores.usage.save(member.id, key, usage) : recentUses.set(memoryKey, usage);
    const startedAt = usage ? new Date(usage.since) : now;
    const resetsAt = addSeconds(startedAt, PERIOD_SECONDS[per]);
    // a time in the future was recorded before the clock was set back
    if (!usage || resetsAt <= now || startedAt > now) return { save: saveUsage, since: now, count: 0 };
    if (usage.count < max) return { save: saveUsage, since: startedAt, count: usage.count };
    const retryAfter = differenceInSeconds(resetsAt, now, { roundingMethod: "ceil" });
    const error = `${formatLimit({ max, message })}. Please try again in ${formatWait(retryAfter)}.`;
    throw new AppError("too-many", error, { retryAfter });
  });
}

export function formatWait(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`;
  if (seconds < 90 * 60) return `${Math.ceil(seconds / 60)} minutes`;
  if (seconds < 36 * PERIOD_SECONDS.hour) return `${Math.ceil(seconds / PERIOD_SECONDS.hour)} hours`;
  return `${Math.ceil(seconds / PERIOD_SECONDS.day)} days`;
}
