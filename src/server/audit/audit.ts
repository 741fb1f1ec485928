import type { AuditKind } from "#contract/audit.ts";
import type { User } from "#contract/users.ts";
import type { Deps } from "#server/deps.ts";

/**
 * Writes down an admin's act, or a member's new name. Call it in the transaction of the act, so that neither stands
 * without the other. Names change, so the ids are kept with them.
 * @param author with id 0 for the operator
 * @param subjectId of the user that it was done to
 */
export function recordAct(
  deps: Deps,
  author: Pick<User, "id" | "displayName">,
  kind: AuditKind,
  subject = "",
  subjectId: number | null = null,
): void {
  const at = deps.clock.now().toISOString();
  deps.stores.audit.insert({ at, actor: author.displayName, actorId: author.id || null, kind, subject, subjectId });
  deps.log.info("admin act", { kind, by: author.id });
}
