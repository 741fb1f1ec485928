import { type DocumentContext, type FindName, resolveHref } from "./hrefs.ts";
import { DOCUMENTS, isForeignResource, mediaTypeOf, XHTML_TYPE } from "./servable.ts";
import { childElements, findAll, readXml, textOf, type XmlElement } from "./xml-tree.ts";

/** A comic's package has a few hundred kilobytes. */
export const XML_MAX_BYTES = 2 * 1024 * 1024;

/** The text of nested elements repeats at each level. */
const AUTHORS_MAX = 100;
const PACKAGE_TYPE = "application/oebps-package+xml";

export function readContainerPath(xml: Uint8Array, find: FindName): string {
  const files = findAll(readXml(xml), "rootfile");
  // a PDF of the same book may be listed, too (OCF 3.3, 4.2.6.3.1.1)
  const packages = files.filter(({ attributes }) => attributes["media-type"]?.trim() === PACKAGE_TYPE);
  const fullPaths = [...packages, ...files].flatMap(({ attributes }) => attributes["full-path"]?.trim() || []);
  const paths = fullPaths.map((path) => resolveHref({ path: "", find }, path)?.path ?? path);
  const path = paths.find((one) => find(one) !== null) ?? paths[0];
  if (!path) throw new Error("META-INF/container.xml names no package document");
  return path;
}

export type EpubPackage = ReturnType<typeof readEpubPackage>;

export function readEpubPackage(xml: Uint8Array, base: DocumentContext) {
  const root = childElements(readXml(xml))[0];
  if (root?.name !== "package") throw new Error("It has no package");
  const [manifest, spine] = ["manifest", "spine"].map((name) => findAll(root, name)[0]);
  const metadata = findAll(root, "metadata")[0] ?? { name: "metadata", attributes: {}, children: [] };
  const order = spine ? readSpine(spine, hasNoSpreads(metadata)) : [];
  const items = toPages(manifest ? readItems(manifest, base) : [], order);
  const identifiers = findAll(metadata, "identifier");
  const idElement = identifiers.find(({ attributes }) => attributes["id"] === root.attributes["unique-identifier"]);
  const direction = spine?.attributes["page-progression-direction"];
  const authors = findAll(metadata, "creator").slice(0, AUTHORS_MAX).map(textOf).filter(Boolean);
  return {
    path: base.path,
    title: textOf(findAll(metadata, "title")[0]),
    authors: [...new Set(authors)],
    identifier: textOf(idElement ?? identifiers[0]),
    language: textOf(findAll(metadata, "language")[0]) || null,
    direction: direction === "rtl" || direction === "ltr" ? (direction as "rtl" | "ltr") : null,
    layout: isFixed(metadata) ? ("fixed" as const) : ("reflowable" as const),
    items,
    spine: order.length > 0 ? order : allPages(items),
    ncx: spine?.attributes["toc"] ?? null,
    tocPage: findTocPage(items, root, base),
    /** The likeliest first. */
    covers: findCovers(items, root, base),
  };
}

function readSpine(spine: XmlElement, isSingle: boolean): SpineItem[] {
  return findAll(spine, "itemref").map(({ attributes }) => {
    const properties = attributes["properties"] ?? "";
    const pageSide = /\b(?:rendition:)?page-spread-(left|right|center)\b/.exec(properties)?.[1];
    const spread = isSingle ? "center" : pageSide;
    return {
      id: attributes["idref"]?.trim() ?? "",
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

function findTocPage(items: readonly ManifestItem[], root: XmlElement, base: DocumentContext): string | null {
  const guide = findAll(root, "reference").find(({ attributes }) => attributes["type"]?.toLowerCase() === "toc");
  const guidePath = guide?.attributes["href"] && resolveHref(base, guide.attributes["href"])?.path;
  return guidePath || (items.find(({ path }) => /(?:^|\/)(?:nav|toc|contents)\.x?html?$/i.test(path))?.path ?? null);
}

function isFixed(metadata: XmlElement): boolean {
  return findAll(metadata, "meta").some((meta) => {
    const { attributes } = meta;
    if (attributes["property"] === "rendition:layout") return textOf(meta) === "pre-paginated";
    return attributes["name"] === "fixed-layout" && attributes["content"] === "true";
  });
}

/** `fallback` is the id of the item to show instead of an unknown type, `overlay` that of a SMIL file. */
export type ManifestItem = ReturnType<typeof readItems>[number];

/** `spread` is a fixed page's side of the fold; one that `flows` has no fixed size. */
type SpineItem = { id: string; linear: boolean; spread: "left" | "right" | "center" | null; flows: boolean };

const GENERIC_XML_TYPE = /^(?:(?:text|application)\/xml|text\/x-oeb1-document)?$/;

function readItems(manifest: XmlElement, base: DocumentContext) {
  return findAll(manifest, "item").flatMap(({ attributes }) => {
    const target = resolveHref(base, attributes["href"] ?? "");
    if (!target || !attributes["href"]) return [];
    const properties = (attributes["properties"] ?? "").toLowerCase().split(/\s+/).filter(Boolean);
    const type = (attributes["media-type"] ?? "").trim().toLowerCase();
    const { fallback = null, "media-overlay": overlay = null } = attributes;
    return [{ id: attributes["id"]?.trim() ?? "", path: target.path, type, properties, fallback, overlay }];
  });
}

/** Readers show pages that programs declare as XML, or not at all. */
function toPages(items: readonly ManifestItem[], order: readonly SpineItem[]): ManifestItem[] {
  const pages = new Set(order.map(({ id }) => id));
  return items.map((item) =>
    pages.has(item.id) &&
    item.fallback === null &&
    GENERIC_XML_TYPE.test(item.type) &&
    isForeignResource(mediaTypeOf(item.path, item.type))
      ? { ...item, type: XHTML_TYPE }
      : item,
  );
}

function allPages(items: readonly ManifestItem[]): SpineItem[] {
  const isText = (type: string) => DOCUMENTS.has(type) && !type.startsWith("image/");
  const pages = items.filter(
    ({ path, type, properties }) => isText(mediaTypeOf(path, type)) && !properties.includes("nav"),
  );
  return pages.map(({ id }) => ({ id, linear: true, spread: null, flows: false }));
}

/** Each named cover is looked up among all items. */
const NAMED_COVERS_MAX = 10;
const IMAGE_NAME = /\.(?:jpe?g|png|gif|webp)$/i;

/** EPUB 3 marks the item and EPUB 2 names its id, but programs name the file, a guide's reference, or a usual id. */
function findCovers(items: readonly ManifestItem[], root: XmlElement, base: DocumentContext): string[] {
  const namedCovers = findAll(root, "meta")
    .flatMap(({ attributes }) => (attributes["name"]?.toLowerCase() === "cover" ? (attributes["content"] ?? []) : []))
    .slice(0, NAMED_COVERS_MAX);
  const byId = (id: string) => items.filter((item) => item.id.toLowerCase() === id.toLowerCase());
  const guides = findAll(root, "reference").filter(({ attributes }) =>
    /^(?:other\.)?.*cover/i.test(attributes["type"] ?? ""),
  );
  const isImage = ({ type, path }: ManifestItem) => type.startsWith("image/") || IMAGE_NAME.test(path);
  const files = namedCovers.map((id) => resolveHref(base, id)?.path ?? "").filter((path) => base.find(path) !== null);
  const isNamedCover = ({ path }: ManifestItem) => namedCovers.includes(path.slice(path.lastIndexOf("/") + 1));
  return [
    ...items.filter(({ properties }) => properties.includes("cover-image")).map(({ path }) => path),
    ...namedCovers.flatMap(byId).map(({ path }) => path),
    ...files,
    ...items.filter((item) => isImage(item) && isNamedCover(item)).map(({ path }) => path),
    ...["cover-image", "coverimage", "cover-img", "cover", "cover.jpg", "my-cover-image"]
      .flatMap(byId)
      .filter(isImage)
      .map(({ path }) => path),
    ...guides.flatMap(({ attributes }) => resolveHref(base, attributes["href"] ?? "")?.path ?? []),
    ...items.filter((item) => isImage(item) && /(?:^|\/)cover\.\w+$/i.test(item.path)).map(({ path }) => path),
    ...items.filter((item) => /^cover(?:[-_]?page)?$|^titlepage$/i.test(item.id)).map(({ path }) => path),
    ...items.filter((item) => isImage(item) && isCoverName(item)).map(({ path }) => path),
  ];
}

function isCoverName({ id, path }: ManifestItem): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return /cover/i.test(id + name) && !/back|rear|spine/i.test(id + name);
}
