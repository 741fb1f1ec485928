import ts from "typescript";

// the checker would look for its native versions first
process.env["RECHECK_BACKEND"] = "pure";

const LENGTH = 64 * 1024;
/** CPU time; a linear pattern takes 1 or 2, a quadratic one hundreds. */
const MAX_MS = 200;
const SEARCH_MS = 20_000;
const GIVE_UP_MS = 60_000;
const DONE_LINE = "done";
/** Other patterns read a limited number of characters. */
const UNBOUNDED = /[*+]|\{\d+,\}/;
const SUFFIXES = ["x", "\n", "\0"];

export type Pattern = { source: string; flags: string; path: string };

/** A module's patterns; null for each `new RegExp(…)`. */
export function patternsIn(path: string, text: string): (Pattern | null)[] {
  const foundPatterns: (Pattern | null)[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const flagsIndex = node.text.lastIndexOf("/");
      foundPatterns.push({ source: node.text.slice(1, flagsIndex), flags: node.text.slice(flagsIndex + 1), path });
    } else if (ts.isNewExpression(node) && node.expression.getText() === "RegExp") foundPatterns.push(null);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return foundPatterns;
}

/** The patterns that a module builds when it loads. */
export async function patternsBuiltBy(path: string): Promise<Pattern[]> {
  const found: Pattern[] = [];
  const PlainRegExp = globalThis.RegExp;
  globalThis.RegExp = new Proxy(PlainRegExp, {
    construct: (target, args, self) => {
      const regExp = Reflect.construct(target, args, self) as RegExp;
      found.push({ source: regExp.source, flags: regExp.flags, path });
      return regExp;
    },
  });
  // the query loads it again
  await import(`../../${path}?patterns`);
  globalThis.RegExp = PlainRegExp;
  return found;
}

/** Finds a text that takes longer than MAX_MS, or null. Tries the checker's suggestions and parts of the pattern. */
export async function attackOn({ source, flags }: Pick<Pattern, "source" | "flags">): Promise<string | null> {
  if (!UNBOUNDED.test(source)) return null;
  const { checkSync } = await import("recheck");
  const found = checkSync(source, flags, { timeout: SEARCH_MS });
  const { pumps, suffix } = found.status === "vulnerable" ? found.attack : { pumps: [], suffix: "" };
  const suggestions = pumps.map(({ prefix, pump }) => prefix + pump.repeat(LENGTH / 2 / pump.length)).join("") + suffix;
  const parts = [...pumps.map(({ pump }) => pump), ...partsOf(source)];
  const texts = [suggestions, ...parts.flatMap((part) => SUFFIXES.map((end) => padded(part, end)))];
  return findSlowText(source, flags, texts);
}

/** The pattern's characters, alone and in pairs, and samples of its classes. */
function partsOf(source: string): string[] {
  const tokens = source.replaceAll(/\\(?:[pu]\{[^}]*\}|u[0-9A-Fa-f]{4}|.)/g, " ").match(/[\w \-./:@<>"'&;,=]/g) ?? [];
  const chars = [...new Set([...tokens.slice(0, 8), " ", "a", "0", "."])];
  const pairs = chars.flatMap((one) => chars.map((other) => one + other));
  return [...chars, ...pairs, "\u2139\uFE0F\u200D", "\u0915\u200D", "https://a", source.replaceAll(/\W/g, "")].filter(
    (part) => part !== "",
  );
}

function padded(part: string, end: string): string {
  const halfText = part.repeat(Math.ceil(LENGTH / 2 / part.length));
  return `${halfText}${end}${halfText}${end}`;
}

/** Runs in another process, because a match can't be interrupted. */
function findSlowText(source: string, flags: string, texts: readonly string[]): string | null {
  const scriptSource = `
    const { source, flags, texts, most } = JSON.parse(await Bun.stdin.text());
    const pattern = new RegExp(source, flags.replace("y", ""));
    for (const text of texts) {
      console.log(JSON.stringify(text.slice(0, 40)));
      const before = process.cpuUsage();
      text.replace(pattern, "");
      if (process.cpuUsage(before).user / 1000 > most) process.exit(1);
    }
    console.log("${DONE_LINE}");`;
  const stdin = Buffer.from(JSON.stringify({ source, flags, texts, most: MAX_MS }));
  const { stdout } = Bun.spawnSync([process.execPath, "-e", scriptSource], { stdin, timeout: GIVE_UP_MS });
  const lastLine = stdout.toString().trim().split("\n").at(-1) ?? "";
  return lastLine === DONE_LINE ? null : lastLine;
}
