import type { User } from "#contract/users.ts";
import { tryOncePer } from "#server/access/attempts.ts";
import type { Deps } from "#server/deps.ts";
import { queueMail } from "#server/outbox/outbox.ts";

const ADDRESS_MAIL_INTERVAL_MINUTES = 60;

/**
 * Tells the old address about a new one, by which someone at an unlocked browser could take over the account. Once an
 * hour, so it can't be used to mail strangers. Call these in the transaction of what they tell.
 */
export function notifyFormerAddress(deps: Deps, { id, email }: Pick<User, "id" | "email">): void {
  if (tryOncePer(deps, ADDRESS_MAIL_INTERVAL_MINUTES, "address-mail", { member: id }) && email !== "")
    queueMail(deps, { kind: "address-changed", userId: id, email });
}

/** Tells a member that their account can be entered by something new. */
export function notifyCredentialAdded(deps: Deps, userId: number, credential: "password" | "passkey"): void {
  if (tryOncePer(deps, ADDRESS_MAIL_INTERVAL_MINUTES, `${credential}-mail`, { member: userId }))
    queueMail(deps, { kind: "sign-in-changed", userId, about: `${deps.clock.now().toISOString()} ${credential}` });
}

/** The one way to give an account another password. @param temporaryUntil ISO-8601, for one that an admin made */
export function setPassword(deps: Deps, userId: number, passwordHash: string, temporaryUntil: string | null): void {
  deps.stores.users.updatePassword(userId, passwordHash, temporaryUntil);
  notifyCredentialAdded(deps, userId, "password");
}
