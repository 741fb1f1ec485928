import { expect, test } from "bun:test";

import manifest from "../package.json" with { type: "json" };

type Difference = { why: string; until: string };

const MAILPARSER = {
  why: "the mail service that tests run asks for a version with an advisory",
  until: "aws-ses-v2-local asks for this one or a newer one",
};

/** How we differ from published packages, and what lets us stop. */
const allowed: Record<string, Difference> = {
  "@elysiajs/cookie@0.8.0": {
    why: "names its header as Elysia 1.4 does, so that two cookies stay two (decision 0001)",
    until: "it writes 'set-cookie' itself",
  },
  cookie: {
    why: "what @elysiajs/cookie asks for is from 2022; this is the one that Elysia has",
    until: "@elysiajs/cookie asks for 1.x",
  },
  "sonner@2.0.8": {
    why: "writes no <style> element, which our policy would block",
    until: "it takes its styles from a file, or a nonce",
  },
  "foliate-js@1.0.1": {
    why: "puts its styles into a constructed sheet, because our policy blocks <style> elements; lays a chapter out once, in whole pixels; a failed section changes nothing",
    until: "a release does the same",
  },
  "@zone-eu/mailsplit": MAILPARSER,
  "encoding-japanese": MAILPARSER,
  mailparser: MAILPARSER,
};

test("only the packages on this list are patched or overridden", () => {
  const changed = [...Object.keys(manifest.patchedDependencies), ...Object.keys(manifest.overrides)];
  expect(changed.toSorted()).toEqual(Object.keys(allowed).toSorted());
});

test("every package is pinned to one version", () => {
  const versions = Object.values({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.overrides });
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

test("packages we dropped, or that build a whole tree from hostile input, don't come back", () => {
  const names = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(names.filter((name) => ["busboy", "fast-xml-parser"].includes(name))).toEqual([]);
});
