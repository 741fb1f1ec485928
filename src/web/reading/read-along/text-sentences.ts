import { type Block, HEADING, type Span, splitSentences } from "#contract/split-sentences.ts";
import { createCodePointCounter } from "#contract/text-length.ts";
import { closestBlock, createTextMap } from "#web/reading/view/text-map.ts";

/** The range is in code points of the section's visible text. */
export type TextSentence = { from: number; to: number; text: string };

/** Android's voices reject more than 4000 UTF-16 units, and some books are one sentence. */
const UTTERANCE_MAX_UNITS = 2000;

export function textSentences(doc: Document, language: string | null): TextSentence[] {
  const { text, blocks } = readBlocks(doc);
  const toCodePoint = createCodePointCounter(text);
  const spans = splitSentences({ text, blocks }, language).flatMap((sentence) => splitAtSpaces(text, sentence));
  return spans.flatMap(({ start, end }) => {
    const sentenceText = text.slice(start, end).trimEnd();
    const [from, to] = [toCodePoint(start), toCodePoint(start + sentenceText.length)];
    return /[\p{L}\p{N}]/u.test(sentenceText) ? [{ from, to, text: sentenceText }] : [];
  });
}

function splitAtSpaces(text: string, { start, end }: Span): Span[] {
  const parts: Span[] = [];
  let from = start;
  while (end - from > UTTERANCE_MAX_UNITS) {
    const space = text.lastIndexOf(" ", from + UTTERANCE_MAX_UNITS - 1);
    const isSurrogatePair = (text.codePointAt(from + UTTERANCE_MAX_UNITS - 1) ?? 0) > 0xffff;
    const partEnd = space > from ? space + 1 : from + UTTERANCE_MAX_UNITS - (isSurrogatePair ? 1 : 0);
    parts.push({ start: from, end: partEnd });
    from = partEnd;
  }
  return [...parts, { start: from, end }];
}

function readBlocks(doc: Document): { text: string; blocks: Block[] } {
  const blocks: Block[] = [];
  let text = "";
  let openBlock: { element: Element | null; start: number } | null = null;
  const endBlock = () => {
    const isHeading = HEADING.test(openBlock?.element?.localName.toLowerCase() ?? "");
    if (openBlock && text.slice(openBlock.start).trim() !== "")
      blocks.push({ start: openBlock.start, end: text.length, isHeading });
  };
  for (const part of createTextMap(doc).parts) {
    const element = closestBlock(part.node);
    if (!openBlock || openBlock.element !== element) {
      endBlock();
      openBlock = { element, start: text.length };
    }
    text += part.text;
  }
  endBlock();
  return { text, blocks };
}
