import { posix } from "node:path";

import { pluralize } from "#contract/counts.ts";
import { describeError } from "#server/adapters/log.ts";
import { AppError } from "#server/errors.ts";

import { cleanCss } from "./clean-css.ts";
import { cleanDocument } from "./clean-document.ts";
import { createPack, type PackIndex, type Part } from "./ebooks.ts";
import type { DocumentContext } from "./hrefs.ts";
import { type EpubFile, openEpub, revealFont } from "./open-epub.ts";
import {
  type DocumentText,
  EMPTY_TEXT,
  imageFallbacks,
  listForeignPages,
  readContents,
  spinePaths,
} from "./read-contents.ts";
import { DOCUMENTS, isImage, mediaTypeOf, servedType, XHTML_TYPE } from "./servable.ts";
import { createTextCounter } from "./visible-text.ts";

const PAGE_CONTENT_TYPE = `${XHTML_TYPE}; charset=utf-8`;
const FONT = /^font\/|font|opentype/;
const FONT_MAX_BYTES = 32 * 1024 * 1024;
const PACK_MAX_BYTES = 96 * 1024 * 1024;
/** Parts that aren't prepared by then are omitted, because the sandbox would kill the whole run. */
const TIME_MAX_MS = 40_000;
const YIELD_LENGTH = 500_000;

type Pack = ReturnType<typeof createPack>;

/** Prepares an EPUB's parts to be sent as they are. Returns warnings. Runs in the sandbox. @throws AppError disk-full */
export async function prepareEpub(path: string, target: string): Promise<string[]> {
  using pack = createPack(target);
  const index = await prepare(path, pack);
  pack.finish(index);
  return "fault" in index ? ["It can't be shown here, only downloaded."] : (index.contents.warnings ?? []);
}

async function prepare(path: string, pack: Pack): Promise<PackIndex> {
  try {
    using epub = await openEpub(path);
    return await packBook(epub, pack);
  } catch (error) {
    if (error instanceof AppError && error.code === "disk-full") throw error;
    return { fault: describeError(error) };
  }
}

async function packBook(epub: EpubFile, pack: Pack): Promise<PackIndex> {
  const spine = new Set(spinePaths(epub).map(({ path }) => path));
  const fallbacks = imageFallbacks(epub);
  const counts = new Map<string, DocumentText>();
  const parts: [string, Part | null][] = [];
  const pages: [string, Part][] = [];
  const startedAtMs = performance.now();
  for (const name of epub.names()) {
    const shownName = fallbacks.get(name) ?? name;
    const type = mediaTypeOf(shownName, epub.typeOf(shownName));
    if (name.endsWith("/") || servedType(type) === null) continue;
    const isTooMuch = pack.size() > PACK_MAX_BYTES || performance.now() - startedAtMs > TIME_MAX_MS;
    // an unreadable chapter is missing rather than failing the book
    const packedFile = isTooMuch ? null : await packFile(epub, pack, shownName, type).catch(nullUnlessDiskFull);
    parts.push([name, packedFile?.part ?? null]);
    if (packedFile && spine.has(name)) counts.set(name, packedFile.documentText ?? EMPTY_TEXT);
    if (packedFile?.page && spine.has(name)) pages.push([name, pack.add(packedFile.page, PAGE_CONTENT_TYPE)]);
  }
  const lostNames = parts.filter(([, part]) => part === null).map(([name]) => name);
  const isLocked = (name: string) => epub.locked.includes(name);
  const missingPages = lostNames.filter((name) => spine.has(name));
  const damagedFiles = lostNames.filter((name) => !spine.has(name) && epub.typeOf(name) !== "" && !isLocked(name));
  const { hasLostContents, ...contents } = await readContents(epub, counts);
  const warnings = listWarnings(epub, { unshown: missingPages, damaged: damagedFiles, hasLostContents });
  return { contents: { ...contents, ...(warnings.length > 0 && { warnings }) }, parts, pages };
}

const NAMED_FILES_MAX = 5;
const NAME_MAX = 100;

type LostParts = { unshown: readonly string[]; damaged: readonly string[]; hasLostContents: boolean };

function listWarnings(epub: EpubFile, { unshown, damaged, hasLostContents }: LostParts): string[] {
  const files = [
    ["Not in the file", "page", listMissingPages(epub)],
    ["Too large or damaged to be shown", "page", unshown],
    ["Too large or damaged", "file", damaged],
    ["Of a kind that isn't shown", "page", listForeignPages(epub)],
    ["Encrypted, so left out", "file", epub.locked],
  ] as const;
  return [
    ...files.flatMap(([problem, unit, names]) =>
      names.length > 0 ? [`${problem}: ${pluralize(names.length, unit)} (${formatList(names)}).`] : [],
    ),
    ...(spinePaths(epub).length === 0 ? ["It has no page to show, so members can only download it."] : []),
    ...(hasLostContents ? ["Its list of contents can't be used."] : []),
    ...(epub.isMislabeled
      ? ["It's an EPUB, but its 'mimetype' says something else, so some reading devices refuse it."]
      : []),
  ];
}

function listMissingPages({ packageInfo, itemsById, findName }: EpubFile): string[] {
  const paths = packageInfo.spine.map(({ id }) => itemsById.get(id)?.path ?? id);
  return [...new Set(paths.filter((path) => findName(path) === null))];
}

function formatList(names: readonly string[]): string {
  const shownNames = names
    .slice(0, NAMED_FILES_MAX)
    .map((name) => (name.length > NAME_MAX ? `${name.slice(0, NAME_MAX)}…` : name));
  return shownNames.join(", ") + (names.length > NAMED_FILES_MAX ? ", …" : "");
}

type PackedFile = { part: Part; documentText?: DocumentText; page?: string };

async function packFile(epub: EpubFile, pack: Pack, name: string, type: string): Promise<PackedFile> {
  if (DOCUMENTS.has(type))
    return packDocument(pack, await epub.readText(name), { path: name, find: epub.findName }, type);
  if (type === "text/css") {
    const css = cleanCss(await epub.readText(name), { path: name, find: epub.findName });
    if (css === null) throw new RangeError("too long");
    return { part: pack.add(css, "text/css; charset=utf-8") };
  }
  const servedMediaType = servedType(type) ?? "application/octet-stream";
  const key = epub.fontKeys.get(name);
  if (key && FONT.test(type))
    return { part: pack.add(revealFont(await epub.read(name, FONT_MAX_BYTES), key), servedMediaType) };
  const part: Part = { from: "epub", ...(await epub.locate(name)), type: servedMediaType };
  if (!isImage(type)) return { part };
  return { part, page: wrapInPage(`<img src="${encodeURIComponent(posix.basename(name))}" alt=""/>`) };
}

function packDocument(pack: Pack, source: string, base: DocumentContext, type: string): PackedFile {
  let counter = createTextCounter();
  const { kind, text } = cleanDocument(source, base, () => {
    counter = createTextCounter();
    return counter.reader;
  });
  // a large chapter's garbage would count toward the memory limit of the next one
  if (source.length > YIELD_LENGTH) Bun.gc(true);
  const textCounts = counter.result();
  if (kind === "xhtml") return { part: pack.add(text, PAGE_CONTENT_TYPE), documentText: textCounts };
  const page = wrapInPage(text);
  if (type === "image/svg+xml") return { part: pack.add(text, type), documentText: textCounts, page };
  return { part: pack.add(page, PAGE_CONTENT_TYPE), documentText: textCounts };
}

function wrapInPage(body: string): string {
  return `<html xmlns="http://www.w3.org/1999/xhtml"><head><title></title></head><body>${body}</body></html>`;
}

function nullUnlessDiskFull(error: unknown): null {
  if (error instanceof AppError && error.code === "disk-full") throw error;
  return null;
}
