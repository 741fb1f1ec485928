import { type Place, resolveHref } from "./addresses.ts";
import { childElements, findAll, readXml, textOf, type XmlElement } from "./xml-tree.ts";

/** Largest XML document about a book. A picture book's package has a few hundred kilobytes. */
export const XML_MAX_BYTES = 2 * 1024 * 1024;

/** `fallback` is the id of what to show instead of a file that readers don't know. */
export type ManifestItem = { id: string; path: string; type: string; properties: string[]; fallback: string | null };

/** `spread` is a fixed page's side of the fold; one that `flows` has no fixed size. */
export type SpineItem = { id: string; linear: boolean; spread: "left" | "right" | "center" | null; flows: boolean };

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
  /** Path of the cover picture. */
  cover: string | null;
};

/** @returns path of the package document; throws Error when there is none */
export function readContainerPath(xml: Uint8Array): string {
  const path = findAll(readXml(xml), "rootfile").find((file) => file.attributes["full-path"])?.attributes["full-path"];
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
    cover: findCover(items, metadata),
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
    return [
      { id: attributes["id"] ?? "", path: target.path, type, properties, fallback: attributes["fallback"] ?? null },
    ];
  });
}

/** EPUB 3 marks the item, EPUB 2 names its id. */
function findCover(items: readonly ManifestItem[], metadata: XmlElement): string | null {
  const id = findAll(metadata, "meta").find(({ attributes }) => attributes["name"] === "cover")?.attributes["content"];
  const cover =
    items.find(({ properties }) => properties.includes("cover-image")) ??
    items.find((item) => id !== undefined && item.id === id);
  return cover?.type.startsWith("image/") ? cover.path : null;
}

function isFixed(metadata: XmlElement): boolean {
  return findAll(metadata, "meta").some((meta) => {
    const { attributes } = meta;
    if (attributes["property"] === "rendition:layout") return textOf(meta) === "pre-paginated";
    return attributes["name"] === "fixed-layout" && attributes["content"] === "true";
  });
}
