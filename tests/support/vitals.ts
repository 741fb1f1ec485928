import { readdirSync, readFileSync } from "node:fs";

/** A process's resident memory in bytes. */
export const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;

/** The number of a process's open files and connections. */
export const openFilesOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;
