import { tmpdir } from "node:os";
import { join } from "node:path";

import { sectionOffsets } from "#contract/chapters.ts";
import { cleanDocument } from "#server/epub/clean-document.ts";
import { readPackIndex } from "#server/epub/ebooks.ts";
import { type EpubFile, openEpub } from "#server/epub/open-epub.ts";
import { prepareEpub } from "#server/epub/prepare.ts";
import type { TextContents } from "#server/epub/read-contents.ts";
import { createTextCounter, readBookText } from "#server/epub/visible-text.ts";

import type { Narration } from "./narration.ts";

/**
 * A sentence that starts at `seconds` and `codePoint`; `word` and `end` are the indexes of its first word and the next.
 */
export type TruePosition = { seconds: number; codePoint: number; word: number; end: number };
/** Every word of an edition with its offset in code points, in order. */
type IndexedWords = { words: string[]; positions: number[] };

/** A run of this many words that is unique in both texts is a match. */
const RUN_WORDS = 6;

/** The text of an EPUB, prepared by the club's code, and its words. */
export async function readEdition(path: string) {
  const packFolder = join(tmpdir(), `bookclub-${crypto.randomUUID()}`);
  await prepareEpub(path, packFolder);
  const index = readPackIndex(packFolder);
  if ("fault" in index) throw new Error(index.fault);
  const { contents } = index;
  const text = await readBookText(index, packFolder);
  await Bun.file(packFolder).delete();
  using epub = await openEpub(path);
  return { contents, text, words: await readWords(epub, contents) };
}

async function readWords(epub: EpubFile, { sections }: TextContents): Promise<IndexedWords> {
  const indexedWords: IndexedWords = { words: [], positions: [] };
  const starts = sectionOffsets(sections);
  for (const { index, href } of sections) {
    let wordPositions: [word: string, position: number][] = [];
    cleanDocument(await epub.readText(href), { path: href, find: epub.findName }, () => {
      wordPositions = [];
      const counter = createTextCounter();
      const text = (all: string) => {
        for (const part of all.split(/(\s+)/)) {
          const before = counter.result().length;
          counter.reader.text?.(part);
          if (counter.result().length === before) continue;
          for (const word of wordsOf(part)) wordPositions.push([word, (starts[index] ?? 0) + before]);
        }
      };
      return { ...counter.reader, text };
    });
    for (const [word, position] of wordPositions) {
      indexedWords.words.push(word);
      indexedWords.positions.push(position);
    }
  }
  return indexedWords;
}

/** The positions of a narration's sentences in an edition, where runs of words match. */
export function findTruePositions(
  { sentences, seconds }: Narration,
  { words, positions }: IndexedWords,
): TruePosition[] {
  const spokenWords = sentences.flatMap(([start, text], sentence) => {
    const sentenceWords = wordsOf(text);
    const length = (sentences[sentence + 1]?.[0] ?? seconds) - start;
    return sentenceWords.map((word, i) => {
      return { word, sentence, seconds: start + (length * i) / sentenceWords.length, left: sentenceWords.length - i };
    });
  });
  const [spokenRuns, printedRuns] = [spokenWords.map(({ word }) => word), words].map(uniqueRuns);
  const sharedRuns = [...(spokenRuns ?? [])].flatMap(([run, at]) => {
    const word = printedRuns?.get(run);
    return word === undefined ? [] : [{ at, word }];
  });
  const bySentence = new Map<number, TruePosition>();
  for (const { at, word } of longestRise(sharedRuns)) {
    const { sentence = -1, seconds: time = 0, left = 0 } = spokenWords[at] ?? {};
    const end = Math.min(words.length, word + left);
    if (!bySentence.has(sentence))
      bySentence.set(sentence, { seconds: time, codePoint: positions[word] ?? 0, word, end });
  }
  return [...bySentence.values()];
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize("NFKD")
      .replaceAll(/[\p{M}'’]/gu, "")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

function uniqueRuns(words: readonly string[]): Map<string, number> {
  const runs = new Map<string, number>();
  for (let i = 0; i + RUN_WORDS <= words.length; i += 1) {
    const run = words.slice(i, i + RUN_WORDS).join(" ");
    runs.set(run, runs.has(run) ? -1 : i);
  }
  return new Map([...runs].filter(([, at]) => at >= 0));
}

/** The longest increasing subsequence; it leaves out words from elsewhere, such as a quotation in a preface. */
function longestRise(sharedRuns: readonly { at: number; word: number }[]): { at: number; word: number }[] {
  const sortedRuns = sharedRuns.toSorted((a, b) => a.at - b.at);
  const tails: number[] = [];
  const before: number[] = [];
  for (const [index, { word }] of sortedRuns.entries()) {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sortedRuns[tails[middle] ?? 0]?.word ?? 0) < word) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? (tails[low - 1] ?? -1) : -1;
    tails[low] = index;
  }
  const longest = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const entry = sortedRuns[index];
    if (entry) longest.push(entry);
  }
  return longest.toReversed();
}
