import { sectionOffsets } from "#contract/chapters.ts";
import { secondsAt } from "#contract/timeline.ts";
import { matchChapters } from "#server/alignment/match/match-chapters.ts";
import { toTimeline } from "#server/alignment/match/timeline.ts";
import { findMarks } from "#server/alignment/model/find-marks.ts";
import { explainsAudio, findSentences } from "#server/alignment/model/find-sentences.ts";
import { toAlignedSpans, toPoints } from "#server/alignment/model/sentence-timings.ts";
import { selectTimedSentences } from "#server/alignment/model/timed-sentences.ts";

import { KINDS } from "./match/kinds.ts";
import { type NarratedBook, readNarratedBooks } from "./match/narration.ts";
import { formatPercent, quantile, table } from "./match/report.ts";
import { findTruePositions, readEdition } from "./match/true-positions.ts";
import { pausesOf, VOICES } from "./match/voices.ts";

const CHAPTER_KINDS = ["own titles", "no chapters", "half hours"];
/** How far two editions' positions of a sentence may be apart, in code points. */
const TOLERANCE_SECONDS = 2;

/**
 * The quality of the alignment in a folder of books with true times (docs/testing.md), as Markdown. Their audio isn't
 * available, so generated voices pause like human ones. @param names parts of the names of books; empty for all books
 */
export async function sentencesBench(folder: string | undefined, names: readonly string[]): Promise<string> {
  if (!folder) throw new Error("Usage: bun run bench sentences FOLDER [BOOK…]");
  const rows: string[][] = [];
  const positions: Positions[] = [];
  for (const book of await readNarratedBooks(folder))
    if (names.length === 0 || names.some((name) => book.name.includes(name)))
      for (const edition of book.editions) rows.push(...(await measure(book, edition, positions)));
  const headerCells = [
    "book",
    "voice",
    "chapters",
    "off, s",
    "in 1 s",
    "in 3 s",
    "sure",
    "of these in 1 s",
    "in 5 s",
    "before, s",
  ];
  const byCase = [...Map.groupBy(positions, ({ name }) => name)].map(([name, casePositions]) => {
    const [before, after] = [casePositions.flatMap((one) => one.before), casePositions.flatMap((one) => one.after)];
    return [name, formatQuantiles(before), formatQuantiles(after)];
  });
  const caseTable = table(["voice, chapters", "places before, s", "places, s"], byCase);
  return `${table([...headerCells, "core, s"], rows)}\n\n${caseTable}`;
}

/** The errors of the timeline in seconds, before and after the audio was analyzed. */
type Positions = { name: string; before: number[]; after: number[] };

async function measure(
  { name, narration }: NarratedBook,
  edition: NarratedBook["editions"][number],
  results: Positions[],
): Promise<string[][]> {
  const { contents, text, words } = await readEdition(edition.path);
  const { marks, sentences } = findMarks(contents, text);
  const positions = findTruePositions(narration, words);
  const starts = sectionOffsets(contents.sections);
  const rows: string[][] = [];
  for (const [voice, voiceModel] of Object.entries(VOICES))
    for (const kind of CHAPTER_KINDS) {
      const recording = {
        title: narration.title,
        seconds: narration.seconds,
        chapters: KINDS[kind]?.(narration) ?? [],
      };
      const { stretches, timeline: before } = matchChapters(recording, contents);
      const cpuUsage = process.cpuUsage();
      const pauses = pausesOf(narration, voiceModel);
      const path = findSentences({ marks, pauses, guess: stretches });
      const cpuSeconds = process.cpuUsage(cpuUsage).user / 1e6;
      const isFound = path !== null && explainsAudio(path, pauses);
      const timedSentences = isFound ? selectTimedSentences(path.sentences, sentences, pauses) : [];
      const points = toPoints(timedSentences, contents.sections);
      const spans = points.length > 0 ? toAlignedSpans(points) : stretches;
      const timeline = toTimeline(spans, narration.seconds, contents.length);
      const byPosition = new Map(timedSentences.map((one) => [(starts[one.section] ?? 0) + one.from, one]));
      // a true position in the middle of a printed sentence has no start
      const sentenceStarts = new Set(sentences.map(({ section, from }) => (starts[section] ?? 0) + from));
      const errors: number[] = [];
      const confidentErrors: number[] = [];
      const errorsBefore: number[] = [];
      const after: number[] = [];
      for (const { seconds, codePoint } of positions) {
        const position = [0, 1, -1, TOLERANCE_SECONDS, -TOLERANCE_SECONDS]
          .map((distance) => codePoint + distance)
          .find((one) => sentenceStarts.has(one));
        if (position === undefined) continue;
        const timedSentence = byPosition.get(position);
        const error = Math.abs((timedSentence?.start ?? secondsAt(timeline, position / contents.length)) - seconds);
        errors.push(error);
        if (timedSentence?.sure) confidentErrors.push(error);
        after.push(Math.abs(secondsAt(timeline, position / contents.length) - seconds));
        errorsBefore.push(Math.abs(secondsAt(before, position / contents.length) - seconds));
      }
      const percentWithin = (errors: readonly number[], limit: number) =>
        formatPercent(errors.filter((error) => error <= limit).length, errors.length);
      rows.push([
        `${name.replaceAll("_", " ")}, ${edition.name}`,
        voice,
        kind,
        [0.5, 0.9, 0.95].map((share) => quantile(errors, share)).join(" / "),
        percentWithin(errors, 1),
        percentWithin(errors, 3),
        formatPercent(confidentErrors.length, errors.length),
        percentWithin(confidentErrors, 1),
        percentWithin(confidentErrors, 5),
        formatQuantiles(errorsBefore, 0),
        String(Math.round(cpuSeconds)),
      ]);
      results.push({ name: `${voice}, ${kind}`, before: errorsBefore, after });
      console.error(rows.at(-1)?.join(" | "));
    }
  return rows;
}

function formatQuantiles(errors: readonly number[], digits = 1): string {
  return [0.5, 0.95].map((share) => quantile(errors, share, digits)).join(" / ");
}
