import { subHours } from "date-fns";

import type { User } from "#contract/users.ts";
import { describeError } from "#server/adapters/log.ts";
import type { Deps } from "#server/deps.ts";
import { addressMessage } from "#server/mail/address-message.ts";
import { compose } from "#server/mail/compose.ts";
import { isConfigured } from "#server/mail/settings.ts";

/**
 * Someone at an unlocked browser could take over the account by a new address. Not through the outbox, which mails the new
 * one. Once an hour, so it can't be used to mail strangers. Never throws.
 */
export async function tellFormerAddress(deps: Deps, { id, displayName, email }: User): Promise<void> {
  try {
    if (email === "" || !isConfigured(deps) || !deps.stores.email.isEnabled() || !isFirst(deps, id)) return;
    await deps.mailer.send(await compose(deps, await addressMessage(deps, displayName), { displayName, email }));
  } catch (error) {
    deps.log.warn("former address not notified", { user: id, error: describeError(error) });
  }
}

function isFirst({ stores, clock }: Deps, userId: number): boolean {
  const now = clock.now();
  const key = `address-mail:${userId}`;
  return stores.transaction(() => {
    const last = stores.attempts.find(key)?.lastAt ?? "";
    if (last > subHours(now, 1).toISOString() && last <= now.toISOString()) return false;
    stores.attempts.save(key, { failures: 0, lastAt: now.toISOString(), blockedUntil: now.toISOString() });
    return true;
  });
}
