import { type PasswordChange, PHOTO_LIMIT, type Profile, type ProfilePatch } from "#contract/profile.ts";
import { trimText } from "#contract/text-length.ts";
import type { User } from "#contract/users.ts";
import type { Choices } from "#db/users.ts";
import { recordAuditEvent } from "#server/access/audit.ts";
import { type Caller, writeAs } from "#server/access/caller.ts";
import { ownPasswordLimit } from "#server/access/devices.ts";
import { consumeLimit, requireWithinLimit } from "#server/access/limits.ts";
import { revokeTokens } from "#server/access/one-time-tokens.ts";
import { renewToken, revokeOtherSessions } from "#server/access/sessions.ts";
import type { Deps } from "#server/deps.ts";
import { fieldError, signedOutError } from "#server/errors.ts";
import { deleteUnsubscribedMail } from "#server/outbox/outbox.ts";
import { receiveImage } from "#server/uploads/receive.ts";

import { notifyFormerAddress, setPassword } from "./account-mail.ts";
import { saveEreaderChoice } from "./ereader-choice.ts";
import { emailKey, rejectLookalikes } from "./names.ts";
import { checkPasswordRateLimited, isPasswordHash, requirePasswordLength } from "./passwords.ts";

export function getOwnProfile(deps: Deps, userId: number): Profile {
  const ereaderRejection = deps.stores.ereaderChoices.findRefusal(userId);
  return {
    ...getOwnUser(deps, userId),
    ...deps.stores.users.findChoices(userId),
    ...deps.stores.ereaderChoices.find(userId),
    ...(ereaderRejection && { ereaderRefused: ereaderRejection }),
  };
}

/** @throws AppError 'conflict' if the address is taken; 'invalid'; 'too-many' links to eReaders */
export function updateProfile(deps: Deps, actor: Caller, patch: ProfilePatch): Profile {
  const userId = actor.user.id;
  const displayName = trimText(patch.displayName);
  const email = trimText(patch.email);
  const profileBefore = writeAs(deps, actor, (author) => {
    const user = getOwnUser(deps, userId);
    if (displayName !== undefined && displayName !== user.displayName) {
      rejectLookalikes(deps, { displayName }, userId);
      recordAuditEvent(deps, author, "member-renamed", displayName, userId);
    }
    if (email !== undefined) rejectTakenEmail(deps, userId, email);
    // a reset link in the mailbox of the old address
    if (email !== undefined && email !== user.email) revokeTokens(deps, userId, "reset");
    deps.stores.users.updateProfile(userId, {
      displayName: displayName ?? null,
      email: email ?? null,
      emailKey: email === undefined ? null : emailKey(email),
    });
    saveChoices(deps, userId, patch);
    saveEreaderChoice(deps, author, patch);
    if (email !== undefined && email !== user.email) notifyFormerAddress(deps, user);
    return user;
  });
  if (email !== undefined && email !== profileBefore.email) deps.log.info("address changed", { user: userId });
  return getOwnProfile(deps, userId);
}

/** Ends the member's other sessions, and replaces the token of this session. */
export async function changePassword(deps: Deps, actor: Caller, change: PasswordChange, deviceToken: string | null) {
  const userId = actor.user.id;
  requirePasswordLength(deps, change.newPassword, "/newPassword");
  const account = deps.stores.users.findCredentialsById(userId);
  if (!account) throw signedOutError();
  const currentPassword = { password: change.currentPassword, storedHash: account.passwordHash };
  const { attempt, isMatch } = await checkPasswordRateLimited(deps, [ownPasswordLimit(userId)], currentPassword);
  if (!isMatch) {
    deps.log.warn("password change refused", { user: userId });
    throw fieldError("/currentPassword", "Your current password isn't right");
  }
  await attempt.refundAttempt();
  const passwordHash = await deps.passwords.hash(change.newPassword);
  const token = writeAs(deps, actor, () => {
    // the password may have changed while this one was hashed
    if (!isPasswordHash(deps, userId, account.passwordHash)) throw signedOutError();
    setPassword(deps, userId, passwordHash, null);
    revokeOtherSessions(deps, userId, { sessionId: actor.sessionId, deviceToken });
    return renewToken(deps, actor.sessionId);
  });
  deps.log.info("password changed", { user: userId });
  return { user: getOwnUser(deps, userId), token };
}

export async function changePhoto(deps: Deps, actor: Caller, request: Request): Promise<User> {
  writeAs(deps, actor, (author) => requireWithinLimit(deps, author, PHOTO_LIMIT));
  const form = { field: "photo", folder: "avatars", userId: actor.user.id } as const;
  const { url } = await receiveImage(deps, request, form);
  await replacePhoto(deps, actor, url);
  return getOwnUser(deps, actor.user.id);
}

/** The old file is deleted after a day. */
export async function replacePhoto(deps: Deps, actor: Caller, url: string | null): Promise<void> {
  const before = writeAs(deps, actor, (author) => {
    const { photoURL } = getOwnUser(deps, author.id);
    if (url !== null) consumeLimit(deps, author, PHOTO_LIMIT);
    deps.stores.users.updatePhoto(author.id, url);
    return photoURL;
  });
  await deps.images.scheduleDeletion(before, deps.clock.now());
}

function getOwnUser(deps: Deps, userId: number): User {
  const user = deps.stores.users.find(userId);
  if (!user) throw signedOutError();
  return user;
}

function rejectTakenEmail(deps: Deps, userId: number, email: string): void {
  const owner = deps.stores.users.findIdByEmail(emailKey(email));
  if (owner !== null && owner !== userId)
    throw fieldError("/email", "There is already an account with that email address.", "conflict");
}

/** Also deletes queued mail that is now unwanted. */
export function saveChoices(deps: Deps, userId: number, choices: Partial<Choices>): void {
  deps.stores.users.updateChoices(userId, choices);
  deleteUnsubscribedMail(deps, userId);
}
