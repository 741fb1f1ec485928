import { Glob } from "bun";
import ts from "typescript";

// Checks names and comments (CONTRIBUTING.md): replaced words, long test names, numbers without their unit, and exports
// named by a verb or a participle. LIST has older findings; `--write` removes entries that aren't found anymore.
const LIST = "scripts/word-exceptions.txt";
const REPLACED = new Set(
  "act anew fault hear heard hold held hurry keep kept knows known leave mend mended noun picture pictures piece room say said settle tell told tells way whoever sound words".split(
    " ",
  ),
);
const ALLOWED = /known[_ ]?devices?/gi;
const TEST_NAME_MAX = 60;
const TEST_NAME = /^ *(?:test|atNight)\b(?:[^("'`\n]|\((?![\s"'`]))*\(\s*(["'`])((?:\\.|(?!\1)[^\\])+)\1/gm;
/** Also what is counted, such as `FIRST_ROW_BOOKS`. */
const UNIT =
  /(?:^|_)(?:[A-Z]+S|PX|HZ|KB|MB|MIB|FRACTION|PERCENT|COUNT|LENGTH|MAX|MIN|FACTOR|TOLERANCE|CONFIDENCE|PROBABILITY|SPREAD)(?:_|$)/;
const PARTICIPLE = /^[A-Z]?[a-z]+ed$|^(?:[Ff]ound|[Gg]iven|[Mm]ade|[Ss]ent|[Ss]hown)$/;
const VERB = /^[a-z]+$/;

const issues = new Set<string>();
for (const path of [...new Glob("{src,tests,scripts,art}/**/*.{ts,tsx}").scanSync(".")].toSorted()) {
  const text = await Bun.file(path).text();
  const findings = path.includes(".test.") ? longNames(text) : path.startsWith("src/") ? findingsIn(path, text) : [];
  for (const finding of findings) issues.add(`${path}: ${finding}`);
}
const exceptions = (await Bun.file(LIST).exists()) ? (await Bun.file(LIST).text()).split("\n").filter(Boolean) : null;
const remainingExceptions = exceptions?.filter((one) => issues.has(one)) ?? [...issues];
if (process.argv.includes("--write")) await Bun.write(LIST, [...remainingExceptions, ""].join("\n"));
const allowed = new Set(process.argv.includes("--write") ? remainingExceptions : exceptions);
const problems = [
  ...[...issues].filter((one) => !allowed.has(one)),
  ...[...allowed].filter((one) => !issues.has(one)).map((one) => `${LIST} lists what isn't there anymore: ${one}`),
];
for (const problem of problems) console.error(problem);
console.log(`${allowed.size} exceptions to the names and words of CONTRIBUTING.md`);
process.exit(problems.length === 0 ? 0 : 1);

function longNames(text: string): string[] {
  const names = Array.from(text.matchAll(TEST_NAME), ([, , name = ""]) => name.replaceAll(/\$\{[^}]*\}/g, "…"));
  return names.filter((name) => name.length > TEST_NAME_MAX);
}

function findingsIn(path: string, text: string): string[] {
  const findings: string[] = [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    const { name } = node as { name?: ts.Node };
    if (name && ts.isIdentifier(name)) findings.push(...replacedIn(name.text));
    ts.forEachChild(node, visit);
  };
  visit(file);
  for (const [comment] of text.matchAll(/\/\*\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm))
    findings.push(...replacedIn(comment.replaceAll(/`[^`]*`/g, "")));
  for (const { name, value, isExported } of file.statements.flatMap(declsIn)) {
    if (value && isNumber(value) && /^[A-Z\d_]+$/.test(name) && !UNIT.test(name)) findings.push(name);
    const isFunction = !value || ts.isArrowFunction(value);
    if (isExported && ((isFunction && VERB.test(name)) || PARTICIPLE.test(name))) findings.push(name);
  }
  return findings;
}

function replacedIn(text: string): string[] {
  const words = text.replaceAll(ALLOWED, "").replaceAll(/([a-z\d])([A-Z])/g, "$1 $2");
  return (words.toLowerCase().match(/[a-z]+/g) ?? []).filter((word) => REPLACED.has(word));
}

function declsIn(statement: ts.Statement): { name: string; value?: ts.Expression | undefined; isExported: boolean }[] {
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
  const isExported = modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name, initializer: value }) => {
      return { name: name.getText(), value, isExported };
    });
  const { name } = statement as { name?: ts.Identifier };
  return name ? [{ name: name.text, isExported }] : [];
}

function isNumber(node: ts.Expression): boolean {
  return ts.isNumericLiteral(node) || (ts.isBinaryExpression(node) && isNumber(node.left) && isNumber(node.right));
}
