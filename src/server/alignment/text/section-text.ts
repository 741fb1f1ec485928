import { type Block, BLOCKS, HEADING, type Span } from "#contract/split-sentences.ts";
import { cleanDocument } from "#server/epub/clean-document.ts";
import { createTextCounter } from "#server/epub/visible-text.ts";

/** A section's visible text as BEYOND 5 counts it; `lines` are the places of line breaks, `ids` those of elements. */
export type SectionText = { text: string; blocks: Block[]; lines: number[]; ids: Map<string, Span> };

/** @param markup a document, prepared or not; `path` is its own in the archive */
export function readSectionText(markup: string, path: string): SectionText {
  let reader = createReader();
  // addresses don't matter here
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
      const own = open.pop();
      if (own?.id && !ids.has(own.id)) ids.set(own.id, { start: own.start, end: text.length });
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
