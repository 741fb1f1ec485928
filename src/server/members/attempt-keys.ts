import type { User } from "#contract/users.ts";
import { type AttemptLimit, forgetAttempts, signInLimit } from "#server/access/attempts.ts";
import type { Deps } from "#server/deps.ts";

import { emailKey, usernameKey } from "./names.ts";

/** Failures under a username, however it's typed. */
export const usernameLimit = (username: string): AttemptLimit => signInLimit(`name:${usernameKey(username)}`);

/** One address gets at most one mail with a link in some minutes; the key says when it got the last. */
export const resetMailKey = (email: string) => `reset-mail:${emailKey(email)}`;

/** Forgets what is known under the name and the address of a member who leaves. Runs in that transaction. */
export function forgetAttemptsOf(deps: Deps, { username, email }: Pick<User, "username" | "email">): void {
  forgetAttempts(deps, usernameLimit(username).key);
  forgetAttempts(deps, resetMailKey(email));
}
