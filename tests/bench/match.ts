import { confidenceLabelAt, fractionAt, secondsAt, type Timeline } from "#contract/timeline.ts";
import { findDivisions } from "#server/alignment/match/find-divisions.ts";
import { matchChapters } from "#server/alignment/match/match-chapters.ts";
import type { TextContents } from "#server/epub/read-contents.ts";

import { KINDS } from "./match/kinds.ts";
import { type NarratedBook, readNarratedBooks } from "./match/narration.ts";
import { type Case, reportOf } from "./match/report.ts";
import { findTruePositions, readEdition, type TruePosition } from "./match/true-positions.ts";

/** The errors of the chapter match in a folder of books with true times (docs/testing.md), as Markdown. */
export async function matchBench(folder: string | undefined): Promise<string> {
  if (!folder) throw new Error("Usage: bun run bench match FOLDER");
  const cases: Case[] = [];
  for (const book of await readNarratedBooks(folder))
    for (const edition of book.editions) cases.push(...(await measureEdition(book, edition)));
  return reportOf(cases);
}

async function measureEdition(
  { name, narration }: NarratedBook,
  edition: NarratedBook["editions"][number],
): Promise<Case[]> {
  const { contents, words } = await readEdition(edition.path);
  const positions = findTruePositions(narration, words);
  const text = { length: contents.length, positions: words.positions };
  // to the end of the last sentence, which lasts until the audio ends
  const [first = 0, last = 0] = [positions[0]?.codePoint, words.positions[(positions.at(-1)?.end ?? 0) - 1]];
  const evenly = ([from, until]: readonly [number, number]): Timeline => [
    { seconds: 0, fraction: from / contents.length, confidence: 0 },
    { seconds: narration.seconds, fraction: until / contents.length, confidence: 0 },
  ];
  const guess = (span: readonly [number, number]) =>
    positions.map((position) => measureDelta(evenly(span), position, text));
  const [proportion, body] = [guess([first, last]), guess(bodyOf(contents, narration.title))];
  return Object.entries(KINDS).map(([kind, toVariant]) => {
    const recording = { title: narration.title, seconds: narration.seconds, chapters: toVariant(narration) };
    const { timeline } = matchChapters(recording, contents);
    return {
      book: name,
      edition: edition.name,
      kind,
      club: positions.map((position) => measureDelta(timeline, position, text)),
      proportion,
      body,
    };
  });
}

/** The first and the last entry of the contents that are usually read aloud. */
function bodyOf(contents: TextContents, title: string): [from: number, until: number] {
  const divisions = findDivisions(contents, title)[0]?.filter(({ skip }) => skip < 0.5) ?? [];
  const lastDivision = divisions.at(-1);
  return [divisions[0]?.start ?? 0, lastDivision ? lastDivision.start + lastDivision.length : contents.length];
}

type Text = { length: number; positions: readonly number[] };

function measureDelta(timeline: Timeline, { seconds, codePoint, word }: TruePosition, { length, positions }: Text) {
  const codePointOffset = fractionAt(timeline, seconds) * length;
  return {
    seconds: Math.abs(secondsAt(timeline, codePoint / length) - seconds),
    words: Math.abs(wordAt(positions, codePointOffset) - word),
    isAbout: confidenceLabelAt(timeline, seconds) === "chapter",
  };
}

function wordAt(positions: readonly number[], codePoint: number): number {
  let [low, high] = [0, positions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((positions[middle] ?? 0) < codePoint) low = middle + 1;
    else high = middle;
  }
  return low;
}
