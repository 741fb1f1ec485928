import type { User } from "#contract/users.ts";
import type { Deps } from "#server/deps.ts";
import { adminRequired, signedOut } from "#server/errors.ts";

import { cookiesOf, readSessionToken } from "./cookies.ts";
import { findSession, touchSession } from "./sessions.ts";

/** Who calls, as checked by the guard before the body arrived. To write, use `writeAs`. */
export type Caller = Readonly<{ user: User; sessionId: number; token: string; access: "member" | "admin" }>;

/** A caller, or with `token: null` the command line. */
export type Actor = Caller | Readonly<{ user: Author; token: null }>;

/** The same person at the moment of the change. */
export type Author = Pick<User, "id" | "displayName" | "isAdmin">;

/** The command line; has no account. */
export const OPERATOR: Actor = { user: { id: 0, displayName: "", isAdmin: true }, token: null };

/** The signed-in member of a request, or null. */
export function findCaller(deps: Deps, access: Caller["access"], request: Request): Caller | null {
  const token = readSessionToken(cookiesOf(request), deps.config);
  const session = token === null ? null : findSession(deps, token);
  if (token === null || !session) return null;
  touchSession(deps, session);
  return { user: session.user, sessionId: session.id, token, access };
}

/**
 * Checks session and role again in one transaction: a body can take minutes. @throws AppError 'signed-out', 'forbidden'
 */
export function writeAs<Result>(deps: Deps, actor: Actor, work: (author: Author) => Result): Result {
  return deps.stores.transaction(() => work(requireCurrentUser(deps, actor)));
}

/** `writeAs` for small, frequent writes that share a commit. */
export function batchWriteAs<Result>(deps: Deps, actor: Actor, work: (author: Author) => Result): Promise<Result> {
  return deps.stores.batchWrite(() => work(requireCurrentUser(deps, actor)));
}

function requireCurrentUser(deps: Deps, actor: Actor): Author {
  if (actor.token === null) return actor.user;
  const session = findSession(deps, actor.token);
  if (!session) throw signedOut();
  if (actor.access === "admin" && !session.user.isAdmin) throw adminRequired();
  return session.user;
}
