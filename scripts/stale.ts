import { statSync } from "node:fs";

/**
 * Whether `output` is missing or older than any of its `sources` (globs, relative to the repository's root). Throws
 * when a glob finds nothing, because a renamed folder would otherwise never be rebuilt again.
 */
export function isStale(output: string, sources: readonly string[]): boolean {
  const built = statSync(output, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return sources.some((glob) => {
    const files = [...new Bun.Glob(glob).scanSync(".")];
    if (files.length === 0) throw new Error(`The sources "${glob}" of ${output} do not exist.`);
    return files.some((file) => statSync(file).mtimeMs > built);
  });
}

/** What the built web app in `dist/web` is made of. */
export const webSources: readonly string[] = [
  "src/web/**/*",
  "src/contract/**/*",
  "scripts/web/*.ts",
  "{package.json,bun.lock}",
];

/** What the executable `dist/bookclub` is made of. */
export const executableSources: readonly string[] = [
  ...webSources,
  "src/{server,db}/**/*",
  "scripts/{build,executable}.ts",
];
