import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

import type { Actor } from "./caller.ts";

/**
 * Rejects a change that a device queued before the member made another one elsewhere. Call it in a transaction.
 * @param subject what the member changes, such as `answer 7`
 * @param isUnchanged true if it would change nothing, such as one that is sent again because its response was lost
 * @throws AppError 'conflict'
 */
export function requireLatestChange({ stores, clock }: Deps, actor: Actor, subject: string, isUnchanged = false): void {
  const age = actor.token === null ? 0 : actor.age;
  const changedAt = new Date(clock.now().getTime() - age * 1000).toISOString();
  // without an age it isn't queued, and a time in the future was recorded before the clock was set back
  const isOutdated = age > 0 && changedAt < (stores.latestChanges.findTime(actor.user.id, subject) ?? "");
  if (!isOutdated) stores.latestChanges.save(actor.user.id, subject, changedAt);
  else if (!isUnchanged) throw new AppError("conflict", "You said something else later, on another device.");
}
