import type { AuditKind } from "#contract/audit.ts";
import type { User } from "#contract/users.ts";
import type { Deps } from "#server/deps.ts";

/**
 * Writes down an admin's act. Call it in the transaction of the act, so that neither stands without the other. The log
 * has the number of who did it as well, because names change.
 */
export function recordAct(deps: Deps, author: Pick<User, "id" | "displayName">, kind: AuditKind, subject = ""): void {
  deps.stores.audit.insert({ at: deps.clock.now().toISOString(), actor: author.displayName, kind, subject });
  deps.log.info("admin act", { kind, by: author.id });
}
