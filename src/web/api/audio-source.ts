import { addressOf } from "#contract/address-of.ts";
import type { Book } from "#contract/books.ts";

/** The audiobook's address with the file's version: a player must not get parts of two files when an admin replaces it. */
export const audioSource = ({ id, audiobookUploadedAt }: Pick<Book, "id" | "audiobookUploadedAt">): string =>
  addressOf("GET /api/download/audiobook/:id", { params: { id }, query: { v: audiobookUploadedAt ?? undefined } });
