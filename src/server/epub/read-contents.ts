import { sectionOffsets } from "#contract/chapters.ts";
import type { Contents, PrintedPage, TextSection, TocEntry } from "#contract/reading.ts";

import type { DocumentContext, FindName } from "./hrefs.ts";
import type { EpubFile } from "./open-epub.ts";
import type { ManifestItem } from "./package.ts";
import { isForeignResource, isPage, mediaTypeOf } from "./servable.ts";
import { type PageLine, readNav, readNavPages, readNcx, readNcxPages, readTocPage, type TocLine } from "./toc.ts";

/** `headings` has each section's first heading, or an empty string. */
export type TextContents = Omit<Contents, "title" | "version" | "edition"> & { headings: string[] };

type Section = TextSection & DocumentText;

/** `starts` are the code points before each id. */
export type DocumentText = { length: number; heading: string; starts: ReadonlyMap<string, number> };

/** In a book of fixed pages, or without text, a position is a page (BEYOND 9). */
const PAGE = { length: 1, starts: new Map<string, number>() };
/** Books have one or two; a hostile one may make a long chain for each page. */
const FALLBACKS_MAX = 20;
export const EMPTY_TEXT: DocumentText = { length: 0, heading: "", starts: new Map() };

/** @param counts of the shown sections */
export async function readContents(
  epub: EpubFile,
  counts: ReadonlyMap<string, DocumentText>,
): Promise<TextContents & { hasLostContents: boolean }> {
  const { language, direction, layout } = epub.packageInfo;
  const isFixed = layout === "fixed";
  const isWithoutText = counts.size > 0 && [...counts.values()].every(({ length }) => length === 0);
  const sections: Section[] = spinePaths(epub).map(({ path, linear, spread, flows }, index) => {
    const text = counts.get(path) ?? EMPTY_TEXT;
    const sides = isFixed && { ...(spread && { spread }), ...(flows && { flows }) };
    return { index, href: path, linear, ...sides, ...text, ...((isFixed || isWithoutText) && PAGE) };
  });
  const { lines, hasFile } = await readLines(epub);
  const findShownName = shownNameFinder(epub);
  const toc = toToc(lines, sections, findShownName);
  return {
    sections: sections.map(({ index, href, length, linear, spread, flows }) => {
      return { index, href, length, linear, ...(spread && { spread }), ...(flows && { flows }) };
    }),
    toc,
    pages: toPages(await readPages(epub), sections, findShownName),
    files: findFiles(sections, epub),
    length: sections.reduce((sum, { length }) => sum + length, 0),
    language,
    direction,
    layout,
    headings: sections.map(({ heading }) => heading),
    hasLostContents: hasFile && sections.length > 0 && toc.every(({ section }) => section === null),
  };
}

export function listForeignPages({ packageInfo, itemsById, findName }: EpubFile): string[] {
  return packageInfo.spine.flatMap(({ id }) => {
    const path = findName(itemsById.get(id)?.path ?? "");
    return path !== null && findDisplayedItem(itemsById, id) === null ? [path] : [];
  });
}

/** Each one once, because a position must be in one section. */
export function spinePaths({ packageInfo, itemsById, findName }: EpubFile) {
  const listedPaths = new Set<string>();
  return packageInfo.spine.flatMap(({ id, ...item }) => {
    const path = findName(findDisplayedItem(itemsById, id)?.path ?? "");
    if (!path || listedPaths.has(path)) return [];
    listedPaths.add(path);
    return [{ path, ...item }];
  });
}

function findDisplayedItem(items: ReadonlyMap<string, ManifestItem>, id: string): ManifestItem | null {
  const triedItems = new Set<ManifestItem>();
  for (let item = items.get(id); item && !triedItems.has(item); item = items.get(item.fallback ?? "")) {
    if (triedItems.size > FALLBACKS_MAX) return null;
    if (isPage(mediaTypeOf(item.path, item.type))) return item;
    triedItems.add(item);
  }
  return null;
}

export function imageFallbacks({ packageInfo, itemsById, findName }: EpubFile): Map<string, string> {
  const foreignItems = packageInfo.items.filter(({ path, type }) => isForeignResource(mediaTypeOf(path, type)));
  return new Map(
    foreignItems.flatMap(({ id, path }) => {
      const fallback = findDisplayedItem(itemsById, id);
      if (!fallback || !mediaTypeOf(fallback.path, fallback.type).startsWith("image/")) return [];
      const [name, fallbackName] = [findName(path), findName(fallback.path)];
      return name && fallbackName ? [[name, fallbackName] as const] : [];
    }),
  );
}

function findFiles(sections: readonly Section[], { packageInfo, findName }: EpubFile): string[] {
  const chapters = new Set(sections.map(({ href }) => href));
  const mediaItems = packageInfo.items.filter(({ type }) =>
    /^(?:image|font|audio|video)\/|^text\/css$|font|opentype/.test(type),
  );
  const paths = mediaItems.map(({ path }) => findName(path)).filter((path) => path !== null);
  return [...new Set(paths.filter((path) => !chapters.has(path)))];
}

/** The first contents with links: EPUB 3's, EPUB 2's, then a page that looks like contents. */
async function readLines(epub: EpubFile): Promise<{ lines: TocLine[]; hasFile: boolean }> {
  const { packageInfo, findName, names } = epub;
  const { nav, ncx } = contentsFiles(packageInfo);
  const strayNcx = [...names()].find((name) => /\.ncx$/i.test(name));
  let titles: TocLine[] = [];
  let hasFile = false;
  for (const [listPath, read] of [
    [nav?.path, readNav],
    [ncx?.path, readNcx],
    [strayNcx, readNcx],
    [packageInfo.tocPage, readTocPage],
  ] as const) {
    const lines = await readListFile(epub, listPath, read);
    if (!lines) continue;
    hasFile ||= read !== readTocPage;
    if (lines.some((line) => line.path !== null && findName(line.path) !== null)) return { lines, hasFile };
    if (titles.length === 0) titles = lines;
  }
  return { lines: titles, hasFile };
}

function contentsFiles({ items, ncx }: EpubFile["packageInfo"]) {
  return {
    nav: items.find(({ properties }) => properties.includes("nav")),
    ncx: items.find(({ id }) => id === ncx) ?? items.find(({ type }) => type === "application/x-dtbncx+xml"),
  };
}

async function readPages(epub: EpubFile): Promise<PageLine[]> {
  const { nav, ncx } = contentsFiles(epub.packageInfo);
  const pages = (await readListFile(epub, nav?.path, readNavPages)) ?? [];
  return pages.length > 0 ? pages : ((await readListFile(epub, ncx?.path, readNcxPages)) ?? []);
}

/** Null if there is no such file, and empty if it can't be read. */
async function readListFile<Line>(
  { findName, readXml }: EpubFile,
  name: string | null | undefined,
  read: (xml: Uint8Array, base: DocumentContext) => Line[],
): Promise<Line[] | null> {
  const path = findName(name ?? "");
  if (!path) return null;
  try {
    return read(await readXml(path), { path, find: findName });
  } catch {
    return [];
  }
}

/** A link may name an item whose fallback is shown. */
function shownNameFinder({ packageInfo, itemsById, findName }: EpubFile): FindName {
  const shownPaths = new Map(
    packageInfo.spine.map(({ id }) => [itemsById.get(id)?.path, findDisplayedItem(itemsById, id)?.path]),
  );
  return (path) => findName(shownPaths.get(path) ?? path);
}

function toPages(lines: readonly PageLine[], sections: readonly Section[], findName: FindName): PrintedPage[] {
  const byPath = new Map(sections.map((section) => [section.href, section]));
  return lines.flatMap(({ label, path, fragment }) => {
    const section = byPath.get(findName(path) ?? path);
    return section ? [{ label, section: section.index, fragment }] : [];
  });
}

function toToc(lines: readonly TocLine[], sections: readonly Section[], findName: FindName): TocEntry[] {
  const byPath = new Map(sections.map((section) => [section.href, section]));
  const sectionStarts = sectionOffsets(sections);
  return lines.map(({ title, path, fragment, level }) => {
    const section = path === null ? undefined : byPath.get(findName(path) ?? path);
    if (!section) return { title, section: null, fragment, level, start: null };
    const offset = (fragment !== null && section.starts.get(fragment)) || 0;
    return { title, section: section.index, fragment, level, start: (sectionStarts[section.index] ?? 0) + offset };
  });
}
