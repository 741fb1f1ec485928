import { sectionOffsets } from "#contract/chapters.ts";
import { skipChars, type Span, splitSentences } from "#contract/split-sentences.ts";
import { createCodePointCounter } from "#contract/text-length.ts";
import type { TextContents } from "#server/epub/read-contents.ts";
import type { SectionText } from "#server/epub/visible-text.ts";

import { CLAUSE, HEADING, LINE, PARAGRAPH, type PauseCandidates, SENTENCE } from "./voice-model.ts";

/** A digit takes as long to read as four letters. */
const DIGIT_LETTERS = 4;

export type TextSentence = { mark: number; section: number; from: number; to: number };

export function findMarks(
  { sections, language }: Pick<TextContents, "sections" | "language">,
  texts: readonly SectionText[],
): { marks: PauseCandidates; sentences: TextSentence[] } {
  const kinds: number[] = [];
  const spoken: number[] = [];
  const positions: number[] = [];
  const sentences: TextSentence[] = [];
  let letterCount = 0;
  const starts = sectionOffsets(sections);
  const addMark = (kind: number, position: number) => {
    kinds.push(kind);
    spoken.push(letterCount);
    positions.push(position);
  };
  for (const [index, text] of texts.entries()) {
    const toCodePoint = createCodePointCounter(text.text);
    const sectionStart = starts[index] ?? 0;
    let isFirstInSection = true;
    for (const sentence of splitSentences(text, language)) {
      const kind = sentence.isHeading || isFirstInSection ? HEADING : sentence.isFirst ? PARAGRAPH : SENTENCE;
      isFirstInSection = false;
      const [start, end] = [toCodePoint(sentence.start), toCodePoint(sentence.end)];
      sentences.push({ mark: kinds.length, section: index, from: start, to: end });
      addMark(kind, sectionStart + start);
      let from = sentence.start;
      for (const { at, isLine } of findClauses(text, sentence)) {
        if (at <= from) continue;
        letterCount += countLetters(text.text.slice(from, at));
        from = at;
        addMark(isLine ? LINE : CLAUSE, sectionStart + toCodePoint(at));
      }
      letterCount += countLetters(text.text.slice(from, sentence.end));
    }
  }
  addMark(
    HEADING,
    sections.reduce((sum, { length }) => sum + length, 0),
  );
  const marks = { kinds: Uint8Array.from(kinds), spoken: Float64Array.from(spoken), at: Float64Array.from(positions) };
  return { marks, sentences };
}

/** The time it takes to read, in letters; a space counts as one. */
function countLetters(text: string): number {
  const digitCount = text.match(/\p{N}/gu)?.length ?? 0;
  const letters = text.match(/[\p{L}\s]/gu)?.length ?? 0;
  return letters + digitCount * DIGIT_LETTERS;
}

const CLAUSE_END = /[,;:)\]—–…،、，；：](?=["'”’»]*(?:\s|$|[—–\p{L}“‘]))|\s[-–—]+(?=\s)|--|[.!?]["'”’»]*(?=\s)/gu;

function findClauses({ text, lines }: SectionText, { start, end }: Span): { at: number; isLine: boolean }[] {
  const sentenceText = text.slice(start, end);
  const clauses = [...sentenceText.matchAll(CLAUSE_END)].map((match) => ({
    at: skipChars(/["'”’»\s]/, text, start + match.index + match[0].length, end),
    isLine: false,
  }));
  for (const at of lines) if (at > start && at < end) clauses.push({ at, isLine: true });
  return clauses.filter(({ at }) => at < end).toSorted((one, other) => one.at - other.at);
}
