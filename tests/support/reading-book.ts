import type { Chapter } from "#contract/books.ts";

import { CONTAINER, MIMETYPE } from "./epub.ts";
import { zip, type ZipEntry } from "./zip.ts";

/** A chapter of a test book; `body` is XHTML inside `<body>`, `page` the whole document instead. */
type TestChapter = {
  title: string;
  body: string;
  file?: string;
  page?: string;
  /** Id of the media overlay: `m0` is the first of `more`. */
  overlay?: string;
};

export type TestBook = {
  chapters: readonly TestChapter[];
  toc?: "nav" | "ncx" | "none";
  more?: readonly {
    name: string;
    type: string;
    data: string | Uint8Array;
    properties?: string;
    fallback?: string;
    stored?: boolean;
  }[];
  head?: string;
  metadata?: string;
  spine?: string;
  itemrefs?: string;
};

/** Writes an EPUB of several chapters under OEBPS/text/. */
export function bookOf({ chapters, toc = "nav", more = [], head = "", metadata = "", ...book }: TestBook): Buffer {
  const files = chapters.map((chapter, index) => ({ ...chapter, file: chapter.file ?? `text/c${index + 1}.xhtml` }));
  const manifest = [
    ...files.map(
      ({ file, overlay }, index) =>
        `<item id="c${index + 1}" href="${file}" media-type="${chapterType(file)}"${overlay ? ` media-overlay="${overlay}"` : ""}/>`,
    ),
    ...more.map(
      ({ name, type, properties, fallback }, index) =>
        `<item id="m${index}" href="${name}" media-type="${type}"${properties ? ` properties="${properties}"` : ""}${fallback ? ` fallback="${fallback}"` : ""}/>`,
    ),
    toc === "nav" ? '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>' : "",
    toc === "ncx" ? '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>' : "",
  ];
  const contentsFile: ZipEntry[] = [];
  if (toc === "nav") contentsFile.push({ name: "OEBPS/nav.xhtml", data: navOf(files) });
  if (toc === "ncx") contentsFile.push({ name: "OEBPS/toc.ncx", data: ncxOf(files) });
  return zip([
    MIMETYPE,
    CONTAINER,
    {
      name: "OEBPS/content.opf",
      data: `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:uuid:8a0c2a7c-1d2e-4b5e-9c8f-0123456789ab</dc:identifier>
  <dc:title>The Long Table</dc:title><dc:creator>A. Vintner</dc:creator><dc:language>en</dc:language>${metadata}</metadata>
  <manifest>${manifest.join("")}</manifest>
  <spine${toc === "ncx" ? ' toc="ncx"' : ""}${book.spine ?? ""}>${book.itemrefs ?? ""}${files.map((_, index) => `<itemref idref="c${index + 1}"/>`).join("")}</spine></package>`,
    },
    ...contentsFile,
    ...files.map(({ file, title, body, page }) => ({
      name: `OEBPS/${file}`,
      data: page ?? pageOf(title, body, head),
    })),
    ...more.map(({ name, data, stored = false }) => ({ name: `OEBPS/${name}`, data, stored })),
  ]);
}

const chapterType = (file: string) => (file.endsWith(".svg") ? "image/svg+xml" : "application/xhtml+xml");

export function pageOf(title: string, body: string, head = ""): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>${title}</title>${head}</head><body>${body}</body></html>`;
}

/** Chapters with so many words each, all different, so that positions can be distinguished. */
export function plainChapters(words: readonly number[]): TestChapter[] {
  return words.map((count, index) => {
    const paragraphs = Array.from({ length: Math.ceil(count / 80) }, (_, paragraph) => {
      const size = Math.min(80, count - paragraph * 80);
      return `<p>${Array.from({ length: size }, (_, word) => `word${index}x${paragraph * 80 + word}`).join(" ")}</p>`;
    });
    return { title: `Chapter ${index + 1}`, body: `<h1>Chapter ${index + 1}</h1>${paragraphs.join("\n")}` };
  });
}

/** Chapters of audio that is read at one pace. */
export function audioChapters(seconds: readonly number[], title = (at: number) => `Chapter ${at + 1}`): Chapter[] {
  let start = 0;
  return seconds.map((length, index) => {
    start += length;
    return { title: title(index), start: start - length };
  });
}

function navOf(files: readonly { title: string; file: string }[]): string {
  const lines = files.map(({ title, file }) => `<li><a href="${file}">${title}</a></li>`).join("");
  return pageOf("Contents", `<nav epub:type="toc"><ol>${lines}</ol></nav>`);
}

function ncxOf(files: readonly { title: string; file: string }[]): string {
  const points = files.map(
    ({ title, file }, index) =>
      `<navPoint id="n${index}"><navLabel><text>${title}</text></navLabel><content src="${file}"/></navPoint>`,
  );
  return `<?xml version="1.0"?><ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>${points.join("")}</navMap></ncx>`;
}
