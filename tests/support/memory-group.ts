import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const V1 = "/sys/fs/cgroup/memory";
const V2 = "/sys/fs/cgroup";

/**
 * A group of processes that may use so many bytes together, as on a machine of that size; null where this machine makes
 * none (it takes root and Linux). What the process starts from then on is in it, too.
 */
export function limitMemory(pid: number, bytes: number): { most: () => number; remove: () => void } | null {
  const isV1 = existsSync(join(V1, "memory.limit_in_bytes"));
  const folder = join(isV1 ? V1 : V2, `bookclub-test-${process.pid}`);
  try {
    mkdirSync(folder);
    writeFileSync(join(folder, isV1 ? "memory.limit_in_bytes" : "memory.max"), String(bytes));
    writeFileSync(join(folder, "cgroup.procs"), String(pid));
  } catch {
    return null;
  }
  return {
    /** The most that was used, files in the system's cache included. */
    most: () => Number(readFileSync(join(folder, isV1 ? "memory.max_usage_in_bytes" : "memory.peak"), "latin1")),
    remove: () => rmdirSync(folder),
  };
}
