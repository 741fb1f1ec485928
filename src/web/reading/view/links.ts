/** Where a link of a book leads: into the book, or out of it by https or mail. Anything else leads nowhere. */
export type LinkTarget = { kind: "inside"; path: string; fragment: string | null } | { kind: "outside"; href: string };

/** @param from path in the archive of the file that holds the link */
export function resolveLink(from: string, address: string): LinkTarget | null {
  // any host will do: one that differs afterwards was named by the book
  const base = new URL(`https://book.invalid/${from.split("/").map(encodeURIComponent).join("/")}`);
  let url: URL;
  try {
    url = new URL(address, base);
  } catch {
    return null;
  }
  if (url.origin === base.origin)
    return {
      kind: "inside",
      path: url.pathname.slice(1).split("/").map(decode).join("/"),
      fragment: url.hash.length > 1 ? decode(url.hash.slice(1)) : null,
    };
  return url.protocol === "https:" || url.protocol === "mailto:" ? { kind: "outside", href: url.href } : null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
