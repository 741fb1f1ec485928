import { randomBytes } from "node:crypto";
import { posix } from "node:path";

import { Value } from "@sinclair/typebox/value";

import type { FoundMetadata } from "#contract/book-files.ts";
import type { Chapter } from "#contract/books.ts";
import { pluralize } from "#contract/counts.ts";
import type { BookFile, BookFileKind } from "#db/books.ts";
import { recordAuditEvent } from "#server/access/audit.ts";
import { type Actor, OPERATOR, writeAs } from "#server/access/caller.ts";
import type { Disk } from "#server/adapters/disk.ts";
import { describeError } from "#server/adapters/log.ts";
import type { ReceivedFile } from "#server/adapters/tmp-files.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, requireFound } from "#server/errors.ts";

import { prepareEdition, type ReadListening } from "./editions/replace-edition.ts";
import { Inspection, type SeekTable } from "./inspect/file-metadata.ts";
import { writeWithSeekTable } from "./write-seek-table.ts";

type FileType = "epub" | "m4b" | "mp3";

/** The type by the file name's extension. @throws AppError wrong-type if SPEC 5 doesn't accept it */
export function requireFileType(kind: BookFileKind, filename: string): FileType {
  const extension = posix.extname(filename).slice(1).toLowerCase();
  if (kind === "ebook" && extension === "epub") return extension;
  if (kind === "audiobook" && (extension === "m4b" || extension === "mp3")) return extension;
  throw new AppError(
    "wrong-type",
    kind === "ebook" ? "An eBook must be an .epub file." : "An audiobook must be an .m4b or .mp3 file.",
  );
}

/** Runs in a child process, because book files attack parsers. @throws AppError invalid; malformed when aborted */
export async function inspectFile(deps: Deps, type: FileType, path: string, signal?: AbortSignal): Promise<Inspection> {
  return Value.Parse(Inspection, await deps.sandbox.run([type, path], { signal }));
}

export async function inspectUpload(
  deps: Deps,
  kind: BookFileKind,
  filename: string,
  path: string,
): Promise<FoundMetadata> {
  return toFoundMetadata(deps, await inspectFile(deps, requireFileType(kind, filename), path));
}

type AttachmentOptions = {
  readListening: ReadListening;
  bookId: number;
  kind: BookFileKind;
  filename: string;
  received: ReceivedFile;
  actor?: Actor;
  signal?: AbortSignal;
  skipIfUnchanged?: boolean;
};

/** Installs the file, then saves its row, so that a row never refers to an incomplete file. @throws AppError */
export async function attachFile(
  deps: Deps,
  {
    bookId,
    kind,
    filename,
    received,
    actor = OPERATOR,
    signal,
    skipIfUnchanged = false,
    readListening,
  }: AttachmentOptions,
): Promise<FoundMetadata> {
  const { disk, stores, clock } = deps;
  let file = received;
  try {
    const type = requireFileType(kind, filename);
    const inspected =
      type === "epub"
        ? Value.Parse(Inspection, await deps.ebooks.inspect(file, signal))
        : await inspectFile(deps, type, file.path, signal);
    if (inspected.seekTable) file = await copyWithSeekTable(deps, file, inspected.seekTable);
    const foundMetadata = await toFoundMetadata(deps, inspected);
    if (skipIfUnchanged && stores.books.findFile(bookId, kind)?.sha256 === file.sha256) {
      await disk.discard(file);
      return foundMetadata;
    }
    const now = clock.now();
    const uploadedAt = now.toISOString();
    const path = newPath(bookId, kind, type, uploadedAt);
    const { size, sha256 } = file;
    const storedFile = { filename, path, size, sha256, uploadedAt };
    const audioFacts =
      kind === "audiobook"
        ? { seconds: foundMetadata.seconds, chapters: foundMetadata.chapters, warnings: inspected.warnings }
        : null;
    const saveRow = () =>
      replaceFile(deps, { bookId, kind, stored: storedFile, audioFacts, readListening }, (change) =>
        writeAs(deps, actor, (author) => {
          if (signal?.aborted) throw new AppError("malformed", "The upload was canceled. Nothing was changed.");
          const book = requireFound(stores.books.find(bookId), "This book was deleted.");
          if (!change()) return false;
          recordAuditEvent(deps, author, `${kind}-uploaded`, book.title);
          return true;
        }),
      );
    const replacedFile = await installWithRow(disk, file, path, saveRow);
    if (replacedFile) await disk.scheduleDeletion(replacedFile.path, now);
    return foundMetadata;
  } catch (error) {
    await disk.discard(file);
    throw error;
  }
}

type Replacement = {
  readListening: ReadListening;
  bookId: number;
  kind: BookFileKind;
  stored: BookFile;
  audioFacts: { seconds: number | null; chapters: Chapter[]; warnings?: readonly string[] } | null;
};

/** Also maps all positions to the new edition. Prepared again while `write` returns false. Returns the former file. */
export async function replaceFile(
  deps: Deps,
  { bookId, kind, stored, audioFacts, readListening }: Replacement,
  write: (change: () => boolean) => boolean = deps.stores.transaction,
): Promise<BookFile | null> {
  const audioOutline = audioFacts?.seconds ? { seconds: audioFacts.seconds, chapters: audioFacts.chapters } : null;
  for (;;) {
    const { isUnchanged, apply } = await prepareEdition(
      deps,
      { bookId, kind },
      { ...stored, audio: audioOutline },
      readListening,
    );
    let replacedFile: BookFile | null = null;
    const replaceRow = () => {
      if (!isUnchanged()) return false;
      replacedFile = deps.stores.books.replaceFile(bookId, kind, stored, audioFacts);
      apply();
      return true;
    };
    if (write(replaceRow)) return replacedFile;
  }
}

/** The claim protects the file from cleanups until its row exists. @throws Error after deleting the file */
export async function installWithRow<Row>(
  disk: Disk,
  file: ReceivedFile,
  path: string,
  saveRow: () => Row | Promise<Row>,
): Promise<Row> {
  disk.claim(path);
  try {
    await disk.install(file, path);
    return await saveRow();
  } catch (error) {
    await disk.delete(path);
    throw error;
  } finally {
    disk.release(path);
  }
}

export function namePrefix(kind: BookFileKind, uploadedAt: string): string {
  return `${kind}-${uploadedAt.replaceAll(/[-:.]/g, "")}-`;
}

export function newPath(bookId: number, kind: BookFileKind, type: FileType, uploadedAt: string): string {
  return `books/${bookId}/${namePrefix(kind, uploadedAt)}${randomBytes(8).toString("hex")}.${type}`;
}

/** If it can't be copied, for example because the disk is full, the file still plays but seeks worse. */
async function copyWithSeekTable(deps: Deps, file: ReceivedFile, table: SeekTable): Promise<ReceivedFile> {
  try {
    const copiedFile = await writeWithSeekTable(deps, file.path, table);
    await deps.disk.discard(file);
    return copiedFile;
  } catch (error) {
    deps.log.warn("writing the seek table failed", { error: describeError(error) });
    return file;
  }
}

async function toFoundMetadata({ images }: Deps, inspected: Inspection): Promise<FoundMetadata> {
  const { title, author, narrator, seconds, chapters, cover } = inspected;
  const coverWarnings = inspected.hasLostCover ? ["Its cover can't be read. Please choose another picture."] : [];
  const warnings = [...inspected.warnings, ...coverWarnings];
  const coverUrl = cover && (await images.saveEncoded(Buffer.from(cover, "base64"), "covers"));
  const duration = seconds === null ? "" : formatDuration(seconds);
  return { title, author, narrator, seconds, duration, chapters, cover: coverUrl, warnings };
}

/** For example '8 hrs and 50 mins', '1 hr', '45 mins'; at least '1 min' (SPEC). */
function formatDuration(seconds: number): string {
  const totalMinutes = Math.max(1, Math.round(seconds / 60));
  const hours = Math.floor(totalMinutes / 60);
  const minutes = totalMinutes % 60;
  const parts = [hours > 0 && pluralize(hours, "hr"), minutes > 0 && pluralize(minutes, "min")];
  return parts.filter(Boolean).join(" and ");
}
