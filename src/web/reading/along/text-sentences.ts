import { type Block, BLOCKS, HEADING, splitSentences } from "#contract/split-sentences.ts";
import { createTextMap } from "#web/reading/view/text-map.ts";

/** A sentence and its place in the section's visible text, in code points. */
export type TextSentence = { from: number; to: number; text: string };

/** What a voice can say of a section. @param language BCP 47, or null */
export function textSentences(doc: Document, language: string | null): TextSentence[] {
  const { text, blocks } = readBlocks(doc);
  let [units, points] = [0, 0];
  const toPoint = (unit: number) => {
    points += Array.from(text.slice(units, unit)).length;
    units = unit;
    return points;
  };
  return splitSentences({ text, blocks }, language).flatMap(({ start, end }) => {
    const said = text.slice(start, end).trimEnd();
    const [from, to] = [toPoint(start), toPoint(start + said.length)];
    return /[\p{L}\p{N}]/u.test(said) ? [{ from, to, text: said }] : [];
  });
}

function readBlocks(doc: Document): { text: string; blocks: Block[] } {
  const blocks: Block[] = [];
  let text = "";
  let open: { element: Element | null; start: number } | null = null;
  const end = () => {
    const isHeading = HEADING.test(open?.element?.localName.toLowerCase() ?? "");
    if (open && text.slice(open.start).trim() !== "") blocks.push({ start: open.start, end: text.length, isHeading });
  };
  for (const part of createTextMap(doc).parts()) {
    const element = blockOf(part.node);
    if (!open || open.element !== element) {
      end();
      open = { element, start: text.length };
    }
    text += part.text;
  }
  end();
  return { text, blocks };
}

function blockOf({ parentElement }: Node): Element | null {
  let element = parentElement;
  while (element && !BLOCKS.has(element.localName.toLowerCase())) element = element.parentElement;
  return element;
}
