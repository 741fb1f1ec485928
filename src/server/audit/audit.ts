import type { AuditKind } from "#contract/audit.ts";
import type { User } from "#contract/users.ts";
import type { Deps } from "#server/deps.ts";

/** Who did it: the signed-in admin, or whoever has the command line. */
export type Actor = Pick<User, "id" | "displayName">;

/** The operator at the command line; needs no name, and has no account. */
export const OPERATOR: Actor = { id: 0, displayName: "" };

/**
 * Writes down an admin's act. Call it in the transaction of the act, so that neither stands without the other. The log
 * has the number of who did it as well, because names change.
 */
export function recordAct(deps: Deps, actor: Actor, kind: AuditKind, subject = ""): void {
  deps.stores.audit.insert({ at: deps.clock.now().toISOString(), actor: actor.displayName, kind, subject });
  deps.log.info("admin act", { kind, by: actor.id });
}
