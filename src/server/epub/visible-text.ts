import { sectionOffsets } from "#contract/chapters.ts";
import { type Block, BLOCK_ELEMENTS, HEADING, NON_TEXT_ELEMENTS, type Span } from "#contract/split-sentences.ts";
import { codePoints } from "#contract/text-length.ts";

import type { ReadDocument } from "./clean-document.ts";
import { type PreparedBook, readMarkup, readPackIndex } from "./ebooks.ts";
import { isId, readXhtml } from "./markup.ts";
import type { TextContents } from "./read-contents.ts";

const COUNTED_HEADING = /^h[1-3]$/;

/** Counts code points with white space collapsed and trimmed (BEYOND 5). */
export function createTextCounter(onShown: (text: string) => void = () => {}) {
  let length = 0;
  let hiddenDepth = 0;
  let endsInSpace = true;
  let headingDepth = 0;
  let heading = "";
  let isHeadingDone = false;
  const starts = new Map<string, number>();

  const reader: ReadDocument = {
    open: (localName, id) => {
      // an unclosed HTML head
      if (localName === "body") hiddenDepth = 0;
      if (NON_TEXT_ELEMENTS.has(localName)) hiddenDepth += 1;
      if (id !== "" && !starts.has(id)) starts.set(id, length);
      if (COUNTED_HEADING.test(localName) && !isHeadingDone) headingDepth += 1;
    },
    close: (local) => {
      if (NON_TEXT_ELEMENTS.has(local)) hiddenDepth = Math.max(0, hiddenDepth - 1);
      if (!COUNTED_HEADING.test(local) || headingDepth === 0) return;
      headingDepth -= 1;
      isHeadingDone = headingDepth === 0 && heading.trim() !== "";
    },
    text: (text) => {
      if (hiddenDepth > 0) return;
      if (headingDepth > 0) heading += ` ${text}`;
      const singleSpaced = text.replaceAll(/\s+/g, " ");
      const visibleText = endsInSpace && singleSpaced.startsWith(" ") ? singleSpaced.slice(1) : singleSpaced;
      if (visibleText === "") return;
      onShown(visibleText);
      length += codePoints(visibleText);
      endsInSpace = visibleText.endsWith(" ");
    },
  };
  return {
    reader,
    result: () => ({
      length: endsInSpace && length > 0 ? length - 1 : length,
      starts,
      heading: heading.replaceAll(/\s+/g, " ").trim().slice(0, 300),
    }),
  };
}

/** `lines` are the offsets of line breaks, `ids` the spans of elements. */
export type SectionText = { text: string; blocks: Block[]; lines: number[]; ids: Map<string, Span> };

export function readSectionText(markup: string): SectionText {
  let text = "";
  let headingDepth = 0;
  const blocks: Block[] = [];
  const lines: number[] = [];
  const ids = new Map<string, Span>();
  const openElements: { local: string; id: string; start: number }[] = [];
  const counter = createTextCounter((part) => void (text += part));
  let start = 0;
  const endBlock = () => {
    if (text.length > start) blocks.push({ start, end: text.length, isHeading: headingDepth > 0 });
    start = text.length;
  };
  readXhtml(markup, {
    open: ({ name, attributes }) => {
      const local = name.toLowerCase();
      const id = attributes.find(isId)?.value ?? "";
      counter.reader.open?.(local, id);
      if (BLOCK_ELEMENTS.has(local)) endBlock();
      if (HEADING.test(local)) headingDepth += 1;
      if (local === "br") lines.push(text.length);
      openElements.push({ local, id, start: text.length });
    },
    close: () => {
      const element = openElements.pop();
      if (!element) return;
      const { local, id, start: from } = element;
      counter.reader.close?.(local);
      if (BLOCK_ELEMENTS.has(local)) endBlock();
      if (HEADING.test(local)) headingDepth = Math.max(0, headingDepth - 1);
      if (id !== "" && !ids.has(id)) ids.set(id, { start: from, end: text.length });
    },
    text: (part) => counter.reader.text?.(part),
  });
  endBlock();
  return {
    text: text.trimEnd(),
    blocks: blocks.filter((block) => text.slice(block.start, block.end).trim()),
    lines,
    ids,
  };
}

export async function readBookText(index: PreparedBook, packPath: string): Promise<SectionText[]> {
  const parts = new Map(index.parts);
  const texts: SectionText[] = [];
  for (const { href } of index.contents.sections)
    texts.push(readSectionText(await readMarkup(packPath, parts.get(href))));
  return texts;
}

/** In the book's own units. */
export type PackedText = { text: string; start: number; length: number };
export type PackedBook = { contents: TextContents; sections: PackedText[] };

/** Null if the book can't be shown. Runs in the sandbox. */
export async function readPackText(packPath: string): Promise<PackedBook | null> {
  const index = readPackIndex(packPath);
  if ("fault" in index) return null;
  const { contents } = index;
  const starts = sectionOffsets(contents.sections);
  const texts = await readBookText(index, packPath);
  const sections = texts.map(({ text }, at): PackedText => {
    return { text, start: starts[at] ?? 0, length: contents.sections[at]?.length ?? 0 };
  });
  return { contents, sections };
}
