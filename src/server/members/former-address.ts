import type { User } from "#contract/users.ts";
import { isFirstWithin } from "#server/access/attempts.ts";
import type { Deps } from "#server/deps.ts";
import { queueFormerAddress } from "#server/outbox/outbox.ts";

const MAIL_EVERY_MINUTES = 60;

/**
 * Tells the old address about a new one, by which someone at an unlocked browser could take over the account. Once an
 * hour, so it can't be used to mail strangers. Call it in the transaction that changes the address.
 */
export function tellFormerAddress(deps: Deps, user: Pick<User, "id" | "email">): void {
  if (isFirstWithin(deps, `address-mail:${user.id}`, MAIL_EVERY_MINUTES)) queueFormerAddress(deps, user);
}
