import { posix } from "node:path";

import { childElements, findAll, readXml, textOf, type XmlElement } from "#server/books/inspect/xml-tree.ts";

export type ManifestItem = { id: string; path: string; type: string; properties: string[] };

export type EpubPackage = {
  path: string;
  identifier: string;
  language: string | null;
  direction: "ltr" | "rtl" | null;
  layout: "reflowable" | "fixed";
  items: ManifestItem[];
  spine: { id: string; linear: boolean }[];
  ncx: string | null;
};

/** @returns path of the package document; throws Error when there is none */
export function readContainerPath(xml: Uint8Array): string {
  const path = findAll(readXml(xml), "rootfile").find((file) => file.attributes["full-path"])?.attributes["full-path"];
  if (!path) throw new Error("META-INF/container.xml names no package document");
  return path;
}

export function readEpubPackage(xml: Uint8Array, path: string): EpubPackage {
  const root = childElements(readXml(xml))[0];
  const [manifest, spine, metadata] = ["manifest", "spine", "metadata"].map((name) => root && findAll(root, name)[0]);
  const identifiers = metadata ? findAll(metadata, "identifier") : [];
  const unique = identifiers.find(({ attributes }) => attributes["id"] === root?.attributes["unique-identifier"]);
  const direction = spine?.attributes["page-progression-direction"];
  return {
    path,
    identifier: textOf(unique ?? identifiers[0]),
    language: (metadata && textOf(findAll(metadata, "language")[0])) || null,
    direction: direction === "rtl" || direction === "ltr" ? direction : null,
    layout: isFixed(metadata) ? "fixed" : "reflowable",
    items: manifest ? readItems(manifest, path) : [],
    spine: (spine ? findAll(spine, "itemref") : []).map(({ attributes }) => ({
      id: attributes["idref"] ?? "",
      linear: attributes["linear"] !== "no",
    })),
    ncx: spine?.attributes["toc"] ?? null,
  };
}

/** Resolves an address in a document. @returns path and fragment, or null when it leads out of the archive */
export function resolveHref(from: string, href: string): { path: string; fragment: string | null } | null {
  const [address = "", fragment] = href.trim().split("#", 2);
  if (/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(address)) return null;
  const own = decode(address.split("?", 1)[0] ?? "");
  const path = own === "" ? from : posix.normalize(posix.join(posix.dirname(from), own));
  return path.startsWith("../") ? null : { path, fragment: fragment ? decode(fragment) : null };
}

function readItems(manifest: XmlElement, path: string): ManifestItem[] {
  return findAll(manifest, "item").flatMap(({ attributes }) => {
    const target = resolveHref(path, attributes["href"] ?? "");
    if (!target || !attributes["href"]) return [];
    const properties = (attributes["properties"] ?? "").split(/\s+/).filter(Boolean);
    const type = (attributes["media-type"] ?? "").trim().toLowerCase();
    return [{ id: attributes["id"] ?? "", path: target.path, type, properties }];
  });
}

function isFixed(metadata: XmlElement | undefined): boolean {
  return (metadata ? findAll(metadata, "meta") : []).some(({ attributes, ...meta }) => {
    if (attributes["property"] === "rendition:layout") return textOf({ attributes, ...meta }) === "pre-paginated";
    return attributes["name"] === "fixed-layout" && attributes["content"] === "true";
  });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
