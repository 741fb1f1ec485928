import type { User } from "#contract/users.ts";
import { type AttemptLimit, forgetAttempts, isFirstWithin, onceKey, signInLimit } from "#server/access/attempts.ts";
import { ownLimit } from "#server/access/devices.ts";
import type { Deps } from "#server/deps.ts";

import { emailKey, usernameKey } from "./names.ts";

/** Failures under a username, however it's typed. */
export const usernameLimit = (username: string): AttemptLimit => signInLimit({ username: usernameKey(username) });

const RESET_MAIL = "reset-mail";
const RESET_MAIL_EVERY_MINUTES = 15;

/**
 * True once in some minutes for a mailbox, and for a member, who could otherwise have links sent to one stranger after
 * another by changing their own address. Call it in a transaction. @param userId null for an unknown address
 */
export function mayMailReset(deps: Deps, email: string, userId: number | null): boolean {
  const mayMailbox = isFirstWithin(deps, RESET_MAIL_EVERY_MINUTES, RESET_MAIL, { mailbox: emailKey(email) });
  return mayMailbox && userId !== null && isFirstWithin(deps, RESET_MAIL_EVERY_MINUTES, RESET_MAIL, { member: userId });
}

/** Forgets what is known under the name and the address of a member who leaves. Runs in that transaction. */
export function forgetAttemptsOf(deps: Deps, { id, username, email }: Pick<User, "id" | "username" | "email">): void {
  forgetAttempts(deps, usernameLimit(username).key);
  forgetAttempts(deps, ownLimit(id).key);
  forgetAttempts(deps, onceKey(RESET_MAIL, { mailbox: emailKey(email) }));
}
