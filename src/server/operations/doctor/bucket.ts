import type { Deps } from "#server/deps.ts";
import { checkBucketAccess } from "#server/operations/backups/off-site.ts";

import { type Finding, fix, note, ok } from "./finding.ts";
import { examineMedia } from "./media.ts";

export async function examineBucket(deps: Deps): Promise<Finding[]> {
  const about = "Bucket";
  const { s3, backupKey } = deps.config;
  if (!s3) return [];
  const fault = await checkBucketAccess(s3);
  if (fault !== null) return [fix(about, fault)];
  const message = `Backups are copied to the bucket ${s3.bucket} each night.`;
  const backups: Finding =
    backupKey === null
      ? note(about, `${message} They aren't encrypted: set BACKUP_KEY to change that.`)
      : ok(about, `${message} They are encrypted with BACKUP_KEY: keep it safe.`);
  return [backups, ...(await examineMedia(deps))];
}
