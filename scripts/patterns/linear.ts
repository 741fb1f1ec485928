import ts from "typescript";

// the checker in JavaScript: its native ones are looked for first
process.env["RECHECK_BACKEND"] = "pure";

const LENGTH = 64 * 1024;
/** Of the processor's time. A linear pattern takes one or two, a quadratic one hundreds. */
const MAX_MS = 200;
const SEARCH_MS = 20_000;
const GIVE_UP_MS = 60_000;
const DONE = "done";
/** A pattern without one reads so many characters, however long the text is. */
const UNBOUNDED = /[*+]|\{\d+,\}/;
const ENDS = ["x", "\n", "\0"];

/** A pattern and where it was found. */
export type Pattern = { source: string; flags: string; path: string };

/** Every literal pattern of a module, and `new RegExp(…)` of something else as `null`. */
export function patternsIn(path: string, text: string): (Pattern | null)[] {
  const found: (Pattern | null)[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      found.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1), path });
    } else if (ts.isNewExpression(node) && node.expression.getText() === "RegExp") found.push(null);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return found;
}

/** The patterns that a module puts together as it loads. */
export async function patternsBuiltBy(path: string): Promise<Pattern[]> {
  const found: Pattern[] = [];
  const Plain = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Plain, {
    construct: (target, given, self) => {
      const made = Reflect.construct(target, given, self) as RegExp;
      found.push({ source: made.source, flags: made.flags, path });
      return made;
    },
  });
  // the query loads it again, also where it was loaded before
  await import(`../../${path}?patterns`);
  globalThis.RegExp = Plain;
  return found;
}

/**
 * A text on which the engine takes longer than MAX_MS, or null. Tries what the checker suggests, and repeats what the
 * pattern itself is about: the checker guesses, and gives up on some.
 */
export async function attackOn({ source, flags }: Pick<Pattern, "source" | "flags">): Promise<string | null> {
  if (!UNBOUNDED.test(source)) return null;
  const { checkSync } = await import("recheck");
  const found = checkSync(source, flags, { timeout: SEARCH_MS });
  const { pumps, suffix } = found.status === "vulnerable" ? found.attack : { pumps: [], suffix: "" };
  const suggested = pumps.map(({ prefix, pump }) => prefix + pump.repeat(LENGTH / 2 / pump.length)).join("") + suffix;
  const parts = [...pumps.map(({ pump }) => pump), ...partsOf(source)];
  const texts = [suggested, ...parts.flatMap((part) => ENDS.map((end) => padded(part, end)))];
  return slowOne(source, flags, texts);
}

/** The characters of a pattern, alone and in pairs, and what its classes stand for. */
function partsOf(source: string): string[] {
  const own = source.replaceAll(/\\(?:[pu]\{[^}]*\}|u[0-9A-Fa-f]{4}|.)/g, " ").match(/[\w \-./:@<>"'&;,=]/g) ?? [];
  const single = [...new Set([...own.slice(0, 8), " ", "a", "0", "."])];
  const pairs = single.flatMap((one) => single.map((other) => one + other));
  return [...single, ...pairs, "\u2139\uFE0F\u200D", "\u0915\u200D", "https://a", source.replaceAll(/\W/g, "")].filter(
    (part) => part !== "",
  );
}

function padded(part: string, end: string): string {
  const half = part.repeat(Math.ceil(LENGTH / 2 / part.length));
  return `${half}${end}${half}${end}`;
}

/** In a process of its own, because a match can't be interrupted. */
function slowOne(source: string, flags: string, texts: readonly string[]): string | null {
  const code = `
    const { source, flags, texts, most } = JSON.parse(await Bun.stdin.text());
    const pattern = new RegExp(source, flags.replace("y", ""));
    for (const text of texts) {
      console.log(JSON.stringify(text.slice(0, 40)));
      const before = process.cpuUsage();
      text.replace(pattern, "");
      if (process.cpuUsage(before).user / 1000 > most) process.exit(1);
    }
    console.log("${DONE}");`;
  const stdin = Buffer.from(JSON.stringify({ source, flags, texts, most: MAX_MS }));
  const { stdout } = Bun.spawnSync([process.execPath, "-e", code], { stdin, timeout: GIVE_UP_MS });
  const last = stdout.toString().trim().split("\n").at(-1) ?? "";
  return last === DONE ? null : last;
}
