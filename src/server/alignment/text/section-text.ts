import { type Block, BLOCKS, HEADING, type Span } from "#contract/split-sentences.ts";
import { cleanDocument } from "#server/epub/clean-document.ts";
import { type PackIndex, readMarkup } from "#server/epub/pack.ts";
import { createTextCounter } from "#server/epub/visible-text.ts";

/**
 * A section's visible text as BEYOND 5 counts it. `lines` are the offsets of line breaks, `ids` the spans of elements.
 */
export type SectionText = { text: string; blocks: Block[]; lines: number[]; ids: Map<string, Span> };

/** @param markup a document, prepared or not @param path of the document in the archive */
export function readSectionText(markup: string, path: string): SectionText {
  let reader = createReader();
  // URLs don't matter here
  cleanDocument(markup, { path, find: (name) => name }, () => {
    reader = createReader();
    return reader.reader;
  });
  return reader.result();
}

function createReader() {
  let text = "";
  let headings = 0;
  const blocks: Block[] = [];
  const lines: number[] = [];
  const ids = new Map<string, Span>();
  const open: { id: string; start: number }[] = [];
  const counter = createTextCounter((shown) => void (text += shown));
  let start = 0;
  const endBlock = () => {
    if (text.length > start) blocks.push({ start, end: text.length, isHeading: headings > 0 });
    start = text.length;
  };
  const reader = {
    open: (local: string, id: string) => {
      counter.reader.open?.(local, id);
      if (BLOCKS.has(local)) endBlock();
      if (HEADING.test(local)) headings += 1;
      if (local === "br") lines.push(text.length);
      open.push({ id, start: text.length });
    },
    close: (local: string) => {
      counter.reader.close?.(local);
      if (BLOCKS.has(local)) endBlock();
      if (HEADING.test(local)) headings = Math.max(0, headings - 1);
      const localId = open.pop();
      if (localId?.id && !ids.has(localId.id)) ids.set(localId.id, { start: localId.start, end: text.length });
    },
    text: (part: string) => counter.reader.text?.(part),
  };
  return {
    reader,
    result: (): SectionText => {
      endBlock();
      return {
        text: text.trimEnd(),
        blocks: blocks.filter((block) => text.slice(block.start, block.end).trim()),
        lines,
        ids,
      };
    },
  };
}

type ShownBook = Exclude<PackIndex, { fault: string }>;

/** The visible text of each section of a prepared eBook; empty if it can't be shown. */
export async function readBookText(index: ShownBook, packPath: string): Promise<SectionText[]> {
  const parts = new Map(index.parts);
  const texts: SectionText[] = [];
  for (const { href } of index.contents.sections)
    texts.push(readSectionText(await readMarkup(packPath, parts.get(href)), href));
  return texts;
}

/** Converts UTF-16 offsets to code points. Offsets must not decrease. */
export function createCodePointCounter(text: string): (unit: number) => number {
  if (!/[\uD800-\uDBFF]/.test(text)) return (unit) => unit;
  const points = new Uint32Array(text.length + 1);
  for (let unit = 0; unit < text.length; unit += 1)
    points[unit + 1] = (points[unit] ?? 0) + ((text.charCodeAt(unit) & 0xfc00) === 0xdc00 ? 0 : 1);
  return (unit) => points[Math.min(unit, text.length)] ?? 0;
}
