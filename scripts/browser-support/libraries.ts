import { mkdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";

import { api, type Feature, javascript, lacking } from "./support.ts";

/** Before the name of what the floor lacks. */
export const NEWER = "newer_";
const OPENING =
  /^( *)(?:export )?(?:declare )?(interface|namespace|var) ([$\w]+)(?:<.*>)?(?: extends ([^{]+?))?:? ?\{$/;
const MEMBER = /^( *)((?:declare )?(?:function |var |const |let )|(?:readonly |get |set )*)([$\w]+)(?=[<(?:;])/;

type Block = { indent: number; kind: string; name: string; parents: string[] };

/**
 * Writes TypeScript's own declarations of the language and the platform to `folder`, with what the floor lacks renamed,
 * so that a use of it is a type error. @throws Error when TypeScript's are missing
 */
export async function writeFloorLibraries(folder: string): Promise<void> {
  const found = [...new Bun.Glob("node_modules/typescript/lib/lib.{es*,dom*,decorators*}.d.ts").scanSync()];
  const files = found.filter((file) => !file.endsWith(".full.d.ts"));
  if (files.length === 0) throw new Error("TypeScript's declarations are missing: bun install");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const texts = await Promise.all(files.map((file) => Bun.file(file).text()));
  const users = mixinUsers(texts);
  for (const [index, file] of files.entries())
    await Bun.write(join(folder, basename(file)), withoutNewer(texts[index] ?? "", users));
}

function withoutNewer(text: string, users: ReadonlyMap<string, string[]>): string {
  return walk(text, (line, block) => {
    const member = MEMBER.exec(line);
    if (!member) return line;
    const [matched, indent = "", keyword = "", name = ""] = member;
    if (!isNewer(name, keyword.trim().replace(/^declare /, ""), block, users)) return line;
    return `${indent}${keyword}${NEWER}${name}${line.slice(matched.length)}`;
  });
}

/** Interfaces by the mixins they extend: MDN lists a mixin's members with each interface. */
function mixinUsers(texts: readonly string[]): Map<string, string[]> {
  const users = new Map<string, string[]>();
  for (const text of texts)
    walk(text, (line) => {
      const [, , kind, name = "", parents = ""] = OPENING.exec(line) ?? [];
      if (kind !== "interface") return line;
      for (const parent of parents.split(/, */)) users.set(parent, [...(users.get(parent) ?? []), name]);
      return line;
    });
  return users;
}

/** Passes each line and the block it is directly in. */
function walk(text: string, change: (line: string, block: Block | undefined) => string): string {
  const blocks: Block[] = [];
  const lines = text.replaceAll(/^\/\/\/ <reference lib=.*$/gm, "").split("\n");
  return lines
    .map((line) => {
      const block = blocks.at(-1);
      const indent = line.length - line.trimStart().length;
      if (block && indent === block.indent && line.trimStart().startsWith("}")) blocks.pop();
      const changed = indent === (block ? block.indent + 4 : 0) ? change(line, block) : line;
      const [, , kind = "", name = "", parents = ""] = OPENING.exec(line) ?? [];
      if (kind) blocks.push({ indent, kind, name: nameOf(block, name), parents: parents.split(/, */) });
      return changed;
    })
    .join("\n");
}

const nameOf = (block: Block | undefined, name: string) =>
  block?.kind === "namespace" ? `${block.name}.${name}` : name;

function isNewer(
  name: string,
  keyword: string,
  block: Block | undefined,
  users: ReadonlyMap<string, string[]>,
): boolean {
  if (["new", "prototype"].includes(name)) return false;
  if (!block)
    return [api[name], api["Window"]?.[name], javascript.builtins[name]].some((one) => lacking(one).length > 0);
  const isStatic = block.kind !== "interface" || block.name.endsWith("Constructor");
  const owner = block.name.replace(/Constructor$|^Readonly(?=Array|Map|Set)/, "");
  const features = [owner, ...(users.get(owner) ?? [])].flatMap((one) => {
    const members = featureOf(one);
    return (isStatic ? members?.[`${name}_static`] : undefined) ?? members?.[name] ?? [];
  });
  return features.length > 0 && features.every((one) => lacking(one).length > 0);
}

function featureOf(path: string): Feature | undefined {
  const parts = path.split(".");
  const find = (from: Feature) => parts.reduce<Feature | undefined>((feature, part) => feature?.[part], from);
  return find(javascript.builtins) ?? find(api);
}
