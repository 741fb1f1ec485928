import { expect, test } from "bun:test";

import { secondsAt } from "#contract/timeline.ts";
import type { TextContents } from "#server/epub/read-contents.ts";

import { matchChapters, toAudioParts } from "./match-chapters.ts";

const LENGTHS = [62_000, 55_000, 70_000];
/** In code points per second. */
const PACES = [14.4, 13.2, 14.2];

function textOf(titles: readonly string[]): TextContents {
  let start = 0;
  const sections = LENGTHS.map((length, index) => ({ index, href: `${index}.xhtml`, length, linear: true }));
  const toc = titles.map((title, section) => {
    start += LENGTHS[section] ?? 0;
    return { title, section, fragment: null, level: 0, start: start - (LENGTHS[section] ?? 0) };
  });
  const commonFields = { files: [], language: "en", direction: null, layout: "reflowable" as const };
  return { sections, toc, pages: [], length: start, headings: [...titles], ...commonFields };
}

/** A recording with an equal time for each title. */
function recordingOf(titles: readonly string[], seconds: number) {
  const chapters = titles.map((title, at) => ({ title, start: (seconds * at) / titles.length }));
  return { title: "Winter", seconds, chapters };
}

const NUMERALS = ["I", "II", "III"];
const groupChapters = (titles: readonly string[], textTitles = NUMERALS) =>
  toAudioParts(recordingOf(titles, 6000), textOf(textTitles)).map(({ chapters }) => chapters);

test.each([
  ["I, part 1", "I, part 2", "II, part 1", "II, part 2"],
  ["01 - Frost, Part 1", "02 - Frost, Part 2", "03 - Thaw (1 of 2)", "04 - Thaw (2 of 2)"],
  ["Kapitel 1, Teil 1", "Kapitel 1, Teil 2", "Kapitel 2 - Teil A", "Kapitel 2 - Teil B"],
])("joins the parts of a chapter: %s, %s, …", (one, two, three, four) => {
  expect(groupChapters([one, two, three, four])).toEqual([
    [0, 1],
    [2, 3],
  ]);
});

test.each([
  [["Part 1", "Part 2", "Part 3"], NUMERALS],
  [["Track 1", "Track 2", "Track 3"], NUMERALS],
  [["Frost", "Frost", "Frost"], NUMERALS],
  [["Frost, part 1", "Thaw", "Frost, part 2"], NUMERALS],
  [
    ["Frost, part 1", "Frost, part 2", "Thaw"],
    ["Part 1", "Part 2", "Thaw"],
  ],
])("leaves other chapters apart: %j in %j", (titles, textTitles) => {
  expect(groupChapters(titles, textTitles)).toEqual([[0], [1], [2]]);
});

test("finds few long chapters that are recorded in parts", () => {
  const durations = LENGTHS.map((length, at) => length / (PACES[at] ?? 1));
  let end = 0;
  const chapters = durations.flatMap((duration, at) => {
    const start = end;
    end += duration;
    return [0, 1, 2, 3].map((part) => ({
      title: `${at + 1}, part ${part + 1}`,
      start: start + (part / 4) * duration,
    }));
  });
  const { pairs, timeline } = matchChapters({ title: "Winter", seconds: end, chapters }, textOf(NUMERALS));
  expect(pairs.map(({ chapter, section }) => [chapter, section])).toEqual(
    chapters.map((_, at) => [at, Math.floor(at / 4)]),
  );
  const [first = 0, second = 0, third = 0] = LENGTHS;
  const offset = secondsAt(timeline, (first + second) / (first + second + third)) - (chapters[8]?.start ?? 0);
  expect(Math.abs(offset)).toBeLessThan(1);
});
