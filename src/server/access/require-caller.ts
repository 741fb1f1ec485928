import type { Call } from "#contract/call.ts";
import { OTHER_MEMBER } from "#contract/error-codes.ts";
import { MEMBER } from "#contract/headers.ts";
import type { Deps } from "#server/deps.ts";
import { adminRequired, AppError, signedOut } from "#server/errors.ts";
import { SAFE_METHODS } from "#server/http/cross-site.ts";

import { type Caller, findCaller } from "./caller.ts";

/** Who may call besides admins, by the id in the path. */
export type HostRule = { may: (user: Caller["user"], id: number) => boolean; refuse: () => AppError };

type Required = { by: Exclude<Call["by"], "visitor">; id: unknown; host: HostRule | undefined };

/** The signed-in caller of a request, if the call is for them. @throws AppError 'signed-out', 'forbidden'; 'conflict', 'invalid' for X-Member */
export function requireCaller(deps: Deps, request: Request, { by, id, host }: Required): Caller {
  const caller = findCaller(deps, by === "admin" ? "admin" : "member", request);
  if (!caller) throw signedOut();
  requireSameMember(request, caller.user.id);
  if (by === "member") return caller;
  if (by === "admin") {
    if (caller.user.isAdmin) return caller;
    deps.log.warn("not an admin", { user: caller.user.id });
    throw adminRequired();
  }
  // the schema checks the id later
  const target = /^[1-9]\d{0,9}$/.test(String(id)) ? Number(id) : 0;
  if (host?.may(caller.user, target)) return caller;
  deps.log.warn("neither an admin nor the host", { user: caller.user.id });
  throw host?.refuse() ?? adminRequired();
}

/** What waited on a device is its author's, whoever is signed in when it's sent (BEYOND 14). */
function requireSameMember({ method, headers }: Request, userId: number): void {
  const member = headers.get(MEMBER);
  if (member === null || SAFE_METHODS.has(method)) return;
  if (!/^[1-9]\d*$/.test(member))
    throw new AppError("invalid", `The ${MEMBER} header has to be a member's id, which is a positive integer.`);
  if (member !== String(userId)) throw new AppError("conflict", OTHER_MEMBER);
}
