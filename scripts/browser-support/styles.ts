import { tokenize, TokenType } from "@csstools/css-tokenizer";
import tailwind from "bun-plugin-tailwind";

import servedAddresses from "../web/served-addresses.ts";
import { browsersWithout, css, type Feature } from "./support.ts";

const SHEETS = ["src/web/app/app.css", "src/web/app/members.css"];
/** Newer parts of CSS, with their effect in older browsers. */
const WITHOUT_HARM: Readonly<Record<string, string>> = {
  "::selection": "the system's color",
  ":open": "in a list of alternatives that older browsers forgive",
  ":popover-open": "in the same list",
  "@page": "the printer's margins",
  "break-after: avoid": "a heading may stand at a page's end",
  "cursor: not-allowed": "phones have no pointer",
  "cursor: pointer": "phones have no pointer",
  "field-sizing": "text areas grow by script",
  "font-family: ui-monospace": "the next font",
  "forced-color-adjust": "Safari has no forced colors",
  "mask-image": "an image's edge is hard",
  resize: "phones have no handle to drag",
  "scrollbar-width": "the scroll bar is seen",
  "text-wrap": "lines break where they are full",
};

/** Lists CSS outside of `@supports` that the oldest supported browsers lack, and unused entries of the list. */
export async function findTooNewStyles(
  sheets: readonly string[] = SHEETS,
  withoutHarm = WITHOUT_HARM,
): Promise<string[]> {
  const texts = await Promise.all(sheets.map(bundleCss));
  const names = new Set(texts.flatMap(newerIn));
  const unused = Object.keys(withoutHarm).filter((one) => !names.has(one));
  return [...names].filter((one) => !(one in withoutHarm)).concat(unused.map((one) => `${one} isn't used, but listed`));
}

async function bundleCss(sheet: string): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [sheet],
    plugins: [servedAddresses, tailwind],
    external: ["*.woff2"],
  });
  const [styles] = outputs;
  if (!styles) throw new Error(`The bundler made nothing of ${sheet}.`);
  return styles.text();
}

function newerIn(text: string): string[] {
  const names: string[] = [];
  const isPrefixed = (name: string) => text.includes(`-webkit-${name.split(":")[0]}:`);
  /** For each open block, whether older browsers skip it. */
  const guardedBlocks: boolean[] = [];
  let codeTokens: string[] = [];
  for (const [type, tokenText] of tokenize({ css: text })) {
    if (type === TokenType.Comment) continue;
    const isEnd = [TokenType.OpenCurly, TokenType.CloseCurly, TokenType.Semicolon].includes(type);
    if (!isEnd) {
      codeTokens.push(tokenText);
      continue;
    }
    const isSkipped = guardedBlocks.at(-1) ?? false;
    const code = codeTokens.join("").trim();
    codeTokens = [];
    if (code && !isSkipped) names.push(...(type === TokenType.OpenCurly ? newerRules(code) : newerDeclarations(code)));
    if (type === TokenType.OpenCurly) guardedBlocks.push(isSkipped || code.startsWith("@supports"));
    if (type === TokenType.CloseCurly) guardedBlocks.pop();
  }
  return names.filter((name) => name.startsWith(":") || !isPrefixed(name));
}

function newerRules(prelude: string): string[] {
  const [, rule] = /^@([a-z-]+)/.exec(prelude) ?? [];
  if (rule) return isNewer(css["at-rules"]?.[rule]) ? [`@${rule}`] : [];
  const pseudos = Array.from(prelude.matchAll(/(?<!\\):{1,2}([a-z][a-z-]+)/g), ([text, name = ""]) => ({ text, name }));
  return pseudos.filter(({ name }) => isNewer(css["selectors"]?.[name])).map(({ text }) => text);
}

function newerDeclarations(declaration: string): string[] {
  const colon = declaration.indexOf(":");
  const name = declaration.slice(0, colon).trim();
  if (name.startsWith("-")) return [];
  const property = css["properties"]?.[name];
  if (isNewer(property)) return [name];
  const keywords = declaration.slice(colon + 1).match(/(?<![\w(-])[a-z][a-z-]+(?![\w(-])/g) ?? [];
  return keywords.filter((word) => isNewer(property?.[word])).map((word) => `${name}: ${word}`);
}

const isNewer = (feature: Feature | undefined) => browsersWithout(feature).length > 0;
