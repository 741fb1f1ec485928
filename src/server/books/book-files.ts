import { randomBytes } from "node:crypto";
import { posix } from "node:path";

import { Value } from "@sinclair/typebox/value";

import type { Offer } from "#contract/uploads.ts";
import type { BookFileKind } from "#db/books.ts";
import type { Disk, Received } from "#server/adapters/disk.ts";
import { recordAct } from "#server/audit/audit.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/http/errors.ts";
import { type Actor, OPERATOR, writeAs } from "#server/members/caller.ts";

import { durationInWords } from "./duration.ts";
import { moveIndexToFront } from "./inspect/faststart.ts";
import { Inspected } from "./inspect/found.ts";

type FileType = "epub" | "m4b" | "mp3";

/**
 * The file type that a name promises.
 * @throws AppError wrong-type when this kind of file is not accepted (SPEC 5)
 */
export function requireFileType(kind: BookFileKind, filename: string): FileType {
  const extension = posix.extname(filename).slice(1).toLowerCase();
  if (kind === "ebook" && extension === "epub") return extension;
  if (kind === "audiobook" && (extension === "m4b" || extension === "mp3")) return extension;
  throw new AppError(
    "wrong-type",
    kind === "ebook" ? "An eBook must be an .epub file." : "An audiobook must be an .m4b or .mp3 file.",
  );
}

/**
 * Checks a file by its content and reads what it says of itself, in a child process: book files are what parsers are
 * attacked with.
 * @throws AppError invalid; malformed when aborted
 */
export async function inspectFile(deps: Deps, type: FileType, path: string, signal?: AbortSignal): Promise<Inspected> {
  return Value.Parse(Inspected, await deps.sandbox.run([type, path], signal));
}

/** The same for a file whose book isn't made yet: what it says of itself, for the form. @throws AppError */
export async function inspectUpload(deps: Deps, kind: BookFileKind, filename: string, path: string): Promise<Offer> {
  return toOffer(deps, await inspectFile(deps, requireFileType(kind, filename), path));
}

/**
 * Checks a received file by its content and makes it the book's eBook or audiobook: file first, then the row, so that
 * at any moment the row names a whole file. The replaced file stays for those who are reading it (see `sweepFiles`).
 * @param signal of the caller: once it is aborted, the file takes no place any more
 * @throws AppError invalid, wrong-type, not-found, disk-full, malformed when aborted; the received file is gone then and
 * nothing has changed
 */
export async function attachFile(
  deps: Deps,
  {
    bookId,
    kind,
    filename,
    received,
    by = OPERATOR,
    signal,
  }: { bookId: number; kind: BookFileKind; filename: string; received: Received; by?: Actor; signal?: AbortSignal },
): Promise<Offer> {
  const { disk, stores, clock } = deps;
  let file = received;
  try {
    const type = requireFileType(kind, filename);
    const found = await inspectFile(deps, type, file.path, signal);
    if (type === "m4b") file = await withIndexInFront(deps, file);
    const offer = await toOffer(deps, found);
    const now = clock.now();
    const uploadedAt = now.toISOString();
    const path = `books/${bookId}/${generatedName(kind, type, uploadedAt)}`;
    const { size, sha256 } = file;
    const stored = { filename, path, size, sha256, uploadedAt };
    const facts = kind === "audiobook" ? { seconds: offer.seconds, chapters: offer.chapters } : null;
    const nameIt = () =>
      writeAs(deps, by, (author) => {
        if (signal?.aborted) throw new AppError("malformed", "The upload was cancelled. Nothing was changed.");
        const book = stores.books.find(bookId);
        if (!book) throw new AppError("not-found", "There is no such book any more.");
        recordAct(deps, author, `${kind}-uploaded`, book.title);
        return stores.books.replaceFile(bookId, kind, stored, facts);
      });
    const replaced = await installNamed(disk, file, path, nameIt);
    if (replaced) await disk.retire(replaced.path, now);
    return offer;
  } catch (error) {
    await disk.discard(file);
    throw error;
  }
}

/** Puts a file in its place and has a row name it; until then nobody who makes room takes it for a replaced one. */
async function installNamed<Named>(disk: Disk, file: Received, path: string, nameIt: () => Named): Promise<Named> {
  disk.claim(path);
  try {
    await disk.install(file, path);
    return nameIt();
  } catch (error) {
    await disk.remove(path);
    throw error;
  } finally {
    disk.release(path);
  }
}

/** Begin of the name of a book's file that was uploaded at that time (ISO-8601 UTC); the rest is random. */
export function namePrefix(kind: BookFileKind, uploadedAt: string): string {
  return `${kind}-${uploadedAt.replaceAll(/[-:.]/g, "")}-`;
}

function generatedName(kind: BookFileKind, type: FileType, uploadedAt: string): string {
  return `${namePrefix(kind, uploadedAt)}${randomBytes(8).toString("hex")}.${type}`;
}

/** A file that cannot be rearranged, for want of space too, plays as it is: only its start is slower. */
async function withIndexInFront({ disk, config, log }: Deps, file: Received): Promise<Received> {
  try {
    const pieces = await moveIndexToFront(file.path);
    if (!pieces) return file;
    const moved = await disk.receive(pieces, { maxBytes: config.maxUploadBytes });
    await disk.discard(file);
    return moved;
  } catch (error) {
    log.warn("audiobook kept with its index at the end", { error: String(error) });
    return file;
  }
}

async function toOffer({ pictures }: Deps, { cover, ...found }: Inspected): Promise<Offer> {
  const address = cover && (await pictures.keep(Buffer.from(cover, "base64"), "covers"));
  return { ...found, duration: found.seconds === null ? "" : durationInWords(found.seconds), cover: address };
}
