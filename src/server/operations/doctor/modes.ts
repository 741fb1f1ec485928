import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

import { type Finding, fix, ok } from "./finding.ts";

/** Checks that only the club's account can read the storage (modes 0700 and 0600). */
export async function examineModes(storageDir: string): Promise<Finding[]> {
  const about = "Storage";
  if (process.platform === "win32") return [];
  const root = await stat(storageDir);
  const paths = [storageDir, ...(await listAll(storageDir))];
  const open: string[] = [];
  const foreign: string[] = [];
  for (const path of paths) {
    const found = await stat(path).catch(() => null);
    if (!found) continue;
    if (found.mode & 0o077) open.push(path);
    if (found.uid !== root.uid) foreign.push(path);
  }
  const findings: Finding[] = [];
  if (open.length > 0)
    findings.push(fix(about, `Other accounts may read ${open[0]}${more(open)}: run 'chmod -R go-rwx ${storageDir}'.`));
  if (foreign.length > 0)
    findings.push(
      fix(
        about,
        `${foreign[0]}${more(foreign)} belongs to another account than the folder: run 'chown -R --reference=${storageDir} ${storageDir}'.`,
      ),
    );
  if (findings.length > 0) return findings;
  return [ok(about, `${storageDir} is readable by the club's account only.`)];
}

/** The one file Git puts into `./storage`, readable to all. */
const CHECKED_OUT = "README.md";

async function listAll(storageDir: string): Promise<string[]> {
  const paths: string[] = [];
  for (const entry of await readdir(storageDir, { withFileTypes: true })) {
    if (entry.name === CHECKED_OUT) continue;
    const path = join(storageDir, entry.name);
    paths.push(path);
    if (!entry.isDirectory()) continue;
    const inside = await readdir(path, { recursive: entry.name !== "backups" });
    paths.push(...inside.map((name) => join(path, name)));
  }
  return paths;
}

function more(paths: readonly string[]): string {
  return paths.length > 1 ? ` and ${paths.length - 1} more` : "";
}
