import { expect, test } from "bun:test";

import ts from "typescript";

import { readModules } from "./support/modules.ts";

const BOOLEAN_NAME = /^(?:is|has|was|can|should)[A-Z]/;
/** Also rows of SQLite, which has no booleans, and conditions in SQL. */
const BOOLEAN_TYPE =
  /^(?:(?:asserts )?\w+ is .+|(?:\([^]*\) => )?(?:Promise<boolean>|boolean|true|false|0 \| 1|number|Sql))(?: \| (?:null|undefined))*$/;
const OTHER_VALUES = new Set([
  ts.SyntaxKind.ArrayLiteralExpression,
  ts.SyntaxKind.NewExpression,
  ts.SyntaxKind.NumericLiteral,
  ts.SyntaxKind.ObjectLiteralExpression,
  ts.SyntaxKind.RegularExpressionLiteral,
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.TemplateExpression,
]);

/** Declarations that are named like a boolean, and whose type or value in the source is another. */
function misnamedIn(path: string, text: string): string[] {
  const misnamed: string[] = [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const visit = (node: ts.Node): void => {
    const { name, type, initializer } = node as { name?: ts.Node; type?: ts.TypeNode; initializer?: ts.Expression };
    if (name && !ts.isPropertyAssignment(node) && BOOLEAN_NAME.test(name.getText(file))) {
      const isOther = type ? !BOOLEAN_TYPE.test(type.getText(file)) : initializer && OTHER_VALUES.has(initializer.kind);
      if (isOther) misnamed.push(`${path}: ${name.getText(file)}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return misnamed;
}

test("what is named like a boolean is one, or returns one", async () => {
  const modules = await readModules(["{src,tests,scripts}/**/*.{ts,tsx}"]);
  expect(modules.flatMap(({ path, text }) => misnamedIn(path, text))).toEqual([]);
});

test("finds other types and values with a boolean's name", () => {
  const source = `
    const isMark = /a/;
    const isMissing = { book: true };
    function hasFaces(page: Page): Promise<void> {}
    type Writer = { isStored: () => void; isOpen: boolean; isAllowed: (user: User) => boolean };
    function isText(value: unknown): value is string {}
    const isEmpty = list.length === 0;`;
  expect(misnamedIn("a.ts", source)).toEqual(
    ["isMark", "isMissing", "hasFaces", "isStored"].map((name) => `a.ts: ${name}`),
  );
});
