import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";

import type { Book } from "#contract/books.ts";
import type { Deps } from "#server/deps.ts";
import { type Bytes, PACK_VERSION } from "#server/epub/pack.ts";
import { AppError } from "#server/errors.ts";
import { isFresh } from "#server/http/file-response.ts";

import { loadEbook, requireEbook } from "./contents.ts";

/**
 * The frame allows scripts for the reader's listeners (WebKit bug 218086); this stops the book's (BEYOND 5). Two
 * policies, of which a request must pass both: the first names the origin, whatever proxy is in front, and the second
 * the path, so that a chapter asks for nothing but its book and the reader's fonts.
 */
function textPolicy(bookId: number): string {
  // WebKit ignores an address of any host without a scheme
  const anywhere = (path: string) => `http://*:*${path} https://*:*${path}`;
  const own = anywhere(`/api/books/${bookId}/text/`);
  const rules = (from: string, fonts: string) =>
    [
      "default-src 'none'",
      `img-src ${from} data:`,
      `style-src ${from} 'unsafe-inline'`,
      `font-src ${fonts}`,
      `media-src ${from}`,
      "script-src 'none'",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'self'",
    ].join("; ");
  return `${rules("'self'", "'self'")}, ${rules(own, `${own} ${anywhere("/assets/")}`)}`;
}

/** @param name path in the archive, decoded @throws AppError not-found, also for a script */
export async function serveText(deps: Deps, request: Request, book: Book, name: string): Promise<Response> {
  const file = requireEbook(deps, book);
  const etag = `"${createHash("sha256")
    .update(`${PACK_VERSION} ${file.sha256} ${name} ${new URL(request.url).search}`)
    .digest("base64url")
    .slice(0, 22)}"`;
  const headers = {
    "content-security-policy": textPolicy(book.id),
    // the reader asks for a chapter, then puts its address into a frame: the second time it is there
    "cache-control": "private, max-age=5",
    "x-dns-prefetch-control": "off",
    etag,
  };
  const ebook = await loadEbook(deps, file);
  const part = ebook.find(name, { asPage: new URL(request.url).searchParams.has("page") });
  if (part === undefined) throw new AppError("not-found", "There is no such file in this book.");
  if (part === null)
    throw new AppError("not-found", "This part of the book can't be shown here. You can still download the book.");
  if (isFresh(request, etag)) return new Response(null, { status: 304, headers });
  const body = open(part.from === "pack" ? ebook.packPath : deps.disk.absolute(file.path), part);
  return new Response(body, { headers: { ...headers, "content-type": part.type } });
}

/** Chapters and most pictures are bytes in a file; only packed pictures and fonts need inflating. */
function open(path: string, { start, size, unpacked }: Bytes): Blob | ReadableStream<Uint8Array> {
  if (unpacked === null) return Bun.file(path).slice(start, start + size);
  if (size === 0) return new Blob([]);
  const inflated = createReadStream(path, { start, end: start + size - 1 }).pipe(createInflateRaw());
  return toWebStream(inflated, unpacked);
}

/** Pulls as the answer is sent, so a large picture is never in memory whole. A bomb ends where its size says. */
function toWebStream(source: Readable, size: number): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = source[Symbol.asyncIterator]();
  let sent = 0;
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await chunks.next();
      if (done) return controller.close();
      sent += value.length;
      if (sent <= size) return controller.enqueue(value);
      source.destroy();
      controller.error(new Error("The file is larger than the EPUB says"));
    },
    cancel: () => void source.destroy(),
  });
}
