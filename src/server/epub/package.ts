import { type Place, resolveHref } from "./addresses.ts";
import type { FindName } from "./names.ts";
import { childElements, findAll, readXml, textOf, type XmlElement } from "./xml-tree.ts";

/** Largest XML document about a book. A picture book's package has a few hundred kilobytes. */
export const XML_MAX_BYTES = 2 * 1024 * 1024;

/**
 * `fallback` is the id of what to show instead of a file that readers don't know, `overlay` that of the SMIL file that
 * says when it's heard.
 */
export type ManifestItem = {
  id: string;
  path: string;
  type: string;
  properties: string[];
  fallback: string | null;
  overlay: string | null;
};

/** `spread` is a fixed page's side of the fold; one that `flows` has no fixed size. */
export type SpineItem = { id: string; linear: boolean; spread: "left" | "right" | "center" | null; flows: boolean };

const PICTURE_NAME = /\.(?:jpe?g|png|gif|webp)$/i;

export type EpubPackage = {
  path: string;
  title: string;
  authors: string[];
  identifier: string;
  language: string | null;
  direction: "ltr" | "rtl" | null;
  layout: "reflowable" | "fixed";
  items: ManifestItem[];
  spine: SpineItem[];
  ncx: string | null;
  /** Paths of the cover picture, or of a page that has it, the likeliest first. */
  covers: string[];
  /** Pages of the reading order that the manifest doesn't name. */
  unnamed: number;
};

/** @returns path of the package document, which is the first that is there; throws Error when none is named */
export function readContainerPath(xml: Uint8Array, find: FindName): string {
  const written = findAll(readXml(xml), "rootfile").flatMap(({ attributes }) => attributes["full-path"]?.trim() || []);
  const paths = written.map((path) => resolveHref({ path: "", find }, path)?.path ?? path);
  const path = paths.find((one) => find(one) !== null) ?? paths[0];
  if (!path) throw new Error("META-INF/container.xml names no package document");
  return path;
}

/** @param at the package document @throws Error when it isn't well-formed, or has no package */
export function readEpubPackage(xml: Uint8Array, at: Place): EpubPackage {
  const root = childElements(readXml(xml))[0];
  if (root?.name !== "package") throw new Error("It has no package");
  const [manifest, spine, metadata] = ["manifest", "spine", "metadata"].map((name) => findAll(root, name)[0]);
  if (!metadata) throw new Error("It has no metadata");
  const items = manifest ? readItems(manifest, at) : [];
  const identifiers = findAll(metadata, "identifier");
  const unique = identifiers.find(({ attributes }) => attributes["id"] === root.attributes["unique-identifier"]);
  const direction = spine?.attributes["page-progression-direction"];
  const authors = findAll(metadata, "creator").map(textOf).filter(Boolean);
  return {
    path: at.path,
    title: textOf(findAll(metadata, "title")[0]),
    authors: [...new Set(authors)],
    identifier: textOf(unique ?? identifiers[0]),
    language: textOf(findAll(metadata, "language")[0]) || null,
    direction: direction === "rtl" || direction === "ltr" ? direction : null,
    layout: isFixed(metadata) ? "fixed" : "reflowable",
    items,
    spine: spine ? readSpine(spine, hasNoSpreads(metadata)) : [],
    ncx: spine?.attributes["toc"] ?? null,
    covers: findCovers(items, root, at),
    unnamed: spine ? countUnnamed(spine, items) : 0,
  };
}

/** @param isSingle when the book wants each page alone */
function readSpine(spine: XmlElement, isSingle: boolean): SpineItem[] {
  return findAll(spine, "itemref").map(({ attributes }) => {
    const properties = attributes["properties"] ?? "";
    const side = /\b(?:rendition:)?page-spread-(left|right|center)\b/.exec(properties)?.[1];
    const spread = isSingle ? "center" : side;
    return {
      id: attributes["idref"] ?? "",
      linear: attributes["linear"] !== "no",
      spread: spread === "left" || spread === "right" || spread === "center" ? spread : null,
      flows: /\brendition:layout-reflowable\b/.test(properties),
    };
  });
}

function hasNoSpreads(metadata: XmlElement): boolean {
  const spreads = findAll(metadata, "meta").filter(({ attributes }) => attributes["property"] === "rendition:spread");
  return spreads.some((meta) => textOf(meta) === "none");
}

function readItems(manifest: XmlElement, at: Place): ManifestItem[] {
  return findAll(manifest, "item").flatMap(({ attributes }) => {
    const target = resolveHref(at, attributes["href"] ?? "");
    if (!target || !attributes["href"]) return [];
    const properties = (attributes["properties"] ?? "").split(/\s+/).filter(Boolean);
    const type = (attributes["media-type"] ?? "").trim().toLowerCase();
    const { fallback = null, "media-overlay": overlay = null } = attributes;
    return [{ id: attributes["id"] ?? "", path: target.path, type, properties, fallback, overlay }];
  });
}

/** EPUB 3 marks the item and EPUB 2 names its id, but programs name the file, a guide's reference, or an id we know. */
function findCovers(items: readonly ManifestItem[], root: XmlElement, at: Place): string[] {
  const named = findAll(root, "meta").flatMap(({ attributes }) =>
    attributes["name"]?.toLowerCase() === "cover" ? (attributes["content"] ?? []) : [],
  );
  const byId = (id: string) => items.filter((item) => item.id.toLowerCase() === id.toLowerCase());
  const guides = findAll(root, "reference").filter(({ attributes }) =>
    /^(?:other\.)?.*cover/i.test(attributes["type"] ?? ""),
  );
  const isPicture = ({ type, path }: ManifestItem) => type.startsWith("image/") || PICTURE_NAME.test(path);
  const files = named.map((name) => resolveHref(at, name)?.path ?? "").filter((path) => at.find(path) !== null);
  return [
    ...items.filter(({ properties }) => properties.includes("cover-image")).map(({ path }) => path),
    ...named.flatMap(byId).map(({ path }) => path),
    ...files,
    ...["cover-image", "coverimage", "cover-img", "cover", "cover.jpg", "my-cover-image"]
      .flatMap(byId)
      .filter(isPicture)
      .map(({ path }) => path),
    ...guides.flatMap(({ attributes }) => resolveHref(at, attributes["href"] ?? "")?.path ?? []),
    ...items.filter((item) => isPicture(item) && /(?:^|\/)cover\.\w+$/i.test(item.path)).map(({ path }) => path),
    ...items.filter((item) => /^cover(?:[-_]?page)?$|^titlepage$/i.test(item.id)).map(({ path }) => path),
  ];
}

function countUnnamed(spine: XmlElement, items: readonly ManifestItem[]): number {
  const ids = new Set(items.map(({ id }) => id));
  return findAll(spine, "itemref").filter(({ attributes }) => !ids.has(attributes["idref"] ?? "")).length;
}

function isFixed(metadata: XmlElement): boolean {
  return findAll(metadata, "meta").some((meta) => {
    const { attributes } = meta;
    if (attributes["property"] === "rendition:layout") return textOf(meta) === "pre-paginated";
    return attributes["name"] === "fixed-layout" && attributes["content"] === "true";
  });
}
