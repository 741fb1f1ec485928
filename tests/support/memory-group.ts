import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const V1 = "/sys/fs/cgroup/memory";
const V2 = "/sys/fs/cgroup";

/**
 * Limits a group of processes to so many bytes, like a machine of that size; null where that's impossible (it needs
 * root and Linux). Later child processes are included.
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
    /** Peak use, including cached files. */
    most: () => Number(readFileSync(join(folder, isV1 ? "memory.max_usage_in_bytes" : "memory.peak"), "latin1")),
    remove: () => rmdirSync(folder),
  };
}
