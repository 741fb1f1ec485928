import { trimText } from "#contract/text-length.ts";
import type { PasswordReset, RolePatch, User, UserRow } from "#contract/users.ts";
import { recordAuditEvent } from "#server/access/audit.ts";
import { type Actor, writeAs } from "#server/access/caller.ts";
import { revokeAllTokens } from "#server/access/one-time-tokens.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, requireFound } from "#server/errors.ts";
import { closeDuePoll } from "#server/votes/close-due-poll.ts";

import { deleteAttemptsOf } from "./attempt-keys.ts";
import { foldCase, normalizeUsername, usernameKey } from "./names.ts";
import { resetPassword } from "./passwords.ts";

type UsersPage = { limit?: number; offset?: number; search?: string };

export function listUsers(
  { stores }: Deps,
  { limit, offset = 0, search = "" }: UsersPage,
): { users: UserRow[]; total: number } {
  const term = foldCase(trimText(search));
  const matches = stores.users.list().filter((user) => matchesSearch(user, term));
  return { users: matches.slice(offset, limit && offset + limit), total: matches.length };
}

export function deleteUser(deps: Deps, actor: Actor, id: number): void {
  writeAs(deps, actor, (author) => {
    const user = requireUser(deps, id);
    if (id === actor.user.id) throw new AppError("conflict", "You can't delete your own account: ask another admin.");
    if (!deleteMember(deps, user)) throw lastAdminError();
    recordAuditEvent(deps, author, "user-deleted", user.displayName, id);
  });
}

/** Call it in a transaction. The photo is deleted by the next cleanup. @returns false for the last admin */
export function deleteMember(deps: Deps, member: Pick<User, "id" | "username" | "email">): boolean {
  deps.stores.invitations.revokeOf(member.id, deps.clock.now().toISOString());
  deleteAttemptsOf(deps, member);
  // a due vote counts this ballot
  closeDuePoll(deps);
  return deps.stores.users.delete(member.id);
}

/** Takes effect with the next request. @throws AppError 'not-found'; 'conflict' for the caller and the last admin */
export function setRole(deps: Deps, actor: Actor, id: number, { isAdmin }: RolePatch): UserRow {
  return writeAs(deps, actor, (author) => {
    const user = requireUser(deps, id);
    if (id === actor.user.id) throw new AppError("conflict", "You can't change your own role: ask another admin.");
    if (user.isAdmin === isAdmin) return user;
    if (isAdmin) deps.stores.users.promote(id);
    else if (!deps.stores.users.demote(id)) throw lastAdminError();
    if (!isAdmin) deps.stores.invitations.revokeOf(id, deps.clock.now().toISOString());
    if (!isAdmin) revokeAllTokens(deps, id);
    recordAuditEvent(deps, author, isAdmin ? "admin-made" : "admin-unmade", user.displayName, id);
    return { ...user, isAdmin };
  });
}

export function resetMemberPassword(deps: Deps, actor: Actor, id: number): Promise<PasswordReset> {
  if (id === actor.user.id)
    throw new AppError("conflict", "You can't reset your own password: change it on your profile.");
  return resetPassword(deps, actor, id);
}

export function findMemberId({ stores }: Deps, username: string): number | null {
  // two members whose usernames became equal are found by their own
  const normalizedName = normalizeUsername(username);
  const exactMatch = stores.users.listUsernames().find((user) => normalizeUsername(user.username) === normalizedName);
  return exactMatch?.id ?? stores.users.findIdByUsername(usernameKey(username));
}

export function findMember({ stores }: Deps, id: number): User | null {
  return stores.users.find(id);
}

/** SQLite ignores case only in ASCII, so the comparison is here. */
function matchesSearch({ username, displayName, email }: UserRow, term: string): boolean {
  return [username, displayName, email].some((text) => foldCase(text).includes(term));
}

function requireUser(deps: Deps, id: number): UserRow {
  return requireFound(deps.stores.users.findRow(id), "There is no such user.");
}

function lastAdminError(): AppError {
  return new AppError("conflict", "This is the last admin: make another one first.");
}
