/** A call by a script or by a person, who follows a link. All others are made by what a page or a chapter contains. */
const NOT_EMBEDDED = new Set(["empty", "document"]);
/** Pictures, files of a book, downloads, and the preview of a mail. */
const EMBEDDABLE = /^\/api\/(?:avatars\/|covers\/|download\/|books\/\d+\/text\/|email\/preview\/[^/]+\/page$)/;

/**
 * True for a call that a page makes on its own, as for a picture, style, font, sound or frame (`Sec-Fetch-Dest`), where
 * the answer is nothing like it. So a chapter can't call the club with its reader's cookie.
 * @param path of the address, as sent
 */
export function isForbiddenSubresource(request: Request, path: string): boolean {
  const destination = request.headers.get("sec-fetch-dest");
  return destination !== null && !NOT_EMBEDDED.has(destination) && !EMBEDDABLE.test(path);
}
