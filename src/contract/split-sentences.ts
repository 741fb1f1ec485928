/** In UTF-16 units of a section's text. */
export type Span = { start: number; end: number };
export type Block = Span & { isHeading: boolean };
type SentenceSpan = Span & { isHeading: boolean; isFirst: boolean };

/** Block elements, where a sentence ends. */
export const BLOCK_ELEMENTS: ReadonlySet<string> = new Set(
  (
    "address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form " +
    "h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul"
  ).split(" "),
);
export const HEADING = /^h[1-6]$/;

const ABBREVIATIONS = new Set(
  "mr mrs ms dr st prof rev hon capt col gen lt sgt maj esq jr sr vs etc vol no fig ch pp cf viz hr fr mme mlle m nr bzw z.b d.h u.s e.g i.e".split(
    " ",
  ),
);
const WORD_MAX_LENGTH = 40;
const CLOSING_MARKS = "\"'”’)]";

type BlockText = { text: string; blocks: readonly Block[] };

/** @param language BCP 47; English if unknown */
export function splitSentences({ text, blocks }: BlockText, language: string | null): SentenceSpan[] {
  const segmenter = segmenterOf(language);
  return blocks.flatMap((block) => sentencesOf(text, block, segmenter));
}

function segmenterOf(language: string | null): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language ?? "en", { granularity: "sentence" });
  } catch {
    return new Intl.Segmenter("en", { granularity: "sentence" });
  }
}

function sentencesOf(text: string, { start, end, isHeading }: Block, segmenter: Intl.Segmenter): SentenceSpan[] {
  if (isHeading) return [{ start: skipChars(/\s/, text, start, end), end, isHeading, isFirst: true }];
  const sentences: SentenceSpan[] = [];
  for (const { index, segment } of segmenter.segment(text.slice(start, end))) {
    const lastSentence = sentences.at(-1);
    const at = start + index;
    if (segment.trim() === "") {
      if (lastSentence) lastSentence.end = at + segment.length;
    } else if (lastSentence && continuesSentence(text.slice(lastSentence.start, lastSentence.end), segment))
      lastSentence.end = at + segment.length;
    else sentences.push({ start: at, end: at + segment.length, isHeading, isFirst: sentences.length === 0 });
  }
  return sentences.map((sentence) => ({ ...sentence, start: skipChars(/\s/, text, sentence.start, sentence.end) }));
}

/** "Mr." and "“What?” he asked" don't end a sentence. */
function continuesSentence(before: string, after: string): boolean {
  const word = findAbbreviation(before);
  if (ABBREVIATIONS.has(word) || /^\p{L}$/u.test(word)) return true;
  return /^["'“‘”’»)\]]*\p{Ll}/u.test(after) || !/[\p{L}\p{N}]/u.test(after);
}

/** The last word in lower case if it ends with a period, else empty. */
function findAbbreviation(text: string): string {
  const tail = text.slice(-WORD_MAX_LENGTH).trimEnd();
  let end = tail.length;
  while (CLOSING_MARKS.includes(tail[end - 1] ?? " ")) end -= 1;
  if (tail[end - 1] !== ".") return "";
  let start = end - 1;
  while (/[\p{L}.]/u.test(tail[start - 1] ?? "")) start -= 1;
  return tail.slice(start, end - 1).toLowerCase();
}

/** The first character from `from` on that isn't a `skipped` one. */
export function skipChars(skipped: RegExp, text: string, from: number, end: number): number {
  let at = from;
  while (at < end && skipped.test(text[at] ?? "")) at += 1;
  return at;
}

/** Their text isn't counted. Server and reader must agree (BEYOND 5). */
export const NON_TEXT_ELEMENTS: ReadonlySet<string> = new Set([
  "head",
  "title",
  "style",
  "script",
  "template",
  "desc",
  "metadata",
]);
