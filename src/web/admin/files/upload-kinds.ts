import type { UploadKind } from "#contract/book-files.ts";
import type { Book } from "#contract/books.ts";

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

export function storedFile(book: Book, kind: BookFileKind): StoredFile | null {
  const filename = book[`${kind}Filename`];
  return filename === null ? null : { filename, size: book[`${kind}Size`], uploadedAt: book[`${kind}UploadedAt`] };
}
