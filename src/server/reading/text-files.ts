import { createHash } from "node:crypto";
import { posix } from "node:path";
import type { Readable } from "node:stream";

import type { Book } from "#contract/books.ts";
import type { Deps } from "#server/deps.ts";
import { cleanCss } from "#server/epub/clean-css.ts";
import { cleanDocument } from "#server/epub/clean-document.ts";
import { type EpubFile, revealFont } from "#server/epub/open-epub.ts";
import { AppError } from "#server/errors.ts";

import { requireEbook } from "./contents.ts";
import { withEpub } from "./open-books.ts";

/** The frame allows scripts for the reader's listeners (WebKit bug 218086); this stops the book's (BEYOND 5). */
const TEXT_POLICY = [
  "default-src 'none'",
  "img-src 'self' data:",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "media-src 'self'",
  "script-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join("; ");

/** Bump when cleaning changes, so browsers refetch. */
const CLEANING = 2;
const FONT_MAX_BYTES = 32 * 1024 * 1024;

/** With `?page`, a drawing in the spine is wrapped in a page. */
const PAGE = "application/xhtml+xml";
const DOCUMENTS = new Set([PAGE, "text/html", "image/svg+xml", "application/x-dtbook+xml"]);
/** Displayed by browsers; nothing is served under a type that could run. */
const SHOWN =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp)|audio\/[\w.+-]+|video\/[\w.+-]+|font\/(?:ttf|otf|woff2?|sfnt)|application\/(?:vnd\.ms-opentype|font-woff2?|font-sfnt|x-font-(?:ttf|otf|opentype|truetype|woff)))$/;
const FONT = /^font\/|font|opentype/;
const SCRIPT = /(?:java|ecma|live|j)script|wasm|typescript/;
const BY_EXTENSION: Record<string, string> = {
  ".css": "text/css",
  ".gif": "image/gif",
  ".htm": "text/html",
  ".html": "text/html",
  ".jpeg": "image/jpeg",
  ".jpg": "image/jpeg",
  ".m4a": "audio/mp4",
  ".mp3": "audio/mpeg",
  ".mp4": "video/mp4",
  ".otf": "font/otf",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".ttf": "font/ttf",
  ".webp": "image/webp",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
  ".xhtml": "application/xhtml+xml",
};

/** @param name path in the archive, decoded @throws AppError not-found, also for a script */
export async function serveText(deps: Deps, request: Request, book: Book, name: string): Promise<Response> {
  const { path, sha256 } = requireEbook(deps, book);
  const etag = `"${createHash("sha256")
    .update(`${CLEANING} ${sha256} ${name} ${new URL(request.url).search}`)
    .digest("base64url")
    .slice(0, 22)}"`;
  const headers = {
    "content-security-policy": TEXT_POLICY,
    // the reader asks for a chapter, then puts its address into a frame: the second time it is there
    "cache-control": "private, max-age=5",
    "x-dns-prefetch-control": "off",
    etag,
  };
  return withEpub(deps.disk.absolute(path), async (epub) => {
    const entry = epub.findName(name);
    const type = entry === null ? "" : typeOf(epub, entry);
    if (entry === null || entry.endsWith("/") || SCRIPT.test(type))
      throw new AppError("not-found", "There is no such file in this book.");
    if (isKnown(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
    const isPage = new URL(request.url).searchParams.has("page");
    const { body, shownAs } = await open(epub, entry, isPage ? PAGE : type);
    return new Response(body, { headers: { ...headers, "content-type": shownAs } });
  }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not-found") throw error;
    deps.log.warn("part of an eBook can't be read", { path, name, error: String(error) });
    throw new AppError("not-found", "This part of the book can't be read.", { cause: error });
  });
}

type Opened = { body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>; shownAs: string };

async function open(epub: EpubFile, entry: string, type: string): Promise<Opened> {
  if (DOCUMENTS.has(type)) return showDocument(await epub.readText(entry), entry, type);
  if (type === "text/css")
    return { body: cleanCss(await epub.readText(entry), entry), shownAs: "text/css; charset=utf-8" };
  const shownAs = SHOWN.test(type) ? type : "application/octet-stream";
  const key = epub.fontKeys.get(entry);
  if (key && FONT.test(type)) {
    const font = revealFont(await epub.read(entry, FONT_MAX_BYTES), key);
    return { body: new Uint8Array(font), shownAs };
  }
  return { body: toWebStream(await epub.stream(entry)), shownAs };
}

/** Pulls as the answer is sent, so a large picture is never in memory whole. */
function toWebStream(source: Readable): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = source[Symbol.asyncIterator]();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => void source.destroy(),
  });
}

function showDocument(source: string, entry: string, type: string): Opened {
  const { kind, text } = cleanDocument(source, entry);
  if (kind === "svg" && type === "image/svg+xml") return { body: text, shownAs: "image/svg+xml" };
  return { body: kind === "svg" ? pageOf(text) : text, shownAs: `${PAGE}; charset=utf-8` };
}

function pageOf(svg: string): string {
  return `<html xmlns="http://www.w3.org/1999/xhtml"><head><title></title></head><body>${svg}</body></html>`;
}

function typeOf(epub: EpubFile, entry: string): string {
  const extension = posix.extname(entry).toLowerCase();
  if (/^\.(?:[cm]?[jt]sx?|wasm)$/.test(extension)) return "text/javascript";
  const named = epub.typeOf(entry);
  if (named === "image/jpg") return "image/jpeg";
  return DOCUMENTS.has(named) || SHOWN.test(named) || named === "text/css" || SCRIPT.test(named)
    ? named
    : (BY_EXTENSION[extension] ?? named);
}

function isKnown(header: string | null, etag: string): boolean {
  return (header ?? "").split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag || tag.trim() === "*");
}
