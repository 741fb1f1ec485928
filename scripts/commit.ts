import { $ } from "bun";

const DIGITS = 12;

/** The commit of the working tree, or "dev" if files differ from it or it isn't a repository. */
export async function buildCommit(folder = "."): Promise<string> {
  try {
    const changedFiles = await $`git status --porcelain`.cwd(folder).quiet().text();
    if (changedFiles !== "") return "dev";
    return (await $`git rev-parse --short=${DIGITS} HEAD`.cwd(folder).quiet().text()).trim();
  } catch {
    return "dev";
  }
}

/** Seconds since 1970, for all files of a release. */
export async function commitTime(): Promise<number> {
  return Number(await $`git log -1 --format=%ct`.quiet().text());
}
