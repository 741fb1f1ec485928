import type { UploadKind } from "#contract/book-files.ts";
import type { Book } from "#contract/books.ts";

export type BookFileKind = Exclude<UploadKind, "cover">;

export type StoredFile = { filename: string; size: number | null; uploadedAt: string | null };

export function storedFile(book: Book, kind: BookFileKind): StoredFile | null {
  const [filename, size, uploadedAt] =
    kind === "ebook"
      ? [book.ebookFilename, book.ebookSize, book.ebookUploadedAt]
      : [book.audiobookFilename, book.audiobookSize, book.audiobookUploadedAt];
  return filename === null ? null : { filename, size, uploadedAt };
}
