import type { PasswordResetRequest, ResetByLink, ResetLink } from "#contract/auth.ts";
import { passwordResetLimit, reserveAttempt } from "#server/access/attempts.ts";
import { recordAuditEvent } from "#server/access/audit.ts";
import { type Actor, writeAs } from "#server/access/caller.ts";
import { consumeOneTimeToken, findTokenOwner, issueOneTimeToken } from "#server/access/one-time-tokens.ts";
import { publicOrigin } from "#server/config.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, requireFound } from "#server/errors.ts";
import { queueMail } from "#server/outbox/outbox.ts";

import { setPassword } from "./account-mail.ts";
import { consumeResetMailQuota } from "./attempt-keys.ts";
import { emailKey } from "./names.ts";
import { requirePasswordLength, revokeAccess } from "./passwords.ts";
import type { SignInAttempt } from "./sign-in.ts";

const RESET_MAIL_DELAY_MS = 500;

/** Any address gets the same response after the same time (BEYOND 7). @throws AppError 'too-many' */
export async function requestPasswordReset(
  deps: Deps,
  caller: SignInAttempt,
  { email }: PasswordResetRequest,
): Promise<void> {
  await reserveAttempt(deps, [passwordResetLimit(caller.address)]);
  await deps.stores.batchWrite(() => {
    const userId = deps.stores.users.findIdByEmail(emailKey(email));
    // sent after the response, because its duration would reveal a member's address
    if (!consumeResetMailQuota(deps, email, userId) || userId === null) return;
    queueMail(deps, { kind: "password-reset", userId, dedupeKey: deps.clock.now().toISOString() }, RESET_MAIL_DELAY_MS);
  });
  deps.log.info("password reset requested", { from: caller.address });
}

/** The member stays signed in until the link is used. @throws AppError 'not-found'; 'conflict' for the caller */
export function createResetLink(deps: Deps, actor: Actor, id: number): ResetLink {
  if (id === actor.user.id)
    throw new AppError("conflict", "You can't make a link for yourself: change your password on your profile.");
  return writeAs(deps, actor, (author) => {
    const user = requireFound(deps.stores.users.find(id), "There is no such user.");
    recordAuditEvent(deps, author, "reset-link-created", user.displayName, id);
    return createResetUrl(deps, id, author.id);
  });
}

/** Starts no session. @throws AppError 'invalid' (the link stays valid); 'not-found' */
export async function resetByLink(deps: Deps, caller: SignInAttempt, { token, password }: ResetByLink): Promise<void> {
  requirePasswordLength(deps, password, "/password");
  if (findTokenOwner(deps, "reset", token) === null) throw expiredLinkError();
  const passwordHash = await deps.passwords.hash(password);
  const user = deps.stores.transaction(() => {
    const userId = consumeOneTimeToken(deps, "reset", token);
    const account = userId === null ? null : deps.stores.users.find(userId);
    if (!account) throw expiredLinkError();
    setPassword(deps, account.id, passwordHash, null);
    revokeAccess(deps, account);
    return account;
  });
  deps.log.info("password reset by link", { user: user.id, from: caller.address });
}

function expiredLinkError(): AppError {
  return new AppError("not-found", "This link has expired or was used. Ask for a new one.");
}

export function createResetUrl(deps: Deps, userId: number, madeBy?: number): ResetLink {
  const { secret, expiresAt } = issueOneTimeToken(deps, "reset", { userId, madeBy });
  return { url: `${publicOrigin(deps.config)}/auth?reset=${secret}`, expiresAt };
}
