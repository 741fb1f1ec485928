/** A link inside the book, or outside by https or mailto. Others are ignored. */
type LinkTarget = { kind: "inside"; path: string; fragment: string | null } | { kind: "outside"; href: string };

export function resolveLink(from: string, address: string): LinkTarget | null {
  // Any host works: if it's still the same afterwards, the link is inside the book.
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
