import { expect, test } from "bun:test";

import ts from "typescript";

import { readModules } from "./support/modules.ts";

/** Names that a sentence may have, which look like names of types. */
const PROPER_NAMES = new Set(["OpenAPI", "PushSubscription", "StoryGraph", "WebP"]);
const TYPE_NAME = /\b[A-Z][a-z]+[A-Z]\w*\b/g;
const PHRASE = /[A-Za-z] [A-Za-z]/;

/** Names of types within sentences, which a renamed type may have left there. */
function typeNamesIn(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const sentence =
      ts.isJsxText(node) ||
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
        ? node.text
        : "";
    if (PHRASE.test(sentence))
      for (const [name] of sentence.matchAll(TYPE_NAME))
        if (!PROPER_NAMES.has(name)) found.push(`${path}: ${name} in "${sentence.trim()}"`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

test("has no names of types in sentences", async () => {
  const modules = await readModules(["src/web/**/*.{ts,tsx}", "src/contract/**/*.ts"]);
  const productModules = modules.filter(({ path }) => !/\.test\.tsx?$/.test(path));
  expect(productModules.flatMap(({ path, text }) => typeNamesIn(path, text))).toEqual([]);
});

test.each([
  ["const label = <p>No bookmarks yet. ListedBookmark a sentence.</p>", 1],
  ["const text = `${count} ShownNote of all`", 1],
  ['fail("The BookProgress was not saved.")', 1],
  ['const text = "Your export from StoryGraph, on an iPhone or eReader"', 0],
  ['import { BookProgress } from "#contract/book-progress.ts"; type Place = BookProgress;', 0],
])("finds them: %s", (text, count) => {
  expect(typeNamesIn("some.tsx", text)).toHaveLength(count);
});
