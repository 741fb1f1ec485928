export function fileUrl(bookId: number, path: string): string {
  return `/api/books/${bookId}/text/${path.split("/").map(encodeURIComponent).join("/")}`;
}

/** With `?page`, so a drawing or picture comes as a page. */
export function textUrl(bookId: number, path: string): string {
  return fileUrl(bookId, path) + (/\.(?:svg|png|jpe?g|gif|webp|avif|bmp)$/i.test(path) ? "?page" : "");
}
