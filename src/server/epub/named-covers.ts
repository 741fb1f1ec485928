import { type DocumentContext, resolveHref } from "./addresses.ts";
import type { ManifestItem } from "./manifest.ts";
import { findAll, type XmlElement } from "./xml-tree.ts";

const PICTURE_NAME = /\.(?:jpe?g|png|gif|webp)$/i;

/** EPUB 3 marks the item and EPUB 2 names its id, but programs name the file, a guide's reference, or an id we know. */
export function findCovers(items: readonly ManifestItem[], root: XmlElement, at: DocumentContext): string[] {
  const named = findAll(root, "meta").flatMap(({ attributes }) =>
    attributes["name"]?.toLowerCase() === "cover" ? (attributes["content"] ?? []) : [],
  );
  const byId = (id: string) => items.filter((item) => item.id.toLowerCase() === id.toLowerCase());
  const guides = findAll(root, "reference").filter(({ attributes }) =>
    /^(?:other\.)?.*cover/i.test(attributes["type"] ?? ""),
  );
  const isPicture = ({ type, path }: ManifestItem) => type.startsWith("image/") || PICTURE_NAME.test(path);
  const files = named.map((name) => resolveHref(at, name)?.path ?? "").filter((path) => at.find(path) !== null);
  const isNamed = ({ path }: ManifestItem) => named.includes(path.slice(path.lastIndexOf("/") + 1));
  return [
    ...items.filter(({ properties }) => properties.includes("cover-image")).map(({ path }) => path),
    ...named.flatMap(byId).map(({ path }) => path),
    ...files,
    ...items.filter((item) => isPicture(item) && isNamed(item)).map(({ path }) => path),
    ...["cover-image", "coverimage", "cover-img", "cover", "cover.jpg", "my-cover-image"]
      .flatMap(byId)
      .filter(isPicture)
      .map(({ path }) => path),
    ...guides.flatMap(({ attributes }) => resolveHref(at, attributes["href"] ?? "")?.path ?? []),
    ...items.filter((item) => isPicture(item) && /(?:^|\/)cover\.\w+$/i.test(item.path)).map(({ path }) => path),
    ...items.filter((item) => /^cover(?:[-_]?page)?$|^titlepage$/i.test(item.id)).map(({ path }) => path),
    ...items.filter((item) => isPicture(item) && isCoverName(item)).map(({ path }) => path),
  ];
}

/** `Cover_Front.jpg`, but no back cover. */
function isCoverName({ id, path }: ManifestItem): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return /cover/i.test(id + name) && !/back|rear|spine/i.test(id + name);
}
