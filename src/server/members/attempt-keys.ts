import type { User } from "#contract/users.ts";
import {
  type AttemptLimit,
  clearAttempts,
  consumeThrottle,
  signInLimit,
  throttleKey,
} from "#server/access/attempts.ts";
import { ownPasswordLimit } from "#server/access/devices.ts";
import type { Deps } from "#server/deps.ts";

import { emailKey, usernameKey } from "./names.ts";

export const usernameLimit = (username: string): AttemptLimit => signInLimit({ username: usernameKey(username) });

const RESET_MAIL_PURPOSE = "reset-mail";
const RESET_MAIL_INTERVAL_MINUTES = 15;

/** Also limits the member, who could otherwise mail stranger after stranger by changing the address. */
export function consumeResetMailQuota(deps: Deps, email: string, userId: number | null): boolean {
  const isMailboxAllowed = consumeThrottle(deps, RESET_MAIL_INTERVAL_MINUTES, RESET_MAIL_PURPOSE, {
    mailbox: emailKey(email),
  });
  return (
    isMailboxAllowed &&
    userId !== null &&
    consumeThrottle(deps, RESET_MAIL_INTERVAL_MINUTES, RESET_MAIL_PURPOSE, { member: userId })
  );
}

/** Deletes the attempts under a deleted member's username and address. */
export function deleteAttemptsOf(deps: Deps, { id, username, email }: Pick<User, "id" | "username" | "email">): void {
  clearAttempts(deps, usernameLimit(username).key);
  clearAttempts(deps, ownPasswordLimit(id).key);
  clearAttempts(deps, throttleKey(RESET_MAIL_PURPOSE, { mailbox: emailKey(email) }));
}
