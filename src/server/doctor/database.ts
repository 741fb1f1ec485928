import { LOG_LIMIT_BYTES } from "#db/open.ts";
import type { Deps } from "#server/deps.ts";

import { type Finding, megabytes } from "./finding.ts";

/** Checks the database and the size of its write-ahead log. */
export function examineDatabase({ stores }: Pick<Deps, "stores">): Finding[] {
  const about = "Database";
  const [damage] = stores.findDamage();
  if (damage !== undefined) {
    const words = `It is damaged (${damage}): stop the server and restore the newest backup with 'bookclub restore'.`;
    return [{ about, state: "mend", words }];
  }
  const log = stores.logBytes();
  if (log <= LOG_LIMIT_BYTES) return [{ about, state: "ok", words: "It is sound." }];
  const words = `It is sound, but its log has grown to ${megabytes(log)}: another program has been reading the database without an end, so SQLite cannot empty it. End that program.`;
  return [{ about, state: "mend", words }];
}
