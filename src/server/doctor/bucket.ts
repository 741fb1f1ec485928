import { findBucketFault } from "#server/backups/off-site.ts";
import type { Config } from "#server/config.ts";

import type { Finding } from "./finding.ts";

/** Tries to write, read, list and remove. */
export async function examineBucket({ s3, backupKey }: Config): Promise<Finding[]> {
  const about = "Bucket";
  if (!s3) return [];
  const fault = await findBucketFault(s3);
  if (fault !== null) return [{ about, state: "fix", message: fault }];
  const message = `Backups are copied to the bucket ${s3.bucket} each night.`;
  if (backupKey !== null)
    return [{ about, state: "ok", message: `${message} They are encrypted with BACKUP_KEY: keep it safe.` }];
  return [{ about, state: "note", message: `${message} They aren't encrypted: set BACKUP_KEY to change that.` }];
}
