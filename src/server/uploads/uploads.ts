import type { UploadedFile, UploadedImage, UploadKind } from "#contract/book-files.ts";
import type { BookFileKind } from "#db/books.ts";
import { recordAuditEvent } from "#server/access/audit.ts";
import { type Actor, writeAs } from "#server/access/caller.ts";
import type { ReceivedFile } from "#server/adapters/tmp-files.ts";
import { readListening } from "#server/alignment/preserved-progress.ts";
import { attachFile, requireFileType } from "#server/books/book-files.ts";
import { saveCover } from "#server/books/catalog.ts";
import { findCurrentBook } from "#server/books/current-book.ts";
import { findBook } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, fieldError } from "#server/errors.ts";

import { limitConcurrency, receiveForm, receiveImage } from "./receive.ts";

export type UploadTarget = { kind: BookFileKind; filename: string; bookId: string | undefined };

/** The default is the current book. @throws AppError not-found, invalid */
export function requireTargetBook(deps: Deps, sentId: string | undefined): number {
  const book = sentId === undefined ? findCurrentBook(deps) : findBook(deps, { isAdmin: true }, parseBookId(sentId));
  if (book) return book.id;
  throw new AppError(
    "not-found",
    sentId === undefined
      ? "No current book found. Please create a book first."
      : "There is no such book. Reload the page to see the books that there are.",
  );
}

export async function installInBook(
  deps: Deps,
  actor: Actor,
  { kind, filename, bookId }: UploadTarget,
  received: ReceivedFile,
  signal?: AbortSignal,
): Promise<UploadedFile> {
  try {
    const file = { bookId: requireTargetBook(deps, bookId), kind, filename, received, actor };
    return {
      filename,
      found: await attachFile(deps, { ...file, readListening, ...(signal && { signal }) }),
    };
  } catch (error) {
    await deps.disk.discard(received);
    throw error;
  }
}

/** A cover changes the book only with `bookId` (DESIGN 3). @throws AppError */
export function receiveUpload(
  deps: Deps,
  actor: Actor,
  request: Request,
  kind: UploadKind,
): Promise<UploadedFile | UploadedImage> {
  if (kind === "cover") return receiveCover(deps, actor, request);
  return limitConcurrency(deps, "book", actor.user.id, async () => {
    deps.disk.requireFolder("books");
    const { received, filename, fields } = await receiveForm(deps, request, {
      field: kind,
      maxBytes: deps.config.maxUploadBytes,
      accept: (name) => void requireFileType(kind, name),
    });
    return installInBook(deps, actor, { kind, filename, bookId: fields.get("bookId") }, received, request.signal);
  });
}

async function receiveCover(deps: Deps, actor: Actor, request: Request): Promise<UploadedImage> {
  const { url, fields } = await receiveImage(deps, request, {
    field: "cover",
    folder: "covers",
    userId: actor.user.id,
  });
  const bookId = requireTargetBook(deps, fields.get("bookId"));
  if (!fields.has("bookId")) return { url };
  const replacement = writeAs(deps, actor, (author) => {
    const savedCover = saveCover(deps, bookId, url);
    if (savedCover) recordAuditEvent(deps, author, "cover-uploaded", savedCover.book.title);
    return savedCover?.before ?? null;
  });
  await deps.images.scheduleDeletion(replacement, deps.clock.now());
  return { url };
}

function parseBookId(text: string): number {
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text);
  throw fieldError("/bookId", "Not a valid id");
}
