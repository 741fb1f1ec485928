import { posix } from "node:path";

import { AppError } from "#server/errors.ts";

import { type Element, readXml } from "./xml.ts";

export function readContainer(xml: Buffer): string {
  const files: Element[] = [];
  read(xml, "META-INF/container.xml", (element) => {
    if (element.name === "rootfile") files.push(element);
  });
  const path = files[0]?.attributes["full-path"];
  if (!path) throw refuse("META-INF/container.xml");
  return path;
}

/** @param path of the package document @returns title, comma-joined authors, cover path or null */
export function readPackage(xml: Buffer, path: string): { title: string; author: string; cover: string | null } {
  const titles: string[] = [];
  const authors = new Set<string>();
  const items: Element["attributes"][] = [];
  let coverId: string | undefined;
  const seen = new Set<string>();
  read(xml, path, ({ name, attributes }, text) => {
    seen.add(name);
    if (name === "title") titles.push(text.trim());
    if (name === "creator") authors.add(text.trim());
    if (name === "item") items.push(attributes);
    if (name === "meta" && attributes["name"] === "cover") coverId ??= attributes["content"];
  });
  if (!["package", "metadata", "manifest", "item"].every((name) => seen.has(name))) throw refuse(path);
  const cover =
    items.find((item) => item["properties"]?.split(/\s+/).includes("cover-image")) ??
    items.find((item) => coverId !== undefined && item["id"] === coverId);
  const href = cover?.["media-type"]?.startsWith("image/") ? cover["href"] : undefined;
  return {
    title: titles[0] ?? "",
    author: [...authors].filter(Boolean).join(", "),
    cover: href ? posix.normalize(posix.join(posix.dirname(path), decode(href))) : null,
  };
}

function read(xml: Buffer, name: string, onEnd: (element: Element, text: string) => void): void {
  try {
    readXml(xml, onEnd);
  } catch (error) {
    throw refuse(name, error);
  }
}

function decode(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

function refuse(name: string, cause?: unknown): AppError {
  return new AppError("invalid", `This is not a usable EPUB: '${name.slice(0, 200)}' in it can't be read.`, { cause });
}
