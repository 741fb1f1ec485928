import { createHash } from "node:crypto";

import type { Book } from "#contract/books.ts";
import type { Deps } from "#server/deps.ts";
import { PACK_VERSION } from "#server/epub/ebooks.ts";
import { openPart } from "#server/epub/open-part.ts";
import { AppError } from "#server/errors.ts";
import { isNotModified, rangeResponse } from "#server/http/file-response.ts";

import { loadEbook, requireEbook } from "./contents.ts";

/**
 * The frame allows scripts (WebKit bug 218086), so this blocks the book's (BEYOND 5). A URL must pass both policies: one
 * names the origin, whatever the proxy, and one the path.
 */
function createTextPolicy(bookId: number): string {
  // WebKit ignores a URL with any host unless it has a scheme
  const onAnyHost = (path: string) => `http://*:*${path} https://*:*${path}`;
  const bookUrls = onAnyHost(`/api/books/${bookId}/text/`);
  const formatPolicy = (from: string, fonts: string) =>
    [
      "default-src 'none'",
      `img-src ${from} data:`,
      `style-src ${from} 'unsafe-inline'`,
      `font-src ${fonts} data:`,
      `media-src ${from} data:`,
      "script-src 'none'",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'self'",
    ].join("; ");
  return `${formatPolicy("'self'", "'self'")}, ${formatPolicy(bookUrls, `${bookUrls} ${onAnyHost("/assets/")}`)}`;
}

const CHAPTER_ERROR_MESSAGE = "This part of the book can't be shown here. You can still download the book.";
const CHAPTER_ERROR_PAGE = `<!doctype html><title></title><p lang="en">${CHAPTER_ERROR_MESSAGE}</p>`;

/** @param name decoded path in the archive @throws AppError not-found, also for a script */
export async function serveText(deps: Deps, request: Request, book: Book, name: string): Promise<Response> {
  const file = requireEbook(deps, book);
  const etag = `"${createHash("sha256")
    .update(`${PACK_VERSION} ${file.sha256} ${name} ${new URL(request.url).search}`)
    .digest("base64url")
    .slice(0, 22)}"`;
  const headers = {
    "content-security-policy": createTextPolicy(book.id),
    // the reader fetches a chapter, then loads its URL in a frame: the second time it's cached
    "cache-control": "private, max-age=5",
    "x-dns-prefetch-control": "off",
    // otherwise Bun names the stored file
    "content-disposition": "inline",
  };
  const ebook = await loadEbook(deps, file);
  const asPage = new URL(request.url).searchParams.has("page");
  const part = ebook.find(name, { asPage });
  if (part === undefined) throw new AppError("not-found", "There is no such file in this book.");
  if (part === null && asPage)
    return new Response(CHAPTER_ERROR_PAGE, { headers: { ...headers, "content-type": "text/html; charset=utf-8" } });
  if (part === null) throw new AppError("not-found", CHAPTER_ERROR_MESSAGE);
  const typedHeaders = { ...headers, "content-type": part.type };
  if (isNotModified(request, etag)) return new Response(null, { status: 304, headers: { ...typedHeaders, etag } });
  const path = part.from === "pack" ? ebook.packPath : deps.disk.absolute(file.path);
  const isMedia = /^(?:audio|video)\//.test(part.type);
  if (!isMedia) return new Response(openPart(path, part), { headers: { ...typedHeaders, etag } });
  const size = part.unpacked ?? part.size;
  return rangeResponse(request, { size, etag, headers: typedHeaders, open: (range) => openPart(path, part, range) });
}
