import { addDays } from "date-fns";

import type { PasswordReset, User } from "#contract/users.ts";
import { newPassword } from "#server/adapters/secrets.ts";
import { recordAct } from "#server/audit/audit.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/http/errors.ts";

import { type Attempt, forgetAttempts, signInLimit } from "./attempts.ts";
import { type Actor, OPERATOR, writeAs } from "./caller.ts";
import { revokeInvitationsOf } from "./invitations.ts";
import { usernameKey } from "./names.ts";

/** A password from an admin's reset signs in for this long (DESIGN 3). */
const TEMPORARY_PASSWORD_DAYS = 7;

/**
 * Gives a member a generated password, shown once, and ends their sessions (SPEC 9, DESIGN 3).
 * @throws AppError 'not-found'
 */
export async function resetPassword(deps: Deps, id: number, by: Actor = OPERATOR): Promise<PasswordReset> {
  const user = deps.stores.users.find(id);
  if (!user) throw new AppError("not-found", "There is no such user.");
  const temporaryPassword = newPassword();
  const passwordHash = await deps.passwords.hash(temporaryPassword);
  writeAs(deps, by, (author) => {
    // somebody may have deleted the user while the password was being hashed
    if (!deps.stores.users.find(id)) throw new AppError("not-found", "There is no such user.");
    recordAct(deps, author, "password-reset", user.displayName, id);
    const until = addDays(deps.clock.now(), TEMPORARY_PASSWORD_DAYS).toISOString();
    deps.stores.users.updatePassword(id, passwordHash, until);
    endAccess(deps, user);
  });
  return { temporaryPassword, user: { id, username: user.username, displayName: user.displayName } };
}

/**
 * Ends whatever may sign somebody in as this member or was made in their name, because somebody else may have had the
 * account: sessions, known devices, passkeys, links, codes and invitations. Runs inside the transaction that sets the
 * new password.
 */
export function endAccess(deps: Deps, { id, username }: Pick<User, "id" | "username">): void {
  deps.stores.sessions.removeOthers(id, 0);
  deps.stores.devices.forget(id);
  deps.stores.oneTime.forget(id);
  deps.stores.passkeys.removeAll(id);
  revokeInvitationsOf(deps, id);
  forgetAttempts(deps, signInLimit(`name:${usernameKey(username)}`));
}

/** Whether `password` is that of `stored`. To be sent away for want of room is no wrong guess. @throws AppError 'busy' */
export async function checkPassword(
  { passwords }: Deps,
  attempt: Attempt,
  password: string,
  stored: string | null,
): Promise<boolean> {
  try {
    return await passwords.verify(password, stored);
  } catch (error) {
    await attempt.takeBack();
    throw error;
  }
}

/** Whether the user is still there with this hash: a password may be reset, or its user deleted, while one is checked. */
export function isPasswordHash({ stores }: Deps, userId: number, hash: string): boolean {
  return stores.users.findCredentialsById(userId)?.passwordHash === hash;
}

/** @throws AppError 'invalid' when the password is shorter than this club wants it */
export function requirePasswordLength(deps: Deps, password: string, path: string): void {
  const least = deps.config.passwordMinLength;
  const message = `Password must be at least ${least} characters`;
  if (password.length < least) throw new AppError("invalid", message, { errors: [{ path, message }] });
}
