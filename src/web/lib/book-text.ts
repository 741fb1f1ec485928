/** Address of a file of a book's text on our server. @param path in the archive, not encoded */
export function fileUrl(bookId: number, path: string): string {
  return `/api/books/${bookId}/text/${path.split("/").map(encodeURIComponent).join("/")}`;
}

/** Address of a chapter; a drawing comes as a page. */
export function textUrl(bookId: number, path: string): string {
  return fileUrl(bookId, path) + (/\.svg$/i.test(path) ? "?page" : "");
}
