import { $ } from "bun";

/** Enough digits to stay unique. */
const DIGITS = 12;

/** The commit of the working tree in `folder`, or "dev" when files differ from it or it's no repository. */
export async function buildCommit(folder = "."): Promise<string> {
  try {
    const changed = await $`git status --porcelain`.cwd(folder).quiet().text();
    if (changed !== "") return "dev";
    return (await $`git rev-parse --short=${DIGITS} HEAD`.cwd(folder).quiet().text()).trim();
  } catch {
    return "dev";
  }
}

/** When the commit was made, in seconds since 1970: the time of every file in a release. @throws ShellError */
export async function commitTime(): Promise<number> {
  return Number(await $`git log -1 --format=%ct`.quiet().text());
}
