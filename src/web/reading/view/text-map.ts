import { firstIndexFrom } from "#contract/chapters.ts";
import { BLOCK_ELEMENTS, NON_TEXT_ELEMENTS } from "#contract/split-sentences.ts";
import { codePoints } from "#contract/text-length.ts";

/** Maps between DOM positions and code points of a chapter, counted as the server does (BEYOND 5). */
export type TextMap = ReturnType<typeof createTextMap>;

type Part = { node: Text; start: number; afterSpace: boolean; text: string };

/** @param doc must not change afterwards */
export function createTextMap(doc: Document) {
  const parts: Part[] = [];
  let [length, afterSpace] = [0, true];
  for (const node of visibleNodes(doc)) {
    const part = { node, start: length, afterSpace, text: foldSpace(node.data, afterSpace) };
    parts.push(part);
    length += codePoints(part.text);
    if (part.text !== "") afterSpace = part.text.endsWith(" ");
  }

  return {
    countBefore(container: Node, offset: number): number {
      const part = parts.find(({ node }) => node === container);
      if (part) return part.start + codePoints(foldSpace(part.node.data.slice(0, offset), part.afterSpace));
      const range = doc.createRange();
      range.setStart(container, offset);
      range.collapse(true);
      const isBefore = (index: number) => range.comparePoint(parts[index]?.node ?? container, 0) < 0;
      return parts[firstIndexFrom(parts.length, isBefore)]?.start ?? length;
    },
    /** Ends in the block of its last letter, because an overlay omits anything else. */
    rangeAt(count: number, extent?: number): Range {
      const range = doc.createRange();
      const start = locateCodePoint(parts, count);
      if (!start) {
        range.selectNodeContents(doc.body);
        range.collapse(true);
        return range;
      }
      range.setStart(start.node, start.offset);
      const end = (extent ? locateCodePoint(parts, count + extent, 1) : locateCodePoint(parts, count + 1)) ?? start;
      range.setEnd(end.node, Math.max(end.offset, end.node === start.node ? start.offset : 0));
      return range;
    },
    text: () => parts.map(({ text }) => text).join(""),
    parts,
  };
}

/** Collapses whitespace, and drops leading spaces after a space. */
function foldSpace(text: string, afterSpace: boolean): string {
  const collapsedText = text.replaceAll(/\s+/g, " ");
  return afterSpace && collapsedText.startsWith(" ") ? collapsedText.slice(1) : collapsedText;
}

function* visibleNodes(doc: Document): Generator<Text> {
  // An SVG document has no body.
  const walker = doc.createTreeWalker(
    doc.querySelector("body") ?? doc.documentElement,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    (node) =>
      node instanceof (doc.defaultView ?? globalThis).Element && NON_TEXT_ELEMENTS.has(node.localName.toLowerCase())
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
  );
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node.nodeType === Node.TEXT_NODE || node.nodeType === Node.CDATA_SECTION_NODE) yield node as Text;
}

function locateCodePoint(parts: readonly Part[], count: number, min = 0): { node: Text; offset: number } | null {
  const part = parts.findLast(({ start }) => start + min <= count) ?? parts[0];
  if (!part) return null;
  const { node } = part;
  let remaining = count - part.start;
  let { afterSpace } = part;
  let offset = 0;
  for (const letter of node.data) {
    const isSpace = /\s/.test(letter);
    const isCounted = !isSpace || !afterSpace;
    if (isCounted && remaining <= 0) break;
    if (isCounted) remaining -= 1;
    afterSpace = isSpace;
    offset += letter.length;
  }
  return { node, offset };
}

/** The innermost block around a node. */
export function closestBlock({ parentElement }: Node): Element | null {
  let element = parentElement;
  while (element && !BLOCK_ELEMENTS.has(element.localName.toLowerCase())) element = element.parentElement;
  return element;
}
