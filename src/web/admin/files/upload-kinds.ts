import type { UploadKind } from "#contract/book-files.ts";
import type { Book } from "#contract/books.ts";
import { PICTURE_MAX_BYTES } from "#contract/limits.ts";

export type BookFileKind = Exclude<UploadKind, "cover">;

export type StoredFile = { filename: string; size: number | null; uploadedAt: string | null };

export const UPLOAD_KINDS: Record<UploadKind, { name: string; inText: string; accept: string; wrongType: string }> = {
  ebook: { name: "eBook", inText: "eBook", accept: ".epub", wrongType: "An eBook must be an .epub file." },
  audiobook: {
    name: "Audiobook",
    inText: "audiobook",
    accept: ".m4b,.mp3",
    wrongType: "An audiobook must be an .m4b or .mp3 file.",
  },
  cover: { name: "Cover", inText: "cover", accept: "image/*", wrongType: "A cover must be a picture." },
};

/** A problem that is visible before the upload, or undefined. The server checks the content. */
export function fileProblem(kind: UploadKind, file: File): string | undefined {
  const { accept, wrongType } = UPLOAD_KINDS[kind];
  const name = file.name.toLowerCase();
  const hasRightType =
    kind === "cover" ? file.type.startsWith("image/") : accept.split(",").some((end) => name.endsWith(end));
  if (!hasRightType) return wrongType;
  if (file.size === 0) return "This file is empty.";
  if (kind === "cover" && file.size > PICTURE_MAX_BYTES)
    return `Covers can be up to ${PICTURE_MAX_BYTES / 1024 / 1024} MB.`;
  return undefined;
}

export function storedFile(book: Book, kind: BookFileKind): StoredFile | null {
  const [filename, size, uploadedAt] =
    kind === "ebook"
      ? [book.ebookFilename, book.ebookSize, book.ebookUploadedAt]
      : [book.audiobookFilename, book.audiobookSize, book.audiobookUploadedAt];
  return filename === null ? null : { filename, size, uploadedAt };
}
