import type { User } from "#contract/users.ts";
import { consumeThrottle } from "#server/access/attempts.ts";
import type { Deps } from "#server/deps.ts";
import { queueMail } from "#server/outbox/outbox.ts";

const ADDRESS_MAIL_INTERVAL_MINUTES = 60;

/** At most once an hour, so that it can't be used to mail strangers. Call these in the transaction of the change. */
export function notifyFormerAddress(deps: Deps, { id, email }: Pick<User, "id" | "email">): void {
  if (consumeThrottle(deps, ADDRESS_MAIL_INTERVAL_MINUTES, "address-mail", { member: id }) && email !== "")
    queueMail(deps, { kind: "address-changed", userId: id, email });
}

export function notifyCredentialAdded(deps: Deps, userId: number, credential: "password" | "passkey"): void {
  if (consumeThrottle(deps, ADDRESS_MAIL_INTERVAL_MINUTES, `${credential}-mail`, { member: userId }))
    queueMail(deps, { kind: "sign-in-changed", userId, dedupeKey: `${deps.clock.now().toISOString()} ${credential}` });
}

/** @param temporaryUntil for a password created by an admin */
export function setPassword(deps: Deps, userId: number, passwordHash: string, temporaryUntil: string | null): void {
  deps.stores.users.updatePassword(userId, passwordHash, temporaryUntil);
  notifyCredentialAdded(deps, userId, "password");
}
