import { describe, expect, test } from "bun:test";

import ts from "typescript";

import { type Module, readModule, readModules } from "./support/modules.ts";

/** From the bottom up; a module imports from its own layer or below. */
const serverLayers: readonly (readonly RegExp[])[] = [[/^src\/contract\//], [/^src\/db\//], [/^src\/server\//]];
const webLayers: readonly (readonly RegExp[])[] = [
  [/^src\/contract\//, /^src\/web\/images\//],
  [/^src\/web\/lib\//],
  [/^src\/web\/state\//],
  [/^src\/web\/api\//],
  [/^src\/web\/ui\//],
  [/^src\/web\/offline\//],
  [/^src\/web\/progress\//],
  [/^src\/web\/listening\//],
  [/^src\/web\/reading\//],
  [/^src\/web\/(admin|board|books|help|home|meetings|members|shelf|talk|votes)\//],
  [/^src\/web\/app\//],
];
/** The alignment of books could be deleted: only its own module and its benchmarks use it. */
const ALIGNMENT = /^src\/server\/alignment\/(?:audio|match|media-overlay|model)\//;
const ALIGNMENT_USERS = /^src\/server\/alignment\/|^tests\/bench\/(?:match|sentences)\.ts$/;
const MAY_USE_ELYSIA = /^src\/server\/(?:(?:access|http|jobs)\/|(?:app|handler)\.ts$)|-routes\.ts$/;
const MAX_FILE_LINES = 300;

const isTest = (path: string) => /\.test\.tsx?$/.test(path);
const source = await readModules([
  "src/contract/**/*.ts",
  "src/db/**/*.ts",
  "src/server/**/*.ts",
  "src/web/**/*.{ts,tsx}",
]);
const product = source.filter(({ path }) => !isTest(path));
const artModules = await readModules(["art/**/*.ts"]);
const otherModules = [...artModules, ...(await readModules(["tests/**/*.{ts,tsx}", "scripts/**/*.ts"]))];

describe("the source tree", () => {
  test("a server module imports only modules drawn below it", async () => {
    const lineOf = await readDrawnModules();
    const undrawn = drawModules(product, moduleName).filter(({ path }) => !lineOf.has(path));
    expect(undrawn.map(({ path }) => path)).toEqual([]);
    expect([...lineOf.keys()].filter((name) => !name.includes(".")).length).toBeLessThanOrEqual(24);
    expect(findArrowsUp(product, lineOf)).toEqual([]);
    const above = readModule("src/server/epub/toc.ts", 'import { a } from "#server/deps.ts";');
    const beside = readModule("src/server/board/posts.ts", 'import { a } from "#server/shelf/wines.ts";');
    expect(findArrowsUp([above, beside], lineOf)).toHaveLength(2);
  });

  test("contract, db and server import only from their left", () => {
    expect(findUpwardImports(product, "src/server/", serverLayers)).toEqual([]);
    expect(findUpwardImports(product, "src/db/", serverLayers)).toEqual([]);
    expect(findUpwardImports(product, "src/contract/", serverLayers)).toEqual([]);
  });

  test("imports from its layer or below, and only the contract", () => {
    expect(findUpwardImports(product, "src/web/", webLayers)).toEqual([]);
  });

  test("finds an import from a higher layer or the other side", () => {
    const upwardModule = readModule("src/db/posts.ts", 'import type { Deps } from "#server/deps.ts";');
    const clientModule = readModule("src/web/api/posts.ts", 'import {\n  createPostStore,\n} from "#db/posts.ts";');
    expect(findUpwardImports([upwardModule], "src/db/", serverLayers)).toHaveLength(1);
    expect(findUpwardImports([clientModule], "src/web/", webLayers)).toHaveLength(1);
  });

  test("a feature imports no other feature", () => {
    const feature = (path: string) =>
      /^src\/web\/(?!(?:api|app|images|lib|listening|offline|progress|reading|state|ui)\/)([^/]+)\//.exec(path)?.[1];
    const crossings = importsOf(product).filter(([from, to]) => {
      const [fromFeature, toFeature] = [feature(from), feature(to)];
      return fromFeature !== undefined && toFeature !== undefined && fromFeature !== toFeature;
    });
    expect(crossings).toEqual([]);
  });

  test("keeps Elysia out of services, Bun and Node out of the web", () => {
    expect(needs("src/contract/").filter(([, name]) => name !== "@sinclair/typebox")).toEqual([]);
    const elysiaUsers = needs("src/server/").filter(([, name]) => /^@?elysia/.test(name));
    expect(elysiaUsers.length).toBeGreaterThan(5);
    expect(elysiaUsers.filter(([path]) => !MAY_USE_ELYSIA.test(path))).toEqual([]);
    expect(needs("src/web/").filter(([, name]) => /^(bun|node)(:|$)|elysia/.test(name))).toEqual([]);
    expect(needs("src/db/").filter(([, name]) => /elysia|^react/.test(name))).toEqual([]);
  });

  test("imports nothing from art, nor art from the product", () => {
    expect(importsOf(source).filter(([, to]) => to.startsWith("art/"))).toEqual([]);
    expect(importsOf(artModules).filter(([, to]) => !to.startsWith("art/"))).toEqual([]);
    const importingModule = readModule("src/web/images/hero.ts", 'import { images } from "#art/images.ts";');
    expect(importsOf([importingModule])).toEqual([["src/web/images/hero.ts", "art/images.ts"]]);
  });

  test("no module is part of an import cycle", () => {
    expect(cycles(product)).toEqual([]);
    const cycle = [
      readModule("src/db/a.ts", 'import { b } from "./b.ts";'),
      readModule("src/db/b.ts", 'import { a } from "#db/a.ts";'),
    ];
    expect(cycles(cycle)).toHaveLength(1);
  });

  test("opens transactions through deps.stores in services only", () => {
    const writers = product.filter(
      ({ path, text }) => path.startsWith("src/db/") && /\.transaction\(|"BEGIN/.test(text),
    );
    expect(writers.map(({ path }) => path)).toEqual(["src/db/batch-write.ts", "src/db/migrate.ts", "src/db/stores.ts"]);
  });

  test("only the app imports routes", () => {
    const importers = importsOf(product).filter(([, to]) => to.endsWith("-routes.ts"));
    expect(new Set(importers.map(([from]) => from))).toEqual(new Set(["src/server/app.ts"]));
  });

  test("has no import cycles between the server's folders", () => {
    expect(cycles(drawModules(product, folderOf))).toEqual([]);
    const names = drawModules(product, folderOf).map(({ path }) => path);
    expect(names).toEqual(expect.arrayContaining(["http", "access", "adapters", "epub", "jobs", "cli", "app.ts"]));
    expect(names).toEqual(expect.arrayContaining(["books/inspect", "alignment/match", "shelf/import"]));
  });

  test("finds a cycle of folders without a cycle of files", () => {
    const nestedModules = [
      readModule("src/server/shelf/import-routes.ts", 'import { importBooks } from "./import/import.ts";'),
      readModule("src/server/shelf/import/read-entries.ts", 'import { plainCell } from "../cells.ts";'),
    ];
    expect(cycles(nestedModules)).toEqual([]);
    expect(cycles(drawModules(nestedModules, folderOf))).toEqual(["shelf -> shelf/import -> shelf"]);
  });

  test("only the alignment module imports what aligns books", () => {
    const users = importsOf([...source, ...otherModules]).filter(([, to]) => ALIGNMENT.test(to));
    expect(users.length).toBeGreaterThan(20);
    expect(users.filter(([from]) => !ALIGNMENT_USERS.test(from))).toEqual([]);
  });

  test("only main and the configuration read the environment", () => {
    const server = product.filter(({ path }) => !path.startsWith("src/web/"));
    const environmentReaders = server.filter(({ text }) => /\b(Bun|process|import\.meta)\.env\b/.test(text));
    expect(environmentReaders.map(({ path }) => path)).toEqual(["src/server/main.ts"]);
  });
});

describe("each file", () => {
  const allModules = [...source, ...otherModules];

  test(`has at most ${MAX_FILE_LINES} lines`, () => {
    const longFiles = allModules.filter(({ text }) => text.split("\n").length - 1 > MAX_FILE_LINES);
    expect(longFiles.map(({ path }) => path)).toEqual([]);
  });

  test("is named after its content and re-exports nothing", () => {
    const vagueName = /(^|\/)(utils?|helpers?|common|misc|index)(\.[a-z.]+|\/)/;
    expect(allModules.map(({ path }) => path).filter((path) => vagueName.test(path))).toEqual([]);
    expect(product.filter(({ text }) => /^export\b[^;=(]*\bfrom\s+["']/m.test(text)).map(({ path }) => path)).toEqual(
      [],
    );
  });

  /** The API's description names a call's schema by its export. */
  const isInCallTable = (path: string, text: string, name: string) =>
    path.startsWith("src/contract/") && new RegExp(`\\b(?:body|response|query): [^\n]*\\b${name}\\b`).test(text);

  test("exports no value that no other module uses", () => {
    const unusedExports = product.flatMap(({ path, text }) => {
      const users = allModules.filter(({ imports }) => imports.includes(path)).map((user) => user.text);
      const names = [...text.matchAll(/^export (?:async )?(?:const|function|class) (\w+)/gm)].map(([, name]) => name);
      return names
        .filter((name) => !isInCallTable(path, text, String(name)))
        .filter((name) => !users.some((user) => new RegExp(`\\b${name}\\b`).test(user)))
        .map((name) => `${path}: ${name}`);
    });
    expect(unusedExports).toEqual([]);
  });

  test("has no default export", () => {
    expect(product.filter(({ text }) => /^export default\b/m.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test("renders live regions while they're empty", () => {
    const hiddenOutputs = product.filter(({ text }) => /<output\b[^>]*\bempty:hidden\b/.test(text));
    expect(hiddenOutputs.map(({ path }) => path)).toEqual([]);
  });

  test("shows a query's error through QueryContent or QueryStatus", () => {
    // The reader's own error.
    const allowed = ["reading/reader-bars.tsx", "ui/feedback/query-content.tsx"];
    const webModules = product.filter(({ path }) => path.endsWith(".tsx"));
    const handlers = webModules.filter(
      ({ path, text }) => text.includes("LoadError") && tagsIn(path, text).includes("LoadError"),
    );
    expect(handlers.map(({ path }) => path).toSorted()).toEqual(allowed.map((path) => `src/web/${path}`).toSorted());
    expect(tagsIn("a.tsx", "const a = error && <LoadError what='it' />;")).toEqual(["LoadError"]);
  });

  test("normalizes text only in linear time", () => {
    const normalizingPaths = product.filter(({ text }) => /\.normalize\(/.test(text)).map(({ path }) => path);
    expect(normalizingPaths).toEqual(["src/contract/normalize-text.ts"]);
  });

  test("takes no current month from UTC", () => {
    const utcMonth = /\.toISOString\(\)\s*\.slice\(0, 7\)|\bgetUTCMonth\(/;
    const testModules = allModules.filter(({ path }) => path.startsWith("tests/") || isTest(path));
    expect(testModules.filter(({ text }) => utcMonth.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test("has no marks of unfinished work", () => {
    const unfinishedMark = /\b([T]ODO|[F]IXME|[H]ACK)\b/;
    expect(allModules.filter(({ text }) => unfinishedMark.test(text)).map(({ path }) => path)).toEqual([]);
  });
});

function findUpwardImports(modules: readonly Module[], side: string, layers: readonly (readonly RegExp[])[]): string[] {
  return importsOf(modules.filter(({ path }) => path.startsWith(side)))
    .filter(([, to]) => to.startsWith("src/"))
    .filter(([from, to]) => layer(to, layers) > layer(from, layers))
    .map(([from, to]) => `${from} -> ${to}`);
}

/** The line of ARCHITECTURE.md's list on which each server module is, from the top down. */
async function readDrawnModules(): Promise<Map<string, number>> {
  const [, section = ""] = (await Bun.file("ARCHITECTURE.md").text()).split("## Server modules");
  const drawing = /(?:^ {4}.+\n)+/m.exec(section)?.[0] ?? "";
  return new Map(
    drawing.split("\n").flatMap((line, number) => {
      const names = /^(?: +[a-z]+(?:\/|\.ts))+(?= )/.exec(line)?.[0].trim().split(/ +/) ?? [];
      return names.map((name): [string, number] => [name.replace("/", ""), number]);
    }),
  );
}

/** Imports of modules on the same line or above. */
function findArrowsUp(modules: readonly Module[], lineOf: ReadonlyMap<string, number>): string[] {
  return importsOf(modules)
    .filter(([from, to]) => {
      const [user, used] = [moduleName(from), moduleName(to)];
      if (user === null || used === null || user === used) return false;
      return (lineOf.get(user) ?? 0) >= (lineOf.get(used) ?? 0);
    })
    .map(([from, to]) => `${from} -> ${to}`);
}

/** A path without a layer belongs to the other side, so nothing may import it. */
function layer(path: string, layers: readonly (readonly RegExp[])[]): number {
  const level = layers.findIndex((patterns) => patterns.some((pattern) => pattern.test(path)));
  return level < 0 ? Number.POSITIVE_INFINITY : level;
}

/** The names of a file's JSX elements. */
function tagsIn(path: string, text: string): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxSelfClosingElement(node) || ts.isJsxOpeningElement(node)) names.push(node.tagName.getText());
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return names;
}

function moduleName(path: string): string | null {
  return /^src\/server\/([^/]+)/.exec(path)?.[1] ?? null;
}

/** The import path's folder. */
function folderOf(path: string): string | null {
  return /^src\/server\/(.+)\/[^/]+$/.exec(path)?.[1] ?? moduleName(path);
}

/** The server's import graph with one node per module. */
function drawModules(modules: readonly Module[], nameOf: (path: string) => string | null): Module[] {
  const files = modules.filter(({ path }) => nameOf(path) !== null);
  return [...Map.groupBy(files, ({ path }) => nameOf(path) ?? "")].toSorted().map(([path, folderModules]) => {
    const names = folderModules.flatMap(({ imports }) => imports.flatMap((to) => nameOf(to) ?? []));
    return { path, text: "", imports: [...new Set(names)].filter((name) => name !== path), packages: [] };
  });
}

function importsOf(modules: readonly Module[]): [from: string, to: string][] {
  return modules.flatMap(({ path, imports }) => imports.map((to): [string, string] => [path, to]));
}

function needs(folder: string): [path: string, name: string][] {
  const folderModules = product.filter(({ path }) => path.startsWith(folder));
  return folderModules.flatMap(({ path, packages }) => packages.map((name): [string, string] => [path, name]));
}

function cycles(modules: readonly Module[]): string[] {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const visited = new Set<string>();
  const foundCycles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) foundCycles.push([...trail.slice(trail.indexOf(path)), path].join(" -> "));
    if (visited.has(path)) return;
    visited.add(path);
    for (const importedPath of byPath.get(path)?.imports ?? []) visit(importedPath, [...trail, path]);
  };
  for (const { path } of modules) visit(path, []);
  return foundCycles;
}
