import type { AuditKind } from "#contract/audit.ts";
import type { User } from "#contract/users.ts";
import type { Deps } from "#server/deps.ts";

/** Who did it: the signed-in admin, or whoever has the command line. */
export type Actor = Pick<User, "displayName">;

/** The operator at the command line; needs no name. */
export const OPERATOR: Actor = { displayName: "" };

/** Writes down an admin's act. Call it in the transaction of the act, so that neither stands without the other. */
export function recordAct(deps: Deps, actor: Actor, kind: AuditKind, subject = ""): void {
  deps.stores.audit.insert({ at: deps.clock.now().toISOString(), actor: actor.displayName, kind, subject });
}
