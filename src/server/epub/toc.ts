import { type DocumentContext, resolveHref } from "./hrefs.ts";
import { childElements, findAll, readXml, textOf, type XmlElement } from "./xml-tree.ts";

export type TocLine = { title: string; path: string | null; fragment: string | null; level: number };

export type PageLine = { label: string; path: string; fragment: string | null };

const LABEL_MAX = 30;
const LINES_MAX = 20_000;
const LEVEL_MAX = 20;

export function readNav(xml: Uint8Array, base: DocumentContext): TocLine[] {
  return linesOf(readXml(xml), base);
}

/** A page of contents that isn't marked as such: its `nav`, else all its links. */
export function readTocPage(xml: Uint8Array, base: DocumentContext): TocLine[] {
  const page = readXml(xml);
  const lines = linesOf(page, base);
  if (lines.length > 0) return lines;
  return findAll(page, "a")
    .flatMap((link) => line(labelOf(link), link.attributes["href"], base, 0))
    .slice(0, LINES_MAX);
}

function linesOf(page: XmlElement, base: DocumentContext): TocLine[] {
  const navs = findAll(page, "nav");
  const isToc = ({ attributes }: XmlElement) =>
    attributes["type"]?.split(/\s+/).includes("toc") || attributes["role"] === "doc-toc";
  const nav = navs.find(isToc) ?? navs[0];
  const list = nav && [...findAll(nav, "ol"), ...findAll(nav, "ul")][0];
  return list ? readList(list, base, 0).slice(0, LINES_MAX) : [];
}

export function readNcx(xml: Uint8Array, base: DocumentContext): TocLine[] {
  const map = findAll(readXml(xml), "navmap")[0];
  return map ? readPoints(map, base, 0).slice(0, LINES_MAX) : [];
}

export function readNavPages(xml: Uint8Array, base: DocumentContext): PageLine[] {
  const nav = findAll(readXml(xml), "nav").find(({ attributes }) =>
    attributes["type"]?.split(/\s+/).includes("page-list"),
  );
  const links = nav ? findAll(nav, "a") : [];
  return links.flatMap((link) => pageLine(textOf(link), link.attributes["href"], base)).slice(0, LINES_MAX);
}

export function readNcxPages(xml: Uint8Array, base: DocumentContext): PageLine[] {
  const list = findAll(readXml(xml), "pagelist")[0];
  const targets = list ? childElements(list).filter(({ name }) => name === "pagetarget") : [];
  return targets
    .flatMap((target) => {
      const children = childElements(target);
      const label = textOf(children.find(({ name }) => name === "navlabel")) || (target.attributes["value"] ?? "");
      return pageLine(label, children.find(({ name }) => name === "content")?.attributes["src"], base);
    })
    .slice(0, LINES_MAX);
}

function pageLine(label: string, href: string | undefined, base: DocumentContext): PageLine[] {
  const target = href ? resolveHref(base, href) : null;
  if (label === "" || !target) return [];
  return [{ label: label.slice(0, LABEL_MAX), path: target.path, fragment: target.fragment }];
}

function readList(list: XmlElement, base: DocumentContext, level: number): TocLine[] {
  return entriesOf(list, "li", level).flatMap((entry) => {
    const children = childElements(entry);
    const label = children.find((child) => !isList(child));
    const link = label?.name === "a" ? label : label && findAll(label, "a")[0];
    const nestedLines = children.filter(isList).flatMap((nestedList) => readList(nestedList, base, level + 1));
    return [...line(labelOf(link ?? label), link?.attributes["href"], base, level), ...nestedLines];
  });
}

/** The standard allows only `ol`. */
function isList({ name }: XmlElement): boolean {
  return name === "ol" || name === "ul";
}

function labelOf(element: XmlElement | undefined): string {
  if (!element) return "";
  const alt = findAll(element, "img").map(({ attributes }) => attributes["alt"] ?? "");
  return textOf(element) || alt.join(" ").trim() || (element.attributes["title"] ?? "").trim();
}

function readPoints(parent: XmlElement, base: DocumentContext, level: number): TocLine[] {
  return entriesOf(parent, "navpoint", level).flatMap((point) => {
    const children = childElements(point);
    const label = children.find(({ name }) => name === "navlabel");
    const source = children.find(({ name }) => name === "content")?.attributes["src"];
    return [...line(textOf(label), source, base, level), ...readPoints(point, base, level + 1)];
  });
}

function entriesOf(parent: XmlElement, name: string, level: number): XmlElement[] {
  return level > LEVEL_MAX ? [] : childElements(parent).filter((child) => child.name === name);
}

function line(title: string, href: string | undefined, base: DocumentContext, level: number): TocLine[] {
  if (title === "") return [];
  const target = href ? resolveHref(base, href) : null;
  return [{ title: title.slice(0, 300), path: target?.path ?? null, fragment: target?.fragment ?? null, level }];
}
