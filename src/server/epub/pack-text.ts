import { sectionOffsets } from "#contract/chapters.ts";

import { cleanDocument } from "./clean-document.ts";
import { readMarkup, readPackIndex } from "./pack.ts";
import type { TextContents } from "./read-contents.ts";
import { createTextCounter } from "./visible-text.ts";

/** The visible text of one section; `start` and `length` are its place in the book, in the book's own units. */
export type PackedText = { text: string; start: number; length: number };
export type PackedBook = { contents: TextContents; sections: PackedText[] };

/** All visible text of a prepared eBook; null for one that can't be shown. Sandbox only. */
export async function readPackText(packPath: string): Promise<PackedBook | null> {
  const index = readPackIndex(packPath);
  if ("fault" in index) return null;
  const { contents } = index;
  const parts = new Map(index.parts);
  const starts = sectionOffsets(contents.sections);
  const sections: PackedText[] = [];
  for (const [at, { href, length }] of contents.sections.entries()) {
    const markup = await readMarkup(packPath, parts.get(href));
    sections.push({ text: visibleText(markup, href), start: starts[at] ?? 0, length });
  }
  return { contents, sections };
}

function visibleText(markup: string, path: string): string {
  let shown = "";
  cleanDocument(markup, { path, find: (name) => name }, () => {
    shown = "";
    return createTextCounter((text) => void (shown += text)).reader;
  });
  return shown.trimEnd();
}
