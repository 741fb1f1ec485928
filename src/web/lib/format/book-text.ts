import { addressOf } from "#contract/address-of.ts";

export function fileUrl(bookId: number, path: string): string {
  return addressOf("GET /api/books/:id/text/*", { params: { id: bookId } }).replace("*", () =>
    path.split("/").map(encodeURIComponent).join("/"),
  );
}

/** With `?page`, so a drawing or picture comes as a page. */
export function textUrl(bookId: number, path: string): string {
  return /\.(?:svg|png|jpe?g|gif|webp|avif|bmp)$/i.test(path) ? pageUrl(bookId, path) : fileUrl(bookId, path);
}

/** For a frame: what can't be shown, such as a damaged chapter, comes as a page that says so. */
export function pageUrl(bookId: number, path: string): string {
  return `${fileUrl(bookId, path)}?page`;
}
