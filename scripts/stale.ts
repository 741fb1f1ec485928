import { statSync } from "node:fs";

/** True if `output` is missing or older than its sources (globs). @throws Error if a glob matches nothing */
export function isStale(output: string, sources: readonly string[]): boolean {
  const builtAt = statSync(output, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return sources.some((glob) => {
    const files = [...new Bun.Glob(glob).scanSync(".")];
    if (files.length === 0) throw new Error(`The sources "${glob}" of ${output} do not exist.`);
    return files.some((file) => statSync(file).mtimeMs > builtAt);
  });
}

export const webSources: readonly string[] = [
  "src/web/**/*",
  "src/contract/**/*",
  "scripts/web/*.{ts,tsx}",
  "{package.json,bun.lock}",
];

export const apiSources: readonly string[] = [
  "src/{contract,server,db}/**/*",
  "tests/{access,support}/**/*.ts",
  "scripts/api/*.ts",
  "package.json",
];

export const executableSources: readonly string[] = [
  ...webSources,
  "src/{server,db}/**/*",
  "scripts/{build,executable}.ts",
];
