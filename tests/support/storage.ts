import { mkdtempSync, rmSync, statfsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createDisk } from "#server/adapters/disk.ts";

/** True if /dev/shm is another disk than the temporary folder. */
export const hasOtherDisk = process.platform === "linux" && statSync("/dev/shm").dev !== statSync(tmpdir()).dev;

const isRoomy = hasOtherDisk && statfsSync("/dev/shm").bavail > 2 ** 18;
/** Clubs of tests are in memory if it has a free gibibyte: on a disk, their files took a fifth of a test's time. */
export const [clubsFolder, otherDisk] = isRoomy ? ["/dev/shm", tmpdir()] : [tmpdir(), "/dev/shm"];

/** An initialized, empty storage in a temporary folder; `remove` deletes it. */
export async function createStorage() {
  const root = mkdtempSync(join(tmpdir(), "storage-"));
  const disk = createDisk(root);
  await disk.prepare();
  return { root, disk, remove: () => rmSync(root, { recursive: true, force: true }) };
}
