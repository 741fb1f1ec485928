import { WAL_LIMIT_BYTES } from "#db/open.ts";
import type { Deps } from "#server/deps.ts";

import { type Finding, fix, megabytes, ok } from "./finding.ts";

export function examineDatabase({ stores }: Pick<Deps, "stores">): Finding[] {
  const about = "Database";
  const [damage] = stores.findDamage();
  if (damage !== undefined) {
    const message = `It's damaged (${damage}): stop the server and restore the newest backup with 'bookclub restore'.`;
    return [fix(about, message)];
  }
  const log = stores.logBytes();
  if (log <= WAL_LIMIT_BYTES) return [ok(about, "It's fine.")];
  const message = `It's fine, but its write-ahead log has grown to ${megabytes(log)}: another program keeps reading the database. Stop that program.`;
  return [fix(about, message)];
}
