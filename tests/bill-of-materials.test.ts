import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { billOfMaterials } from "../scripts/sbom.ts";

type Component = { name: string; version: string; hashes?: { content: string }[]; licenses?: unknown[] };

const outdir = mkdtempSync(join(tmpdir(), "bookclub-bill-"));
afterAll(() => rmSync(outdir, { recursive: true, force: true }));

/** The packages whose modules are in a bundle. */
async function packagesIn(entrypoint: string, target: "bun" | "browser"): Promise<string[]> {
  // images are URLs and not bundled
  const { metafile } = await Bun.build({
    entrypoints: [entrypoint],
    target,
    outdir,
    splitting: true,
    external: ["/images/*", "supports-color"],
    define: { "process.env.NODE_ENV": '"production"' },
    metafile: true,
  });
  const names = Object.keys(metafile?.inputs ?? {}).map(
    (path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1],
  );
  return [...new Set(names.filter((name) => name !== undefined))];
}

test("names each package that server, web and worker import", async () => {
  const { components } = (await billOfMaterials()) as { components: Component[] };
  const componentNames = new Set(components.map(({ name }) => name));
  const usedPackages = [
    ...(await packagesIn("src/server/main.ts", "bun")),
    ...(await packagesIn("src/web/app/main.tsx", "browser")),
    ...(await packagesIn("src/web/offline/worker/sw.ts", "browser")),
  ];
  expect(usedPackages).toContain("elysia");
  expect(usedPackages).toContain("react-dom");
  expect(usedPackages.filter((name) => !componentNames.has(name))).toEqual([]);
  for (const name of ["bun", "tailwindcss"]) expect(componentNames).toContain(name);
});

test("gives each component's license, version and hash", async () => {
  const { components } = (await billOfMaterials()) as { components: Component[] };
  const packages = components.filter(({ name }) => name !== "bun");
  expect(packages.length).toBeGreaterThan(70);
  for (const { name, version, hashes, licenses } of packages) {
    expect(`${name} ${version}`).toMatch(/ \d+\.\d+\.\d+/);
    expect(`${name} ${hashes?.[0]?.content}`).toMatch(/ [0-9a-f]{128}$/);
    expect(`${name} ${licenses?.length}`).toEndWith(" 1");
  }
});
