import { posix } from "node:path";

/** A source file: path from the repository's root, text, and imported source files. */
export type Module = { path: string; text: string; imports: string[]; packages: string[] };

const aliases: Readonly<Record<string, string>> = {
  "#contract/": "src/contract/",
  "#db/": "src/db/",
  "#server/": "src/server/",
  "#web/": "src/web/",
  "#tests/": "tests/",
  "#art/": "art/",
};
const importPattern =
  /(?:^|[\s;}])(?:import|export)\s[^;"'`]*?\sfrom\s+["']([^"']+)["']|(?:^|\s)import\s+["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/g;

/** Reads the matching modules, including type imports. Throws if a glob matches nothing. */
export async function readModules(globs: readonly string[]): Promise<Module[]> {
  const modules: Module[] = [];
  for (const glob of globs) {
    const paths = [...new Bun.Glob(glob).scanSync(".")].map((path) => path.replaceAll("\\", "/")).toSorted();
    if (paths.length === 0) throw new Error(`"${glob}" finds no file: has a folder moved?`);
    for (const path of paths) modules.push(readModule(path, await Bun.file(path).text()));
  }
  return modules;
}

/** Parses a module's imports into own files and packages. */
export function readModule(path: string, text: string): Module {
  const specifiers = [...text.matchAll(importPattern)].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
  const ownFiles = specifiers.map((specifier) => resolve(path, specifier)).filter((file) => file !== undefined);
  return { path, text, imports: ownFiles, packages: specifiers.filter((name) => resolve(path, name) === undefined) };
}

function resolve(importer: string, specifier: string): string | undefined {
  if (specifier.startsWith(".")) return posix.join(posix.dirname(importer), specifier);
  const alias = Object.keys(aliases).find((prefix) => specifier.startsWith(prefix));
  return alias === undefined ? undefined : aliases[alias] + specifier.slice(alias.length);
}
