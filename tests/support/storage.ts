import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createDisk } from "#server/adapters/disk.ts";

/** True if /dev/shm is another disk than the temporary folder. */
export const hasOtherDisk = process.platform === "linux" && statSync("/dev/shm").dev !== statSync(tmpdir()).dev;

/** An initialized, empty storage in a temporary folder; `remove` deletes it. */
export async function createStorage() {
  const root = mkdtempSync(join(tmpdir(), "storage-"));
  const disk = createDisk(root);
  await disk.prepare();
  return { root, disk, remove: () => rmSync(root, { recursive: true, force: true }) };
}
