import { cpSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";

import type { BuildMetafile } from "bun";
import tailwind from "bun-plugin-tailwind";

import { memberPathPattern } from "#web/app/member-pages.ts";

import { apiSources, isStale } from "../stale.ts";
import { hashedAssets } from "./hashed-assets.ts";
import { mergeChunks } from "./merge-chunks.ts";
import { precompress } from "./precompress.ts";
import { earlyLinks, memberChunks } from "./preload-links.ts";
import { drawFirstPaint } from "./prerender-pages.tsx";
import servedAddresses from "./served-addresses.ts";

const output = "dist/web";

/** Bundles the web app; a failed build doesn't replace the last one. @throws AggregateError */
export async function buildWeb(): Promise<void> {
  const staging = `dist/.web-${process.pid}`;
  rmSync(staging, { recursive: true, force: true });
  try {
    const memberStyles = await bundleMemberStyles(staging);
    const metafile = await bundle(staging, memberStyles);
    const earlyTags = earlyLinks(staging, metafile);
    const page = Bun.file(join(staging, "index.html"));
    const { html, styles } = await moveStyles(staging, await page.text());
    await page.write(html.replace("</head>", (end) => earlyTags.page + end));
    copyPlainFiles(staging);
    await addApiDocument(staging);
    await precompress(staging);
    await drawFirstPaint(join(staging, "parts"));
    await Bun.write(join(staging, "parts/first-styles.css"), styles);
    await Bun.write(join(staging, "parts/member-head.html"), `<link rel="stylesheet" href="${memberStyles}" />`);
    await Bun.write(join(staging, "parts/member-end.html"), earlyTags.members);
    await Bun.write(join(staging, "parts/auth-frame-end.html"), earlyTags.forms);
    await Bun.write(join(staging, "parts/link-end.html"), earlyTags.mailLinks);
    await Bun.write(join(staging, "parts/page-links.json"), JSON.stringify(earlyTags.pages));
    rmSync(output, { recursive: true, force: true });
    renameSync(staging, output);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Moves the style sheet to the page's end, because the prerendered part has inline styles. */
async function moveStyles(staging: string, html: string): Promise<{ html: string; styles: string }> {
  const [link, href] = /<link rel="stylesheet"[^>]* href="([^"]+)"[^>]*>/.exec(html) ?? [];
  if (!link || !href) throw new Error("The bundler made no stylesheet for the page.");
  const newHtml = html.replace(link, "").replace("</body>", (end) => link + end);
  return { html: newHtml, styles: (await Bun.file(join(staging, href)).text()).trim() };
}

/** For /api/docs. Runs in another process, because it starts servers. */
async function addApiDocument(outdir: string): Promise<void> {
  if (isStale("dist/api.json", apiSources)) await Bun.$`${process.execPath} scripts/api.ts`.quiet();
  await Bun.write(join(outdir, "parts/api.json"), JSON.stringify(await Bun.file("dist/api.json").json()));
}

const hashedName = "assets/[name]-[hash].[ext]";

async function bundleMemberStyles(outdir: string): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: ["src/web/app/members.css"],
    outdir,
    minify: true,
    naming: hashedName,
    plugins: [tailwind],
  });
  const [styles] = outputs;
  if (!styles) throw new Error("The bundler made no stylesheet for members.");
  return `/assets/${basename(styles.path)}`;
}

async function bundle(outdir: string, memberStyles: string): Promise<BuildMetafile> {
  const commonOptions = {
    outdir,
    minify: true,
    target: "browser",
    publicPath: "/",
    env: "disable",
    define: {
      "process.env.NODE_ENV": '"production"',
      "process.env.MEMBER_STYLES": JSON.stringify(memberStyles),
      "process.env.CONTRACT_HASH": JSON.stringify(contractHash()),
    },
  } as const;
  const { metafile } = await Bun.build({
    ...commonOptions,
    entrypoints: ["src/web/index.html"],
    splitting: true,
    // our own links preload modules, and Firefox reports an error for a second one
    modulePreload: false,
    metafile: true,
    naming: { entry: "[dir]/[name].[ext]", chunk: hashedName, asset: hashedName },
    plugins: [mergeChunks, servedAddresses, hashedAssets(join(outdir, "assets"), "/assets/"), tailwind],
  });
  if (!metafile) throw new Error("The bundler returned no metafile.");
  // at the root, because a service worker's scope is its folder
  await Bun.build({
    ...commonOptions,
    entrypoints: ["src/web/offline/worker/sw.ts"],
    naming: { entry: "[name].[ext]" },
    define: {
      ...commonOptions.define,
      MEMBER_CHUNKS: JSON.stringify([...memberChunks(metafile), memberStyles]),
      MEMBER_PATH_PATTERN: JSON.stringify(memberPathPattern()),
    },
  });
  return metafile;
}

/** Changes with the schemas of responses. */
function contractHash(): string {
  const hasher = new Bun.CryptoHasher("sha256");
  for (const file of [...new Bun.Glob("src/contract/**/*.ts").scanSync()].toSorted())
    if (!file.endsWith(".test.ts")) hasher.update(readFileSync(file));
  return hasher.digest("hex").slice(0, 12);
}

function copyPlainFiles(outdir: string): void {
  const images = new Bun.Glob("*.{avif,gif,ico,jpg,png,svg,webp}").scanSync("src/web/images");
  for (const name of images) cpSync(join("src/web/images", name), join(outdir, "images", name));
  for (const name of ["favicon.ico", "manifest.webmanifest", "robots.txt"])
    cpSync(join("src/web", name), join(outdir, name));
}
