import { expect, test } from "bun:test";

import manifest from "../package.json" with { type: "json" };

/** Differences from published packages, with reasons. */
const allowed: Record<string, string> = {
  "@elysiajs/cookie@0.8.0": "names its header as Elysia 1.4 does, so that two cookies stay two (decision 0001)",
  cookie: "what @elysiajs/cookie asks for is from 2022; this is the one that Elysia has",
  "sonner@2.0.8": "writes no <style> element, which our policy would block",
  "@zone-eu/mailsplit": "of the mail service that tests run; its own range holds an advisory",
  "encoding-japanese": "the same",
  mailparser: "the same",
  "foliate-js@1.0.1": "puts its styles into a constructed sheet, because our policy blocks <style> elements",
};

test("only the packages on this list are patched or overridden", () => {
  const changed = [...Object.keys(manifest.patchedDependencies), ...Object.keys(manifest.overrides)];
  expect(changed.toSorted()).toEqual(Object.keys(allowed).toSorted());
});

test("every package is pinned to one version", () => {
  const versions = Object.values({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.overrides });
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

test("packages that were given up, or that read hostile input as a whole tree, don't come back", () => {
  const names = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(names.filter((name) => ["busboy", "fast-xml-parser"].includes(name))).toEqual([]);
});
