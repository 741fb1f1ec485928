import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";

import { NEWER, writeFloorLibraries } from "./libraries.ts";

/** Newer functions that have a fallback where they are used. */
const WITH_FALLBACK: Readonly<Record<string, readonly string[]>> = {
  "src/web/app/shell/shell.tsx": ["clearAppBadge"],
  "src/web/app/shell/use-season.ts": ["requestIdleCallback", "cancelIdleCallback"],
  "src/web/admin/invitations/created-card.tsx": ["share"],
  "src/web/shelf/year-button.tsx": ["canShare", "share"],
  "src/web/offline/copy/download.ts": ["estimate"],
  "src/web/ui/text/share-button.tsx": ["share"],
  // laptops without touch send no such events
  "src/web/reading/view/swipes.ts": ["touches", "changedTouches", "screenX", "screenY"],
};

/**
 * Uses of functions that the oldest supported browsers lack, by type-checking the web app against declarations without
 * them: `file: name`. Also names fallbacks in the list that are no longer used.
 */
export async function findTooNew(
  include: readonly string[] = ["src/web", "src/contract"],
  withFallback = WITH_FALLBACK,
): Promise<string[]> {
  mkdirSync("dist", { recursive: true });
  const folder = mkdtempSync(resolve("dist/browser-floor-"));
  try {
    const libraries = join(folder, "libraries");
    await writeFloorLibraries(libraries);
    const { lib: _, ...compilerOptions } = (await Bun.file("tsconfig.json").json()).compilerOptions;
    const project = join(folder, "tsconfig.json");
    const config = {
      compilerOptions: { ...compilerOptions, noLib: true, types: [] },
      include: [libraries, ...include.map((path) => resolve(path))],
      exclude: ["src/**/*.test.*"].map((path) => resolve(path)),
    };
    await Bun.write(project, JSON.stringify(config));
    const used = usesIn(await typeErrors(project), await newerNames(libraries));
    const allowed = new Set(
      Object.entries(withFallback).flatMap(([file, names]) => names.map((name) => `${file}: ${name}`)),
    );
    const unused = [...allowed].filter((one) => !used.has(one)).map((one) => `${one} isn't used, but listed`);
    return [...used].filter((one) => !allowed.has(one)).concat(unused);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function typeErrors(project: string): Promise<string> {
  const command = [process.execPath, "check", "--no-script", "--no-pretty", "--all", "-p", project];
  const child = Bun.spawn(command, { stdio: ["ignore", "pipe", "ignore"] });
  return new Response(child.stdout).text();
}

async function newerNames(libraries: string): Promise<Set<string>> {
  const names = new Set<string>();
  for (const file of new Bun.Glob("*.d.ts").scanSync({ cwd: libraries, absolute: true }))
    for (const [, name = ""] of (await Bun.file(file).text()).matchAll(new RegExp(`\\b${NEWER}(\\w+)`, "g")))
      names.add(name);
  if (names.size === 0) throw new Error("No newer function was found in TypeScript's declarations.");
  return names;
}

/** The ordinary type check has passed, so only errors about newer names count. */
function usesIn(errors: string, newer: ReadonlySet<string>): Set<string> {
  const about =
    /^(\S+?)\(\d+,\d+\): error TS\d+: (?:Property '(\w+)' does not exist|Cannot find name '(\w+)'|'[\w.]*?(\w+)' is of type 'unknown')/gm;
  const found = Array.from(errors.matchAll(about), ([, file = "", ...names]) => ({ file, name: names.join("") }));
  return new Set(found.filter(({ name }) => newer.has(name)).map(({ file, name }) => `${file}: ${name}`));
}
