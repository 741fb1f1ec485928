import { PICTURE_MAX_BYTES } from "#contract/limits/bodies.ts";
import type { UploadedFile, UploadedPicture, UploadKind } from "#contract/uploads.ts";
import type { BookFileKind } from "#db/books.ts";
import { type Actor, writeAs } from "#server/access/caller.ts";
import type { PictureFolder } from "#server/adapters/pictures.ts";
import { recordAct } from "#server/audit/audit.ts";
import { attachFile, requireFileType } from "#server/books/book-files.ts";
import { replaceCover } from "#server/books/catalog.ts";
import type { Deps } from "#server/deps.ts";
import { storePicture } from "#server/storage/store-picture.ts";

import { limitAtOnce, receiveForm } from "./receive.ts";
import { targetBook } from "./target-book.ts";

/**
 * Checks and installs a file and names it in its book (DESIGN 3). A cover changes the book only with `bookId`.
 * @throws AppError
 */
export async function receiveUpload(
  deps: Deps,
  request: Request,
  kind: UploadKind,
  by: Actor,
): Promise<UploadedFile | UploadedPicture> {
  if (kind === "cover") return receiveCover(deps, request, by);
  return limitAtOnce(deps, "book", by.user.id, () => receiveBookFile(deps, request, kind, by));
}

/** Stores a multipart form's picture re-encoded. @returns its address, and the other fields */
export async function receivePicture(
  deps: Deps,
  request: Request,
  { field, folder, userId }: { field: string; folder: PictureFolder; userId: number },
) {
  return limitAtOnce(deps, "picture", userId, async () => {
    const form = await receiveForm(deps, request, { field, maxBytes: PICTURE_MAX_BYTES, accept: () => {} });
    try {
      const url = await storePicture(deps, form.received.path, folder, request.signal);
      return { url, fields: form.fields };
    } finally {
      await deps.disk.discard(form.received);
    }
  });
}

async function receiveBookFile(deps: Deps, request: Request, kind: BookFileKind, by: Actor): Promise<UploadedFile> {
  const { signal } = request;
  const { received, filename, fields } = await receiveForm(deps, request, {
    field: kind,
    maxBytes: deps.config.maxUploadBytes,
    accept: (name) => void requireFileType(kind, name),
  });
  let bookId: number;
  try {
    bookId = targetBook(deps, fields.get("bookId"));
  } catch (error) {
    await deps.disk.discard(received);
    throw error;
  }
  const found = await attachFile(deps, { bookId, kind, filename, received, by, signal });
  return { filename, found };
}

async function receiveCover(deps: Deps, request: Request, by: Actor): Promise<UploadedPicture> {
  const { url, fields } = await receivePicture(deps, request, { field: "cover", folder: "covers", userId: by.user.id });
  const bookId = targetBook(deps, fields.get("bookId"));
  if (!fields.has("bookId")) return { url };
  const replaced = writeAs(deps, by, (author) => {
    const changed = replaceCover(deps, bookId, url);
    if (changed) recordAct(deps, author, "cover-uploaded", changed.book.title);
    return changed?.before ?? null;
  });
  await deps.pictures.retire(replaced, deps.clock.now());
  return { url };
}
