import { relative, resolve } from "node:path";

import ts from "typescript";

import { api, browsersWithout, type Feature, javascript } from "./support.ts";

const LIBRARY = /\/typescript\/lib\/lib\.[^/]+$/;
/** Newer functions with a fallback. */
const WITH_FALLBACK: Readonly<Record<string, readonly string[]>> = {
  "src/web/app/shell/shell.tsx": ["clearAppBadge"],
  "src/web/admin/invitations/invitations-card.tsx": ["share"],
  "src/web/shelf/year-button.tsx": ["canShare", "share"],
  "src/web/offline/copy/download.ts": ["estimate"],
  "src/web/ui/text/share-button.tsx": ["share"],
  // laptops without touch send no such events
  "src/web/reading/view/swipes.ts": ["touches", "length", "changedTouches", "screenX", "screenY"],
};

/** Lists functions that the oldest supported browsers lack (`file: name`), and unused entries of the list. */
export async function findTooNew(
  include: readonly string[] = ["src/web", "src/contract"],
  withFallback = WITH_FALLBACK,
): Promise<string[]> {
  const { config } = ts.readConfigFile("tsconfig.json", (path) => ts.sys.readFile(path));
  const project = { ...config, include, exclude: ["src/**/*.test.*"] };
  const { fileNames, options } = ts.parseJsonConfigFileContent(project, ts.sys, resolve("."));
  const program = ts.createProgram(fileNames, { ...options, types: [] });
  const checker = program.getTypeChecker();
  const usedNames = new Set<string>();
  for (const path of fileNames) {
    const visit = (node: ts.Node): void => {
      if (ts.isTypeNode(node)) return;
      if (ts.isIdentifier(node) && isNewer(node, checker)) usedNames.add(`${relative(".", path)}: ${node.text}`);
      ts.forEachChild(node, visit);
    };
    const file = program.getSourceFile(path);
    if (file) visit(file);
  }
  const allowedNames = new Set(
    Object.entries(withFallback).flatMap(([file, names]) => names.map((name) => `${file}: ${name}`)),
  );
  const unused = [...allowedNames].filter((one) => !usedNames.has(one)).map((one) => `${one} isn't used, but listed`);
  return [...usedNames].filter((one) => !allowedNames.has(one)).concat(unused);
}

/** True if TypeScript's own declarations have the name, and a supported browser lacks it according to MDN. */
function isNewer(name: ts.Identifier, checker: ts.TypeChecker): boolean {
  const { parent } = name;
  const isPicked = ts.isBindingElement(parent) && (parent.propertyName ?? parent.name) === name;
  const isMember = ts.isPropertyAccessExpression(parent) && parent.name === name;
  const owner = isPicked ? parent.parent : isMember ? parent.expression : null;
  const type = owner && checker.getTypeAtLocation(owner);
  const declarations =
    (isPicked ? type?.getProperty(name.text) : checker.getSymbolAtLocation(name))?.declarations ?? [];
  if (declarations.length === 0 || !declarations.every((one) => LIBRARY.test(one.getSourceFile().fileName)))
    return false;
  const features = declarations.flatMap(({ parent: block }) => {
    if (!owner) return [api[name.text], api["Window"]?.[name.text], javascript.builtins[name.text]];
    // MDN's data lacks mixin interfaces
    const owners = ts.isInterfaceDeclaration(block) ? [block.name.text, type?.symbol?.name ?? ""] : [owner.getText()];
    const isStatic = !ts.isInterfaceDeclaration(block) || block.name.text.endsWith("Constructor");
    return owners.map((one) =>
      memberOf(one.replace(/Constructor$|^Readonly(?=Array|Map|Set)/, ""), name.text, isStatic),
    );
  });
  const documentedFeatures = features.filter((one) => one !== undefined);
  return documentedFeatures.length > 0 && documentedFeatures.every((one) => browsersWithout(one).length > 0);
}

function memberOf(owner: string, name: string, isStatic: boolean): Feature | undefined {
  const members = javascript.builtins[owner] ?? api[owner];
  return (isStatic ? members?.[`${name}_static`] : undefined) ?? members?.[name];
}
