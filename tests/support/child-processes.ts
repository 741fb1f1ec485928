import { readFileSync } from "node:fs";

/** Ids of a process's running children (Linux). */
export function childrenOf(pid: number): number[] {
  return read(`/proc/${pid}/task/${pid}/children`)
    .split(" ")
    .filter(Boolean)
    .map(Number)
    .filter((child) => !isGone(child));
}

/** Whether a process has ended, even if its parent hasn't collected it yet. */
export function isGone(pid: number): boolean {
  const status = read(`/proc/${pid}/status`);
  return status === "" || /^State:\s+Z/m.test(status);
}

function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
