import type { Book } from "#contract/books.ts";
import { callUrl } from "#contract/call-url.ts";

export function fileUrl(bookId: number, path: string): string {
  return callUrl("GET /api/books/:id/text/*", { params: { id: bookId } }).replace("*", () =>
    path.split("/").map(encodeURIComponent).join("/"),
  );
}

/** Drawings and images are served as a page. */
export function textUrl(bookId: number, path: string): string {
  return /\.(?:svg|png|jpe?g|gif|webp|avif|bmp)$/i.test(path) ? pageUrl(bookId, path) : fileUrl(bookId, path);
}

/** A damaged chapter is served as a page that explains it. */
export function pageUrl(bookId: number, path: string): string {
  return `${fileUrl(bookId, path)}?page`;
}

/** With the version, because a player must not get parts of two files when an admin replaces it. */
export const audioSource = ({ id, audiobookUploadedAt }: Pick<Book, "id" | "audiobookUploadedAt">): string =>
  callUrl("GET /api/download/audiobook/:id", { params: { id }, query: { v: audiobookUploadedAt ?? undefined } });
