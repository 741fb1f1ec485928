import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** The commit of each release before this version. */
export const RELEASES = {
  "1.0.0": "26b3e8dd731f",
  "1.1.0": "2820234240de",
  "1.2.0": "d23166982a77",
  "1.2.1": "79a7be9983f5",
  "1.2.2": "5851a8864048",
  "1.2.3": "f36836e583c2",
  "1.2.4": "a4bcac0c86c3",
  "1.2.5": "a0c206474e26",
  "1.2.6": "feff5898d0de",
  "1.2.7": "244f7c11abe9",
  "1.2.8": "20cfc1215c51",
  "1.2.9": "26d075f38e9f",
  "1.2.10": "5b078c16001a",
  "1.2.11": "294897866105",
  "1.2.12": "cacb48ee9d6a",
} as const;

export type Release = keyof typeof RELEASES;

/** Without the repository's history, no release can be built. */
export function hasHistory(): boolean {
  return Object.values(RELEASES).every((commit) => Bun.spawnSync(["git", "cat-file", "-e", commit]).exitCode === 0);
}

/** The executable of a release, built from its commit and cached in `dist`. @throws Error with the build's output */
export async function releasedProgram(version: Release): Promise<string> {
  const cachedPath = resolve("dist/released", RELEASES[version]);
  if (existsSync(cachedPath)) return cachedPath;
  const folder = mkdtempSync(join(tmpdir(), "bookclub-release-"));
  try {
    await Bun.$`git archive ${RELEASES[version]} | tar -x -C ${folder}`.quiet();
    await Bun.$`bun install --frozen-lockfile && bun scripts/build.ts`.cwd(folder).quiet();
    await Bun.write(`${cachedPath}.partial`, Bun.file(join(folder, "dist/bookclub")), { mode: 0o755 });
    renameSync(`${cachedPath}.partial`, cachedPath);
    return cachedPath;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
