import { BLOCK_ELEMENTS, NON_TEXT_ELEMENTS } from "#contract/split-sentences.ts";
import { codePoints } from "#contract/text-length.ts";

/** Maps between DOM positions and code points of a chapter, counted as the server does (BEYOND 5). */
export type TextMap = ReturnType<typeof createTextMap>;

/** @param doc must not change afterwards */
export function createTextMap(doc: Document) {
  const nodes: Text[] = [];
  const starts: number[] = [];
  const leadingFolds: boolean[] = [];
  let length = 0;
  let endsInSpace = true;
  const order = new Map<Node, number>();
  for (const node of visibleNodes(doc)) {
    order.set(node, nodes.length);
    nodes.push(node);
    starts.push(length);
    leadingFolds.push(endsInSpace);
    const text = foldSpace(node.data, endsInSpace);
    if (text === "") continue;
    length += codePoints(text);
    endsInSpace = text.endsWith(" ");
  }

  const nodeFrom = (range: Range): number => {
    let [low, high] = [0, nodes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const node = nodes[middle];
      if (node && range.comparePoint(node, 0) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  const parts = () => nodes.map((node, at) => ({ node, text: foldSpace(node.data, leadingFolds[at] ?? true) }));

  return {
    countBefore(container: Node, offset: number): number {
      const nodeIndex = order.get(container);
      if (nodeIndex !== undefined) {
        const part = foldSpace(nodes[nodeIndex]?.data.slice(0, offset) ?? "", leadingFolds[nodeIndex] ?? true);
        return (starts[nodeIndex] ?? 0) + codePoints(part);
      }
      const range = doc.createRange();
      range.setStart(container, offset);
      range.collapse(true);
      return starts[nodeFrom(range)] ?? length;
    },
    /** Ends in the block of its last letter, because an overlay omits anything else. */
    rangeAt(count: number, extent?: number): Range {
      const range = doc.createRange();
      const start = locateCodePoint(nodes, starts, leadingFolds, count);
      if (!start) {
        range.selectNodeContents(doc.body);
        range.collapse(true);
        return range;
      }
      range.setStart(start.node, start.offset);
      const rangeEnd = extent
        ? locateCodePoint(nodes, starts, leadingFolds, count + extent, 1)
        : locateCodePoint(nodes, starts, leadingFolds, count + 1);
      const end = rangeEnd ?? start;
      range.setEnd(end.node, Math.max(end.offset, end.node === start.node ? start.offset : 0));
      return range;
    },
    text: () =>
      parts()
        .map(({ text }) => text)
        .join(""),
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

function locateCodePoint(
  nodes: readonly Text[],
  starts: readonly number[],
  folds: readonly boolean[],
  count: number,
  min = 0,
): { node: Text; offset: number } | null {
  const at = Math.max(
    0,
    starts.findLastIndex((start) => start + min <= count),
  );
  const node = nodes[at];
  if (!node) return null;
  let remaining = count - (starts[at] ?? 0);
  let afterSpace = folds[at] ?? true;
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
