import type { User } from "#contract/users.ts";
import type { Deps } from "#server/deps.ts";
import { adminsOnly, signedOut } from "#server/http/errors.ts";

import { findSession } from "./sessions.ts";

/** Who makes a call, as the guard saw them before the body arrived. To write, pass it to `writeAs`. */
export type Caller = Readonly<{ user: User; sessionId: number; token: string; access: "member" | "admin" }>;

/** Who makes a change: a caller, or with `token: null` somebody at the server itself, who needs no session. */
export type Actor = Caller | Readonly<{ user: Author; token: null }>;

/** The same person as they are at the moment of the change. */
export type Author = Pick<User, "id" | "displayName" | "isAdmin">;

/** Anyone who has the command line; they have no account. */
export const OPERATOR: Actor = { user: { id: 0, displayName: "", isAdmin: true }, token: null };

/**
 * Runs `work` as one transaction on behalf of somebody, after looking again whether they are still signed in and still
 * what the route asks for: a call's body can take minutes, a book's inspection too. Every write that a person asks for
 * goes through here; tests/access.test.ts checks each route. `work` must not be async.
 * @throws AppError 'signed-out' when the session ended meanwhile, 'forbidden' when the role did
 */
export function writeAs<Result>(deps: Deps, by: Actor, work: (author: Author) => Result): Result {
  return deps.stores.transaction(() => work(stillThere(deps, by)));
}

/** `writeAs` for small, frequent writes: shares one commit with others of the same moment. */
export function batchWriteAs<Result>(deps: Deps, by: Actor, work: (author: Author) => Result): Promise<Result> {
  return deps.stores.batchWrite(() => work(stillThere(deps, by)));
}

function stillThere(deps: Deps, by: Actor): Author {
  if (by.token === null) return by.user;
  const session = findSession(deps, by.token);
  if (!session) throw signedOut();
  if (by.access === "admin" && !session.user.isAdmin) throw adminsOnly();
  return session.user;
}
