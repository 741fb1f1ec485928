import { expect, test } from "bun:test";

import manifest from "../package.json" with { type: "json" };
import { deadFiles, externalModules } from "../scripts/executable.ts";
import { billOfMaterials } from "../scripts/sbom.ts";

/** `problem`: the upstream lines that a patch is about, quoted by the patch. */
type Difference = { why: string; until: string; problem?: RegExp };

const MAILPARSER = {
  why: "the mail service that tests run asks for a version with an advisory",
  until: "aws-ses-v2-local asks for this one or a newer one",
};

/** How we differ from published packages, and what would make the difference unnecessary. */
const allowedChanges: Record<string, Difference> = {
  "@elysiajs/cookie@0.8.0": {
    why: "names its header as Elysia 1.4 does, so that two cookies stay two (decision 0001)",
    until: "it writes 'set-cookie' itself",
    problem: /set\.headers\['Set-Cookie'\]/,
  },
  cookie: {
    why: "what @elysiajs/cookie asks for is from 2022; this is the one that Elysia has",
    until: "@elysiajs/cookie asks for 1.x",
  },
  "sonner@2.0.8": {
    why: "writes no <style> element, which our policy would block",
    until: "it takes its styles from a file, or a nonce",
    problem: /document\.createElement\('style'\)/,
  },
  "foliate-js@1.0.1": {
    why: "puts its styles into a constructed sheet, because our policy blocks <style> elements; lays a chapter out once, in whole pixels; a failed section changes nothing",
    until: "a release does the same",
    problem: /innerHTML = `<style>/,
  },
  "@zone-eu/mailsplit": MAILPARSER,
  "encoding-japanese": MAILPARSER,
  mailparser: MAILPARSER,
};

test("only the packages on this list are patched or overridden", () => {
  const changedPackages = [...Object.keys(manifest.patchedDependencies), ...Object.keys(manifest.overrides)];
  expect(changedPackages.toSorted()).toEqual(Object.keys(allowedChanges).toSorted());
});

test("quotes the lines that each patch is still needed for", async () => {
  const patches = Object.entries<string>(manifest.patchedDependencies);
  expect(patches.map(([name]) => name)).toHaveLength(3);
  for (const [name, path] of patches) {
    const { problem: problemPattern, until } = allowedChanges[name] ?? {};
    const originalLines = (await Bun.file(path).text()).split("\n").filter((line) => /^[- ]/.test(line));
    const isNeeded = problemPattern !== undefined && originalLines.some((line) => problemPattern.test(line));
    expect(isNeeded ? "" : `${name}: the patch can go, because ${until}`).toBe("");
  }
});

test("every package is pinned to one version", () => {
  const versions = Object.values({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.overrides });
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

test("lists no package that was dropped as unsafe or unneeded", () => {
  const names = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(names.filter((name) => ["busboy", "fast-xml-parser"].includes(name))).toEqual([]);
});

/** Not imported: types, and packages that another package needs. */
const NOT_IMPORTED = /^@types\/|^bun-types$|^@testing-library\/dom$/;

test("every package is used", async () => {
  const paths = ["{src,scripts,tests,art,docs}/**/*.{ts,tsx,css}", "*.{ts,toml}"].flatMap((glob) => [
    ...new Bun.Glob(glob).scanSync("."),
  ]);
  const text = (await Promise.all(paths.map((path) => Bun.file(path).text()))).join("\n");
  const names = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  const isUsed = (name: string) =>
    [`"${name}"`, `"${name}/`, `node_modules/${name}/`, `.bin/${name}"`].some((spelling) => text.includes(spelling));
  expect(names.filter((name) => !NOT_IMPORTED.test(name) && !isUsed(name))).toEqual([]);
});

/** Licenses of what ships: passing it on requires only their text. */
const LICENSES = [
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "ISC",
  "MIT",
  "MIT-0",
  "OFL-1.1",
];

test("licenses every package so that it can be given away", async () => {
  type License = { license?: { id: string }; expression?: string };
  const { components } = (await billOfMaterials()) as { components: { name: string; licenses?: License[] }[] };
  expect(components.length).toBeGreaterThan(70);
  const unlicensed = components.filter(({ licenses }) => {
    const [license] = licenses ?? [];
    // of several licenses, we may choose one
    const choices = license?.expression?.replaceAll(/[()]/g, "").split(" OR ") ?? [license?.license?.id ?? ""];
    return !choices.some((choice) => LICENSES.includes(choice));
  });
  expect(unlicensed.map(({ name, licenses }) => `${name}: ${JSON.stringify(licenses)}`)).toEqual([]);
});

test("still imports the modules that the executable replaces", async () => {
  const { metafile } = await Bun.build({
    entrypoints: ["src/server/main.ts"],
    target: "bun",
    conditions: ["module"],
    external: [...externalModules],
    metafile: true,
  });
  const imports = Object.values(metafile?.inputs ?? {}).flatMap((input) => input.imports);
  const kindsOf = (name: string) => {
    const isThis = ({ path }: { path: string }) =>
      name.startsWith("*") ? path.endsWith(name.slice(1)) : path === name;
    return new Set(imports.filter((one) => one.external && isThis(one)).map(({ kind }) => kind));
  };
  expect(Object.keys(metafile?.inputs ?? {}).filter((path) => deadFiles.test(path))).toHaveLength(3);
  for (const name of externalModules) {
    const kinds = kindsOf(name);
    expect({ name, isImported: kinds.size > 0, isNeeded: kinds.has("import-statement") }).toEqual({
      name,
      isImported: true,
      isNeeded: false,
    });
  }
});
