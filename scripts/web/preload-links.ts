import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { BuildMetafile } from "bun";

type EarlyLinks = { page: string; members: string; pages: Record<string, string>; forms: string; mailLinks: string };

/**
 * Preload links: `page` for all pages, `members` for members, `pages` by the first segment of a member's path, `forms`
 * for other sign-in forms, `mailLinks` for links in mail. @throws Error if a chunk is missing
 */
export function earlyLinks(outdir: string, metafile: BuildMetafile): EarlyLinks {
  // only fonts of style sheets, not the reader's own
  const styles = readdirSync(join(outdir, "assets")).filter((name) => name.endsWith(".css"));
  const css = styles.map((name) => readFileSync(join(outdir, "assets", name), "utf8")).join("");
  // browsers fetch the letters of other languages only for pages with them
  const fonts = new Set(css.match(/[a-z]+-latin-wght-[\w.-]+\.woff2/g));
  const startChunks = chunksOf(metafile, ["src/web/index.html"]);
  const programChunks = chunksOf(metafile, ["src/web/app/main.tsx"]).filter((path) => !startChunks.includes(path));
  const members = chunksOf(metafile, ["src/web/app/member-routes.tsx"]);
  const pages = Object.values(metafile.outputs).flatMap(({ entryPoint = "" }) => {
    const [, name] = /^src\/web\/app\/pages\/(\w+)\.tsx$/.exec(entryPoint) ?? [];
    const preloads = [...startChunks, ...programChunks, ...members];
    return name ? [[name, chunksOf(metafile, [entryPoint]).filter((path) => !preloads.includes(path))] as const] : [];
  });
  const linksTo = (...entries: string[]) =>
    chunksOf(metafile, entries)
      .filter((path) => !startChunks.includes(path) && !programChunks.includes(path))
      .map(link)
      .join("");
  return {
    page: [
      ...programChunks.map(link),
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
export function memberChunks(metafile: BuildMetafile): string[] {
  const pages = [
    "src/web/app/main.tsx",
    "src/web/app/member-routes.tsx",
    ...["audiobook", "ebook", "profile", "read", "shelf", "talk"].map((page) => `src/web/app/pages/${page}.tsx`),
  ];
  const entryPoints = Object.values(metafile.outputs).flatMap(({ entryPoint }) => entryPoint ?? []);
  const features = entryPoints.filter((entry) =>
    /^src\/web\/(?:app\/shell|board|books|help|home|listening|meetings|members|offline|shelf|talk|ui|votes)\//.test(
      entry,
    ),
  );
  return chunksOf(metafile, [...pages, ...features]);
}

const FONT = 'type="font/woff2" crossorigin';
/** The first link makes Chromium keep the compiled code (decision 0033); other engines compile with the second. */
const link = (path: string) =>
  `<link rel="preload" as="script" crossorigin href="${path}" /><link rel="modulepreload" crossorigin href="${path}" />`;

function chunksOf({ outputs }: BuildMetafile, entries: readonly string[]): string[] {
  const foundChunks = new Set<string>();
  const addChunk = (name: string) => {
    const output = outputs[name];
    if (!output) throw new Error(`The build has no "${name}".`);
    if (foundChunks.has(name)) return;
    foundChunks.add(name);
    for (const { path, kind } of output.imports) if (kind === "import-statement") addChunk(path);
  };
  for (const entry of entries) {
    const isOutputOfEntry = ([name, { entryPoint }]: [string, { entryPoint?: string }]) =>
      entryPoint === entry && name.endsWith(".js");
    const [name] = Object.entries(outputs).find(isOutputOfEntry) ?? [entry];
    addChunk(name);
  }
  return [...foundChunks].map((name) => name.replace(/^\.\//, "/"));
}
