import { ACTIVITY_LIMIT, type AuditEventType } from "#contract/audit.ts";
import type { User } from "#contract/users.ts";
import type { Stores } from "#db/stores.ts";
import type { Deps } from "#server/deps.ts";

import { consumeLimit } from "./limits.ts";

/** Events that undo a counted one, or end an account, aren't limited. */
const REVERSAL_EVENTS = new Set<string>(["host-ended", "dates-withdrawn", "account-deleted"]);

/** For example "post" for the store `posts`. */
type AuditedResource = { [Store in keyof Stores]: Store extends `${infer One}s` ? One : never }[keyof Stores];

/** Call it in the transaction of the change. Names change, so ids are stored, too. @throws AppError 'too-many' */
export function recordAuditEvent(
  deps: Deps,
  author: Pick<User, "id" | "displayName" | "isAdmin">,
  kind: AuditEventType<AuditedResource>,
  subject = "",
  subjectId: number | null = null,
): void {
  if (!REVERSAL_EVENTS.has(kind)) consumeLimit(deps, author, ACTIVITY_LIMIT);
  const at = deps.clock.now().toISOString();
  deps.stores.audit.insert({ at, actor: author.displayName, actorId: author.id || null, kind, subject, subjectId });
  deps.log.info("audit event recorded", { kind, by: author.id });
}
