import type { Book } from "#contract/books.ts";
import type { UploadKind } from "#contract/uploads.ts";

/** The kinds of file that members download. */
export type BookFileKind = Exclude<UploadKind, "cover">;

/** A file that a book has. `size` in bytes, `uploadedAt` ISO-8601 UTC. */
export type StoredFile = { filename: string; size: number | null; uploadedAt: string | null };

/** The book's file of that kind, or null. */
export function storedFile(book: Book, kind: BookFileKind): StoredFile | null {
  const [filename, size, uploadedAt] =
    kind === "ebook"
      ? [book.ebookFilename, book.ebookSize, book.ebookUploadedAt]
      : [book.audiobookFilename, book.audiobookSize, book.audiobookUploadedAt];
  return filename === null ? null : { filename, size, uploadedAt };
}
