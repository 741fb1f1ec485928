import { addDays } from "date-fns";

import { codePoints } from "#contract/text-length.ts";
import type { PasswordReset, User } from "#contract/users.ts";
import { type Attempt, type AttemptLimit, clearAttempts, reserveAttempt } from "#server/access/attempts.ts";
import { recordAuditEvent } from "#server/access/audit.ts";
import { type Actor, writeAs } from "#server/access/caller.ts";
import { ownPasswordLimit } from "#server/access/devices.ts";
import { revokeAllCredentials } from "#server/access/sessions.ts";
import { newPassword } from "#server/adapters/secrets.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, fieldError } from "#server/errors.ts";

import { setPassword } from "./account-mail.ts";
import { usernameLimit } from "./attempt-keys.ts";

const TEMPORARY_PASSWORD_TTL_DAYS = 7;

/** Revokes all credentials (SPEC 9, BEYOND 9). @throws AppError 'not-found'; 'conflict' if the password just changed */
export async function resetPassword(deps: Deps, actor: Actor, id: number): Promise<PasswordReset> {
  const user = deps.stores.users.find(id);
  const account = deps.stores.users.findCredentialsById(id);
  if (!user || !account) throw new AppError("not-found", "There is no such user.");
  const temporaryPassword = newPassword();
  const passwordHash = await deps.passwords.hash(temporaryPassword);
  writeAs(deps, actor, (author) => {
    // the member may have been deleted while the password was hashed
    if (!deps.stores.users.find(id)) throw new AppError("not-found", "There is no such user.");
    if (!isPasswordHash(deps, id, account.passwordHash))
      throw new AppError("conflict", "This password was just changed by someone else. Nothing was reset.");
    recordAuditEvent(deps, author, "password-reset", user.displayName, id);
    const expiresAt = addDays(deps.clock.now(), TEMPORARY_PASSWORD_TTL_DAYS).toISOString();
    setPassword(deps, id, passwordHash, expiresAt);
    revokeAccess(deps, user);
  });
  return { temporaryPassword, user: { id, username: user.username, displayName: user.displayName } };
}

/** Call it in the transaction that sets a password, because someone else may have had the account. */
export function revokeAccess(deps: Deps, { id, username }: Pick<User, "id" | "username">): void {
  revokeAllCredentials(deps, id);
  clearAttempts(deps, usernameLimit(username).key);
  clearAttempts(deps, ownPasswordLimit(id).key);
}

/** Hashes while the count is written. @throws AppError 'too-many'; 'busy' if the queue is full, which isn't counted */
export async function checkPasswordRateLimited(
  deps: Deps,
  limits: readonly AttemptLimit[],
  { password, storedHash }: { password: string; storedHash: string | null },
): Promise<{ attempt: Attempt; isMatch: boolean }> {
  const check = Promise.withResolvers<boolean>();
  // without the count, the result of the check isn't awaited
  check.promise.catch(() => undefined);
  const attempt = await reserveAttempt(deps, limits, () => check.resolve(deps.passwords.verify(password, storedHash)));
  try {
    return { attempt, isMatch: await check.promise };
  } catch (error) {
    await attempt.refundAttempt();
    throw error;
  }
}

/** False if the password was reset, or the member deleted, during a check. */
export function isPasswordHash({ stores }: Deps, userId: number, hash: string): boolean {
  return stores.users.findCredentialsById(userId)?.passwordHash === hash;
}

export function requirePasswordLength(deps: Deps, password: string, path: string): void {
  const minLength = deps.config.passwordMinLength;
  const message = `Password must be at least ${minLength} characters`;
  if (codePoints(password) < minLength) throw fieldError(path, message);
}
