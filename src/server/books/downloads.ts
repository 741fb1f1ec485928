import { posix } from "node:path";

import { create as contentDisposition } from "content-disposition";

import type { Book } from "#contract/books.ts";
import type { BookFileKind } from "#db/books.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, requireFound } from "#server/errors.ts";
import type { OutgoingFile } from "#server/http/file-response.ts";
import { listVersions, locateFile, signUrl } from "#server/storage/media.ts";

import { namePrefix } from "./book-files.ts";
import { asciiFilename, audiobookFilename, ebookFilename } from "./download-names.ts";
import { findBookFile } from "./visible-books.ts";

/** For an eBook opened in a browser: no scripts, requests or frames. */
const EBOOK_POLICY = "sandbox; default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'";
const CONTENT_TYPES: Record<string, string> = { epub: "application/epub+zip", m4b: "audio/mp4", mp3: "audio/mpeg" };

export async function findDownload(
  deps: Deps,
  book: Book,
  kind: BookFileKind,
  version?: string,
): Promise<OutgoingFile> {
  const file = requireFound(
    findBookFile(deps, book, kind),
    `This book has no ${kind === "ebook" ? "eBook" : "audiobook"}.`,
  );
  const { path, size } =
    version === undefined || version === file.uploadedAt ? file : await findReplacedFile(deps, book, kind, version);
  const location = await locateFile(deps, path, size);
  const extension = posix.extname(path).slice(1);
  const name = kind === "ebook" ? ebookFilename(book.title) : audiobookFilename(book.title, path);
  const type = CONTENT_TYPES[extension] ?? "application/octet-stream";
  const disposition = contentDisposition(name, { fallback: asciiFilename(name) });
  return {
    path: deps.disk.absolute(path),
    size,
    // the generated name is new for each upload and reveals nothing
    etag: posix.basename(path, `.${extension}`).slice(-16),
    bucketUrl: location === "bucket" ? signUrl(deps, path, { type, disposition }) : null,
    headers: {
      "Content-Type": type,
      "Content-Disposition": disposition,
      "Cache-Control": "private, no-cache",
      ...(kind === "ebook" && { "Content-Security-Policy": EBOOK_POLICY }),
    },
  };
}

async function findReplacedFile(
  deps: Deps,
  { id }: Book,
  kind: BookFileKind,
  version: string,
): Promise<{ path: string; size: number }> {
  const [currentVersion] = await listVersions(deps, `books/${id}/${namePrefix(kind, version)}`);
  if (currentVersion) return currentVersion;
  throw new AppError("not-found", "This version of the file was replaced. Reload the page to get the new one.");
}
