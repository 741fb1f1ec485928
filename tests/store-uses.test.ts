import { expect, test } from "bun:test";

import ts from "typescript";

import { readModules } from "./support/modules.ts";

/** Modules that handle the whole club's data. */
const OPERATIONS_MODULES = ["operations", "storage"];
/** The outbox connects mail with other modules. */
const SHARED_STORES: readonly string[] = ["email: mail, outbox", "outbox: mail, outbox"];

const modules = (await readModules(["src/server/**/*.ts"])).filter(({ path }) => !path.endsWith(".test.ts"));

test("a store is used by one module, apart from the outbox", () => {
  const uses = modules.flatMap(({ path, text }) => {
    const user = /^src\/server\/([^/]+)/.exec(path)?.[1] ?? "";
    if (OPERATIONS_MODULES.includes(user)) return [];
    return storesUsedIn(path, text).map((store) => ({ store, user }));
  });
  const sharedUses = [...Map.groupBy(uses, ({ store }) => store)]
    .map(([store, storeUses]) => `${store}: ${[...new Set(storeUses.map(({ user }) => user))].toSorted().join(", ")}`)
    .filter((line) => line.includes(","));
  expect(sharedUses.toSorted()).toEqual([...SHARED_STORES]);
});

test.each([
  "deps.stores.posts.list()",
  "deps.stores\n  .posts\n  .list()",
  "deps\n  .stores // why\n  .posts?.list()",
  'deps["stores"]["posts"].list()',
  "const { posts } = deps.stores",
  "const { posts: board } = stores",
  "const { stores: { posts } } = deps",
  "const read = ({ stores: { posts } }: Deps) => posts.list()",
  "const { stores: all } = deps; all.posts.list()",
  "const all = deps.stores; all.posts.list()",
  "const of = (kind: 'a') => deps.stores.posts[kind]",
])("finds a use of a store however it's written: %j", (text) => {
  expect(storesUsedIn("src/server/board/posts.ts", text)).toEqual(["posts"]);
  expect(storesUsedIn("src/server/board/posts.ts", "// deps.stores.posts.list()\nrestores.posts.list()")).toEqual([]);
});

/** Functions of `stores` that belong to no resource. */
const SHARED_METHODS: ReadonlySet<string> = new Set(["transaction", "batchWrite"]);

/**
 * The stores that a module uses: `deps.stores.posts` over any number of lines, `stores["posts"]`, by destructuring at
 * any depth, or with another name for `stores`.
 */
function storesUsedIn(path: string, text: string): string[] {
  if (!text.includes("stores")) return [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const aliases = new Set(["stores"]);
  const usedStores = new Set<string>();

  const isStores = (node: ts.Node): boolean => {
    if (ts.isIdentifier(node)) return aliases.has(node.text);
    if (ts.isPropertyAccessExpression(node)) return node.name.text === "stores";
    if (ts.isElementAccessExpression(node)) return textOf(node.argumentExpression) === "stores";
    return ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node) ? isStores(node.expression) : false;
  };
  const bind = (name: ts.BindingName, isOfStores: boolean): void => {
    if (ts.isIdentifier(name)) {
      if (isOfStores) aliases.add(name.text);
      return;
    }
    if (!ts.isObjectBindingPattern(name)) return;
    for (const element of name.elements) {
      const key = textOf(element.propertyName ?? element.name);
      if (isOfStores && key !== null) usedStores.add(key);
      else bind(element.name, key === "stores");
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node)) bind(node.name, node.initializer !== undefined && isStores(node.initializer));
    if (ts.isParameter(node)) bind(node.name, false);
    if (ts.isPropertyAccessExpression(node) && isStores(node.expression)) usedStores.add(node.name.text);
    if (ts.isElementAccessExpression(node) && isStores(node.expression))
      usedStores.add(textOf(node.argumentExpression) ?? "(any)");
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...usedStores].filter((name) => !SHARED_METHODS.has(name));
}

function textOf(node: ts.Node): string | null {
  return ts.isIdentifier(node) || ts.isStringLiteralLike(node) ? node.text : null;
}
