import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { BuildMetafile } from "bun";

type EarlyLinks = { page: string; members: string; pages: Record<string, string>; forms: string; mailLinks: string };

/**
 * Preload links: `page` for all pages, `members` for members, `pages` by the first segment of a member's path, `forms`
 * for other sign-in forms, `mailLinks` for links in mail. @throws Error if a chunk is missing
 */
export function earlyLinks(outdir: string, built: BuildMetafile): EarlyLinks {
  // only fonts of style sheets, not the reader's own
  const styles = readdirSync(join(outdir, "assets")).filter((name) => name.endsWith(".css"));
  const css = styles.map((name) => readFileSync(join(outdir, "assets", name), "utf8")).join("");
  // browsers fetch fonts with a range only for pages with these letters
  const faces = (css.match(/@font-face\s*\{[^}]*\}/g) ?? []).filter((face) => !face.includes("unicode-range"));
  const fonts = new Set(faces.flatMap((face) => /\/assets\/([\w.-]+\.woff2)/.exec(face)?.[1] ?? []));
  const start = partsOf(built, ["src/web/index.html"]);
  const program = partsOf(built, ["src/web/app/main.tsx"]).filter((path) => !start.includes(path));
  const members = partsOf(built, ["src/web/app/member-routes.tsx"]);
  const pages = Object.values(built.outputs).flatMap(({ entryPoint = "" }) => {
    const [, name] = /^src\/web\/app\/pages\/(\w+)\.tsx$/.exec(entryPoint) ?? [];
    const preloaded = [...start, ...program, ...members];
    return name ? [[name, partsOf(built, [entryPoint]).filter((path) => !preloaded.includes(path))] as const] : [];
  });
  const linksTo = (...entries: string[]) =>
    partsOf(built, entries)
      .filter((path) => !start.includes(path) && !program.includes(path))
      .map(link)
      .join("");
  return {
    page: [
      ...program.map(link),
      // after the scripts, because the fallback font has the same metrics
      ...[...fonts].map(
        (name) => `<link rel="preload" as="font" fetchpriority="low" ${FONT} href="/assets/${name}" />`,
      ),
    ].join(""),
    members: linksTo("src/web/app/member-routes.tsx"),
    pages: Object.fromEntries(pages.map(([name, parts]) => [name, parts.map(link).join("")])),
    forms: linksTo("src/web/members/auth/register-form.tsx", "src/web/members/auth/other-sign-in.tsx"),
    mailLinks: linksTo("src/web/app/link-routes.tsx"),
  };
}

/** Chunks that members' pages may need offline, without the dashboard. */
export function memberParts(built: BuildMetafile): string[] {
  const pages = [
    "src/web/app/main.tsx",
    "src/web/app/member-routes.tsx",
    ...["audiobook", "ebook", "profile", "read", "shelf", "talk"].map((page) => `src/web/app/pages/${page}.tsx`),
  ];
  const later = Object.values(built.outputs).flatMap(({ entryPoint }) => entryPoint ?? []);
  const features = later.filter((entry) =>
    /^src\/web\/(?:app\/shell|board|books|help|home|listening|meetings|members|offline|shelf|talk|ui|votes)\//.test(
      entry,
    ),
  );
  return partsOf(built, [...pages, ...features]);
}

const FONT = 'type="font/woff2" crossorigin';
const link = (path: string) => `<link rel="modulepreload" crossorigin href="${path}" />`;

function partsOf({ outputs }: BuildMetafile, entries: readonly string[]): string[] {
  const found = new Set<string>();
  const addChunk = (name: string) => {
    const output = outputs[name];
    if (!output) throw new Error(`The build has no "${name}".`);
    if (found.has(name)) return;
    found.add(name);
    for (const { path, kind } of output.imports) if (kind === "import-statement") addChunk(path);
  };
  for (const entry of entries) {
    const isIts = ([name, { entryPoint }]: [string, { entryPoint?: string }]) =>
      entryPoint === entry && name.endsWith(".js");
    const [name] = Object.entries(outputs).find(isIts) ?? [entry];
    addChunk(name);
  }
  return [...found].map((name) => name.replace(/^\.\//, "/"));
}
