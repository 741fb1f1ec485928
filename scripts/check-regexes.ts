import { Glob } from "bun";

import { attackOn, type Pattern, patternsBuiltBy, patternsIn } from "./patterns/linear.ts";

/** Patterns that were found linear before. `--all` checks them again; `--write` stores the result. */
const RECORD = "tests/fixtures/linear-patterns.json";

/** Slower patterns that don't read input of strangers. */
const ALLOWED: Record<string, string> = {
  [String(/[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+>?$/)]: "the operator's sender address, at most 320 characters",
  [String(/^\s*"?([^"<]*?)"?\s*<([^\s<>]+)>\s*$/)]: "the same",
  [String(/[^/.][^/]*\.(?:avif|gif|jpg|png|webp)/)]: "names of our own images",
  [String(/\.?(?:\s*\n|\. |$)/)]: "our own messages",
  [String(/<!--visit-->[^]*?<!--\/visit-->/g)]: "our own pages, which have it at most a few times and close it",
};
/** Modules that build patterns when they load. */
const BUILDERS = /^src\/contract\/|^src\/server\/alignment\/match\/find-divisions\.ts$/;
/** Modules that build patterns later, and of what. */
const BUILT_LATER: Record<string, string> = {
  "src/server/operations/health/request-counts.ts": "of our routes' paths",
  "src/server/http/static-files.ts": "of our files' names",
  "src/web/offline/worker/shell.ts": "of our pages' paths",
};

const foundPatterns: Pattern[] = [];
const problems: string[] = [];
for (const path of new Glob("src/**/*.{ts,tsx}").scanSync(".")) {
  if (/\.test\.tsx?$/.test(path)) continue;
  const patterns = patternsIn(path, await Bun.file(path).text());
  foundPatterns.push(...patterns.filter((pattern) => pattern !== null));
  if (BUILDERS.test(path)) foundPatterns.push(...(await patternsBuiltBy(path)));
  else if (patterns.includes(null) && !(path in BUILT_LATER))
    problems.push(`${path} builds a pattern, which can't be looked at here. Write it out.`);
}

const nameOf = ({ source, flags }: Pattern) => `/${source}/${flags}`;
const linearBefore = new Set<string>(process.argv.includes("--all") ? [] : await Bun.file(RECORD).json());
const linear = new Set<string>();
for (const pattern of foundPatterns) {
  const name = nameOf(pattern);
  if (linear.has(name) || name in ALLOWED) continue;
  const attack = linearBefore.has(name) ? null : await attackOn(pattern);
  if (attack === null) linear.add(name);
  else problems.push(`${pattern.path}: ${name} takes more than linear time, as on ${attack.slice(0, 200)}`);
}
if (process.argv.includes("--write")) await Bun.write(RECORD, `${JSON.stringify([...linear].toSorted(), null, 2)}\n`);
for (const problem of problems) console.error(problem);
console.log(`${linear.size} patterns take linear time`);
process.exit(problems.length === 0 ? 0 : 1);
