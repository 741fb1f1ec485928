import { type Block, BLOCKS, HEADING, type Span, splitSentences } from "#contract/split-sentences.ts";
import { createTextMap } from "#web/reading/view/text-map.ts";

/** A sentence and its place in the section's visible text, in code points. */
export type TextSentence = { from: number; to: number; text: string };

/** UTF-16 units. Voices of Android refuse more than 4000, and some books are one sentence. */
const SAID_MAX = 2000;

/** What a voice can say of a section. @param language BCP 47, or null */
export function textSentences(doc: Document, language: string | null): TextSentence[] {
  const { text, blocks } = readBlocks(doc);
  let [units, points] = [0, 0];
  const toPoint = (unit: number) => {
    points += Array.from(text.slice(units, unit)).length;
    units = unit;
    return points;
  };
  const spans = splitSentences({ text, blocks }, language).flatMap((sentence) => partsOf(text, sentence));
  return spans.flatMap(({ start, end }) => {
    const said = text.slice(start, end).trimEnd();
    const [from, to] = [toPoint(start), toPoint(start + said.length)];
    return /[\p{L}\p{N}]/u.test(said) ? [{ from, to, text: said }] : [];
  });
}

/** Divided at spaces where it's long. */
function partsOf(text: string, { start, end }: Span): Span[] {
  const parts: Span[] = [];
  let from = start;
  while (end - from > SAID_MAX) {
    const space = text.lastIndexOf(" ", from + SAID_MAX - 1);
    const isPair = (text.codePointAt(from + SAID_MAX - 1) ?? 0) > 0xffff;
    const until = space > from ? space + 1 : from + SAID_MAX - (isPair ? 1 : 0);
    parts.push({ start: from, end: until });
    from = until;
  }
  return [...parts, { start: from, end }];
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
