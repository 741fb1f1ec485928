import ts from "typescript";

/** Functions of `stores` that belong to no resource. */
const OF_ALL: ReadonlySet<string> = new Set(["transaction", "batchWrite"]);

/**
 * Names of the stores that a module uses: `deps.stores.posts` over however many lines, `stores["posts"]`, by
 * destructuring at any depth, or by another name for `stores`.
 */
export function storesUsedIn(path: string, text: string): string[] {
  if (!text.includes("stores")) return [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const aliases = new Set(["stores"]);
  const used = new Set<string>();

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
      if (isOfStores && key !== null) used.add(key);
      else bind(element.name, key === "stores");
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node)) bind(node.name, node.initializer !== undefined && isStores(node.initializer));
    if (ts.isParameter(node)) bind(node.name, false);
    if (ts.isPropertyAccessExpression(node) && isStores(node.expression)) used.add(node.name.text);
    if (ts.isElementAccessExpression(node) && isStores(node.expression))
      used.add(textOf(node.argumentExpression) ?? "(any)");
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...used].filter((name) => !OF_ALL.has(name));
}

function textOf(node: ts.Node): string | null {
  return ts.isIdentifier(node) || ts.isStringLiteralLike(node) ? node.text : null;
}
