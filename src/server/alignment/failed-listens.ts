import { statSync } from "node:fs";
import { appendFile, mkdir } from "node:fs/promises";
import { dirname } from "node:path";

import type { Deps } from "#server/deps.ts";

/** A book that failed so often rests until its files change or an admin asks. */
const FAILURES_MAX = 2;

/** Name under `cache/` of a file with a byte for each time that a book's files took too much, over all starts. */
export const failuresName = (name: string): string => `${name}-failed`;

export function countFailures({ disk }: Deps, name: string): number {
  return statSync(disk.absolute(`cache/${failuresName(name)}`), { throwIfNoEntry: false })?.size ?? 0;
}

export function isResting(deps: Deps, name: string): boolean {
  return countFailures(deps, name) >= FAILURES_MAX;
}

export async function addFailure({ disk }: Deps, name: string): Promise<void> {
  const path = disk.absolute(`cache/${failuresName(name)}`);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await appendFile(path, "-", { mode: 0o600 });
}

export async function clearFailures({ disk }: Deps, name: string): Promise<void> {
  await disk.remove(`cache/${failuresName(name)}`);
}
