import type { AuditKind } from "#contract/audit.ts";
import type { User } from "#contract/users.ts";
import type { Stores } from "#db/stores.ts";
import type { Deps } from "#server/deps.ts";

/** "post" for the store `posts`. */
type Noun = { [Store in keyof Stores]: Store extends `${infer One}s` ? One : never }[keyof Stores];

/** When the activity before the last `skip` of its kind was recorded, or null. */
export function timeOfActivity({ stores }: Deps, kind: AuditKind<Noun>, skip: number): string | null {
  return stores.audit.timeOf(kind, skip);
}

/** Call inside the transaction of what was done. Names change, so ids are stored too. @param author id 0 for the command line */
export function recordActivity(
  deps: Deps,
  author: Pick<User, "id" | "displayName">,
  kind: AuditKind<Noun>,
  subject = "",
  subjectId: number | null = null,
): void {
  const at = deps.clock.now().toISOString();
  deps.stores.audit.insert({ at, actor: author.displayName, actorId: author.id || null, kind, subject, subjectId });
  deps.log.info("admin activity", { kind, by: author.id });
}
