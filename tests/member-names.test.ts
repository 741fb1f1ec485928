import { expect, test } from "bun:test";

import ts from "typescript";

import { readModules } from "./support/modules.ts";

const COMPARISONS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);
const LOOKUPS: ReadonlySet<string> = new Set(["add", "delete", "get", "has", "includes", "indexOf", "set"]);
/** Loops over lists, in which a name is shown among others. */
const LOOP_METHODS: ReadonlySet<string> = new Set(["filter", "find", "flatMap", "map", "some", "every"]);

/**
 * Where a module identifies people by `displayName`: it compares one, looks it up or uses it as a key, or shows it
 * unchanged in a list, where people with the same name need `memberNames`.
 */
function comparedNamesIn(path: string, text: string): string[] {
  if (!text.includes("displayName")) return [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const comparisons: string[] = [];
  const visit = (node: ts.Node): void => {
    // under another name, a comparison wouldn't be found
    if (ts.isBindingElement(node) && node.propertyName?.getText() === "displayName")
      comparisons.push(`${path}: renames ${node.getText()}`);
    if (isName(node)) {
      const reason = reasonAt(node);
      if (reason) comparisons.push(`${path}: ${reason} ${node.parent.getText().replaceAll(/\s+/g, " ")}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return comparisons;
}

/** True for `displayName` or `user.displayName`. */
function isName(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) return node.name.text === "displayName";
  if (!ts.isIdentifier(node) || node.text !== "displayName") return false;
  const { parent } = node;
  const isPart =
    ts.isPropertyAccessExpression(parent) || ts.isBindingElement(parent) || ts.isPropertyAssignment(parent);
  return !isPart && !ts.isPropertySignature(parent);
}

function reasonAt(name: ts.Node): string | null {
  let isShown = true;
  for (let node = name; node.parent && !ts.isSourceFile(node.parent); node = node.parent) {
    const { parent } = node;
    if (ts.isBinaryExpression(parent) && COMPARISONS.has(parent.operatorToken.kind)) return "compares";
    if (ts.isElementAccessExpression(parent) && parent.argumentExpression === node) return "looks up";
    if (ts.isCallExpression(parent) && parent.arguments.some((argument) => argument === node)) {
      const called = ts.isPropertyAccessExpression(parent.expression) ? parent.expression.name.text : "";
      if (LOOKUPS.has(called)) return "looks up";
      if (isShown && LOOP_METHODS.has(called) && isFunction(node)) return "lists";
    }
    if (ts.isJsxAttribute(parent)) {
      const attribute = parent.name.getText();
      if (attribute === "key") return "makes a key of";
      // initials, beside the name
      if (attribute === "name" && parent.parent.parent.tagName.getText() === "Avatar") isShown = false;
    }
  }
  return null;
}

const isFunction = (node: ts.Node): boolean => ts.isArrowFunction(node) || ts.isFunctionExpression(node);

/** Each with its reason. */
const ALLOWED_COMPARISONS = [
  // finds members with the same name, by their ids
  "src/web/lib/format/member-names.ts",
  // names of one account, which an admin sees side by side
  "src/web/admin/users/user-actions.tsx: compares displayName === username",
  // with an address, which is unique
  "src/web/admin/months/meeting-card.tsx: lists {displayName}",
  "src/web/admin/email/outbox-card.tsx",
  // proposes a username from typed text
  "src/web/members/auth/use-new-account.ts: compares proposeUsername",
];

test("tells members apart by id in the web, not by name or photo", async () => {
  const modules = await readModules(["src/web/**/*.{ts,tsx}"]);
  const productModules = modules.filter(({ path }) => !/\.test\.tsx?$/.test(path));
  const comparisons = productModules.flatMap(({ path, text }) => comparedNamesIn(path, text));
  expect(comparisons.filter((one) => !ALLOWED_COMPARISONS.some((allowed) => one.startsWith(allowed)))).toEqual([]);
});

test.each([
  ["compares", "people.filter(({ displayName }) => displayName !== host?.displayName)"],
  ["compares", "const isMe = user.displayName === me.displayName"],
  ["compares", "const isMe = `${user.displayName} ${user.photoURL}` == known"],
  ["looks up", "answered.includes(`${person.displayName} ${person.photoURL}`)"],
  ["looks up", "seen.has(author.displayName)"],
  ["looks up", "counts[displayName] = 1"],
  ["makes a key of", "people.map((user) => <li key={user.displayName} />)"],
  ["makes a key of", "<li key={`${createdAt} ${author.displayName}`} />"],
  ["lists", "people.map(({ displayName }) => <li>{displayName}</li>)"],
  ["lists", "people.map((user) => ({ name: user.displayName }))"],
  ["lists", "const names = new Set(people.map(({ displayName }) => displayName))"],
  ["renames", "const { displayName: name } = user"],
  [null, "people.map((user) => <Avatar name={user.displayName} photoURL={user.photoURL} />)"],
  [null, "<p>{host.displayName} hosts</p>"],
  [null, "toast({ title: `Welcome, ${user.displayName}` })"],
  [null, "users.filter((user) => user.id !== host?.id)"],
])("finds what %s: %s", (reason, text) => {
  const comparisons = comparedNamesIn("src/web/some.tsx", text);
  if (reason === null) expect(comparisons).toEqual([]);
  else expect(comparisons[0]).toStartWith(`src/web/some.tsx: ${reason} `);
});
