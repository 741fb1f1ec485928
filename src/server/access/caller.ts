import type { Call } from "#contract/call.ts";
import { OTHER_MEMBER } from "#contract/error-codes.ts";
import { AGE_HEADER, MEMBER_HEADER } from "#contract/headers.ts";
import type { User } from "#contract/users.ts";
import type { Deps } from "#server/deps.ts";
import { adminRequiredError, AppError, signedOutError } from "#server/errors.ts";
import { SAFE_METHODS } from "#server/http/cross-site.ts";

import { parseCookies, readToken } from "./cookies.ts";
import { findSession, touchSession } from "./sessions.ts";

/** The caller as checked before the body arrived. To write, use `writeAs`. `age` is of a queued change, in seconds. */
export type Caller = Readonly<{
  user: User;
  sessionId: number;
  token: string;
  access: "member" | "admin";
  age: number;
}>;

/** A caller, or the command line, which has no account. */
export type Actor = Caller | Readonly<{ user: Author; token: null }>;

export type Author = Pick<User, "id" | "displayName" | "isAdmin">;

export const OPERATOR: Actor = { user: { id: 0, displayName: "", isAdmin: true }, token: null };

export function findCaller(deps: Deps, access: Caller["access"], request: Request): Caller | null {
  const token = readToken(parseCookies(request), "session", deps.config);
  const session = token === null ? null : findSession(deps, token);
  if (token === null || !session) return null;
  touchSession(deps, session);
  return { user: session.user, sessionId: session.id, token, access, age: Number(request.headers.get(AGE_HEADER)) };
}

/** Checks again, because a body can take minutes to arrive. @throws AppError 'signed-out', 'forbidden' */
export function writeAs<Result>(deps: Deps, actor: Actor, work: (author: Author) => Result): Result {
  return deps.stores.transaction(() => work(requireCurrentUser(deps, actor)));
}

/** `writeAs` for small, frequent writes, which share a commit. */
export function batchWriteAs<Result>(deps: Deps, actor: Actor, work: (author: Author) => Result): Promise<Result> {
  return deps.stores.batchWrite(() => work(requireCurrentUser(deps, actor)));
}

function requireCurrentUser(deps: Deps, actor: Actor): Author {
  if (actor.token === null) return actor.user;
  const session = findSession(deps, actor.token);
  if (!session) throw signedOutError();
  if (actor.access === "admin" && !session.user.isAdmin) throw adminRequiredError();
  return session.user;
}

export type HostRule = { isAllowed: (user: Caller["user"], id: number) => boolean; createError: () => AppError };

type CallerRule = { by: Exclude<Call["by"], "visitor">; id: unknown; host: HostRule | undefined };

export function requireCaller(deps: Deps, request: Request, { by, id, host }: CallerRule): Caller {
  const caller = findCaller(deps, by === "admin" ? "admin" : "member", request);
  if (!caller) throw signedOutError();
  checkQueueHeaders(request, caller.user.id);
  if (by === "member") return caller;
  if (by === "admin") {
    if (caller.user.isAdmin) return caller;
    deps.log.warn("admin call refused", { user: caller.user.id });
    throw adminRequiredError();
  }
  const pathId = /^[1-9]\d{0,9}$/.test(String(id)) ? Number(id) : 0;
  if (host?.isAllowed(caller.user, pathId)) return caller;
  deps.log.warn("host call rejected", { user: caller.user.id });
  throw host?.createError() ?? adminRequiredError();
}

/** Rejects a queued request whose author isn't signed in anymore (BEYOND 14). */
function checkQueueHeaders({ method, headers }: Request, userId: number): void {
  if (SAFE_METHODS.has(method)) return;
  const memberId = headers.get(MEMBER_HEADER) ?? String(userId);
  if (!/^[1-9]\d*$/.test(memberId))
    throw new AppError("invalid", `The ${MEMBER_HEADER} header has to be a member's id, which is a positive integer.`);
  if (memberId !== String(userId)) throw new AppError("conflict", OTHER_MEMBER);
  if (!/^\d{1,8}$/.test(headers.get(AGE_HEADER) ?? "0"))
    throw new AppError("invalid", `The ${AGE_HEADER} header has to be a number of seconds.`);
}
