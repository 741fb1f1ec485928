import { type DocumentContext, resolveHref } from "./addresses.ts";
import { DOCUMENTS, isForeign, typeOf, XHTML_TYPE } from "./servable.ts";
import { findAll, type XmlElement } from "./xml-tree.ts";

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

/** Of pages, as old or careless programs write it. */
const LOOSE_TYPE = /^(?:(?:text|application)\/xml|text\/x-oeb1-document)?$/;

/** Its files, by address; what leads out of the archive is none. */
export function readItems(manifest: XmlElement, at: DocumentContext): ManifestItem[] {
  return findAll(manifest, "item").flatMap(({ attributes }) => {
    const target = resolveHref(at, attributes["href"] ?? "");
    if (!target || !attributes["href"]) return [];
    const properties = (attributes["properties"] ?? "").toLowerCase().split(/\s+/).filter(Boolean);
    const type = (attributes["media-type"] ?? "").trim().toLowerCase();
    const { fallback = null, "media-overlay": overlay = null } = attributes;
    return [{ id: attributes["id"]?.trim() ?? "", path: target.path, type, properties, fallback, overlay }];
  });
}

/** Pages of the reading order that programs call XML, or nothing: readers show them. */
export function asPages(items: readonly ManifestItem[], order: readonly SpineItem[]): ManifestItem[] {
  const pages = new Set(order.map(({ id }) => id));
  return items.map((item) =>
    pages.has(item.id) &&
    item.fallback === null &&
    LOOSE_TYPE.test(item.type) &&
    isForeign(typeOf(item.path, item.type))
      ? { ...item, type: XHTML_TYPE }
      : item,
  );
}

/** The reading order of a book that names none. */
export function allPages(items: readonly ManifestItem[]): SpineItem[] {
  const isText = (type: string) => DOCUMENTS.has(type) && !type.startsWith("image/");
  const pages = items.filter(({ path, type, properties }) => isText(typeOf(path, type)) && !properties.includes("nav"));
  return pages.map(({ id }) => ({ id, linear: true, spread: null, flows: false }));
}
