import { expect, test } from "bun:test";
import { dirname } from "node:path";

const transpiler = new Bun.Transpiler({ loader: "ts" });

test("loads no other package before its first response", async () => {
  expect(await packagesOf("src/server/main.ts")).toEqual([
    "@elysiajs/cookie",
    "@sinclair/typebox",
    "cookie",
    "date-fns",
    "fresh",
    "ipaddr.js",
    "negotiator",
  ]);
});

/** Packages that a program loads at once, without those of `import()`. */
async function packagesOf(entry: string): Promise<string[]> {
  const packages = new Set<string>();
  const files = new Set([Bun.resolveSync(`./${entry}`, process.cwd())]);
  for (const file of files) {
    if (!file.endsWith(".ts")) continue;
    for (const { kind, path } of transpiler.scanImports(await Bun.file(file).text())) {
      if (kind !== "import-statement" || /^(?:bun|node):|^bun$/.test(path)) continue;
      if (/^[.#]/.test(path)) files.add(Bun.resolveSync(path, dirname(file)));
      else packages.add(path);
    }
  }
  return [...packages].toSorted();
}
