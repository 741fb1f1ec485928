import { readFileSync } from "node:fs";

/** Ids of a process's running children (Linux). */
export function childrenOf(pid: number): number[] {
  return readProcess(pid, `task/${pid}/children`)
    .split(" ")
    .filter(Boolean)
    .map(Number)
    .filter((child) => !isGone(child));
}

/** Whether a process has ended, even if its parent hasn't collected it yet, or strace is still attached to it. */
export function isGone(pid: number): boolean {
  const status = readProcess(pid, "status");
  return status === "" || /^State:\s+[ZX]/m.test(status);
}

/** A file of `/proc` about a process; empty once it has ended. */
export function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return "";
  }
}
