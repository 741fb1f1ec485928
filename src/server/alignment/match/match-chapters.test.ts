import { describe, expect, test } from "bun:test";

import { confidenceLabelAt, secondsAt } from "#contract/timeline.ts";
import type { TextContents } from "#server/epub/read-contents.ts";

import { matchChapters } from "./match-chapters.ts";

/** Code points of each chapter, and its pace relative to the mean. */
const LENGTHS = [18_000, 9_000, 27_000, 14_000, 31_000, 11_000, 22_000, 16_000];
const PACE_DIFFERENCES = [0.02, -0.04, 0.01, 0.05, -0.03, 0.03, -0.01, -0.03];
const MEAN_PACE = 14;
const CHAPTER_SECONDS = LENGTHS.map((length, at) => (length / MEAN_PACE) * (1 + (PACE_DIFFERENCES[at] ?? 0)));
const TITLE = "The Long Table";

type Entry = { title: string; length: number; level?: number };

/** An eBook whose files are the entries; those without a title aren't in its contents. */
function textOf(entries: readonly Entry[]): TextContents {
  let start = 0;
  const sections = entries.map(({ length }, index) => ({ index, href: `${index}.xhtml`, length, linear: true }));
  const toc = entries.flatMap(({ title, length, level = 0 }, section) => {
    start += length;
    return title === "" ? [] : [{ title, section, fragment: null, level, start: start - length }];
  });
  const commonFields = { files: [], language: "en", direction: null, layout: "reflowable" as const };
  return { sections, toc, pages: [], length: start, headings: entries.map(({ title }) => title), ...commonFields };
}

function soundOf(seconds: readonly number[], title: (at: number) => string) {
  let start = 0;
  const chapters = seconds.map((length, at) => {
    start += length;
    return { title: title(at), start: start - length };
  });
  return { title: TITLE, seconds: start, chapters };
}

const toRoman = (at: number) => ["I", "II", "III", "IV", "V", "VI", "VII", "VIII"][at] ?? "";
const chapters = LENGTHS.map((length, at) => ({ title: toRoman(at), length, level: 1 }));
/** A publisher's edition: front matter, a parent with the book's title, back matter. */
const publishedText = textOf([
  { title: "Titlepage", length: 90 },
  { title: "Imprint", length: 900 },
  { title: "Preface", length: 500 },
  { title: TITLE, length: 14 },
  ...chapters,
  { title: "Endnotes", length: 9000 },
  { title: "Uncopyright", length: 3000 },
]);
const BODY = 90 + 900 + 500 + 14;

/** The largest error at the starts and middles of chapters, in seconds. */
function findWorstError(
  sound: ReturnType<typeof soundOf>,
  contents: TextContents,
  codePointsInFront = BODY,
  secondsInFront = 0,
) {
  const { timeline } = matchChapters(sound, contents);
  let [codePointsBefore, secondsBefore, error] = [codePointsInFront, secondsInFront, 0];
  for (const [at, length] of LENGTHS.entries()) {
    const chapterSeconds = CHAPTER_SECONDS[at] ?? 0;
    for (const share of [0.02, 0.5])
      error = Math.max(
        error,
        Math.abs(
          secondsAt(timeline, (codePointsBefore + share * length) / contents.length) -
            secondsBefore -
            share * chapterSeconds,
        ),
      );
    codePointsBefore += length;
    secondsBefore += chapterSeconds;
  }
  return { off: error, timeline };
}

describe("the match of chapters", () => {
  test.each([
    ["own", (at: number) => `Chapter ${at + 1}`],
    ["numbered by file and chapter", (at: number) => `${String(at + 1).padStart(2, "0")} - Chapter ${at + 1}`],
    ["of tracks", (at: number) => `Track ${String(at + 1).padStart(2, "0")}`],
    ["of files", (at: number) => `longtable_0${at + 1}_vintner_64kb`],
    [
      "in German",
      (at: number) =>
        `${["Erstes", "Zweites", "Drittes", "Viertes", "Fünftes", "Sechstes", "Siebtes", "Achtes"][at]} Kapitel`,
    ],
    ["off by one, as where a prologue counts", (at: number) => `Chapter ${at + 2}`],
    ["empty", () => ""],
  ])("finds chapters under a parent with the book's title by titles %s", (_, title) => {
    const { off, timeline } = findWorstError(soundOf(CHAPTER_SECONDS, title), publishedText);
    expect(off).toBeLessThan(20);
    expect(confidenceLabelAt(timeline, 3000)).toBe("chapter");
  });

  test("spreads the body over the audio when there are no chapters", () => {
    const { off, timeline } = findWorstError({ ...soundOf(CHAPTER_SECONDS, () => ""), chapters: [] }, publishedText);
    expect(off).toBeLessThan(90);
    expect(
      timeline.some(({ seconds, fraction }) => seconds === 0 && fraction * publishedText.length >= BODY - 600),
    ).toBe(true);
    expect(confidenceLabelAt(timeline, 5000)).toBe("rough");
  });

  test("isn't sure of the start when a preface may be read", () => {
    const withPreface = textOf([{ title: "Preface", length: 4000 }, ...chapters.slice(0, 2)]);
    const shortAudio = soundOf([(CHAPTER_SECONDS[0] ?? 0) + (CHAPTER_SECONDS[1] ?? 0) + 140], () => "");
    expect(confidenceLabelAt(matchChapters(shortAudio, withPreface).timeline, 10)).toBe("rough");
    const plainText = textOf(chapters.slice(0, 2));
    expect(confidenceLabelAt(matchChapters(shortAudio, plainText).timeline, 10)).toBe("chapter");
  });

  test("joins files of one chapter, and splits a file of several", () => {
    const halfSeconds = CHAPTER_SECONDS.flatMap((seconds) => [seconds * 0.55, seconds * 0.45]);
    const audioInHalves = soundOf(halfSeconds, (at) => `Chapter ${toRoman(Math.floor(at / 2))}. Part ${(at % 2) + 1}`);
    expect(findWorstError(audioInHalves, publishedText).off).toBeLessThan(40);
    const pairSeconds = [0, 2, 4, 6].map((at) => (CHAPTER_SECONDS[at] ?? 0) + (CHAPTER_SECONDS[at + 1] ?? 0));
    const audioInPairs = soundOf(pairSeconds, (at) => `Chapters ${2 * at + 1}–${2 * at + 2}`);
    expect(findWorstError(audioInPairs, publishedText).off).toBeLessThan(60);
  });

  test("splits files of two chapters by length, beyond the tenth", () => {
    const lengths = Array.from({ length: 5 }, () => LENGTHS).flat();
    const textWithManyParts = textOf(lengths.map((length, at) => ({ title: String(at + 1), length })));
    const files = Array.from(
      { length: 20 },
      (_, at) => (CHAPTER_SECONDS[(2 * at) % 8] ?? 0) + (CHAPTER_SECONDS[(2 * at + 1) % 8] ?? 0),
    );
    const { stretches } = matchChapters(
      soundOf(files, (at) => `Track ${String(at + 1).padStart(2, "0")}`),
      textWithManyParts,
    );
    expect(stretches.length).toBe(20);
  });

  test("finds stories of one length by title if some are left out", () => {
    const stories = ["The Cellar", "A Cork", "Bread", "The Mouse", "Winter", "Two Glasses", "The Lamp", "Rain"];
    const readStories = stories.filter((_, at) => at !== 1 && at !== 4);
    const seconds = readStories.map((_, at) => (20_000 / MEAN_PACE) * (1 + (PACE_DIFFERENCES[at] ?? 0)));
    const sound = soundOf(seconds, (at) => `0${at + 1} ${readStories[at]}`);
    const { timeline } = matchChapters(sound, textOf(stories.map((title) => ({ title, length: 20_000 }))));
    const errors = sound.chapters.map(({ start }, at) => {
      const middle = (stories.indexOf(readStories[at] ?? "") + 0.5) / stories.length;
      return Math.round(Math.abs(secondsAt(timeline, middle) - start - (seconds[at] ?? 0) / 2));
    });
    expect(errors).toEqual(errors.map(() => 0));
  });

  test("omits credits and an unread introduction", () => {
    const sound = soundOf([35, ...CHAPTER_SECONDS, 28], (at) => `Track ${String(at + 1).padStart(2, "0")}`);
    const introducedText = textOf([{ title: "Introduction", length: 40_000 }, ...chapters]);
    expect(findWorstError(sound, introducedText, 40_000, 35).off).toBeLessThan(20);
  });

  test("uses the deepest contents that the audio has", () => {
    const nestedChapters = chapters.flatMap(({ title, length, level }, at) => [
      ...(at % 4 === 0 ? [{ title: `Part ${at / 4 + 1}`, length: 8, level: 0 }] : []),
      { title, length: 200, level },
      { title: "At table", length: length - 200, level: 2 },
    ]);
    const { timeline } = matchChapters(
      soundOf(CHAPTER_SECONDS, (at) => `Track ${at + 1}`),
      textOf(nestedChapters),
    );
    const secondsOfFourChapters = CHAPTER_SECONDS.slice(0, 4).reduce((totalSoFar, seconds) => totalSoFar + seconds);
    expect(timeline.some(({ seconds }) => Math.abs(seconds - secondsOfFourChapters) < 1)).toBe(true);
  });

  test("doesn't take files of equal length for chapters", () => {
    const totalSeconds = CHAPTER_SECONDS.reduce((totalSoFar, seconds) => totalSoFar + seconds);
    const partSeconds = Array.from({ length: 7 }, (_, at) => Math.min(1800, totalSeconds - at * 1800)).filter(
      (seconds) => seconds > 0,
    );
    const { off, timeline } = findWorstError(
      soundOf(partSeconds, (at) => `Track ${at + 1}`),
      publishedText,
    );
    expect(off).toBeLessThan(90);
    expect(confidenceLabelAt(timeline, totalSeconds / 2)).toBe("rough");
  });

  test.each([30, 6000])("doesn't pair a chapter at an implausible pace: %p seconds", (seconds) => {
    const sound = soundOf(CHAPTER_SECONDS.with(2, seconds), (at) => `Chapter ${at + 1}`);
    const { pairs, timeline } = matchChapters(sound, publishedText);
    const sectionsOf = (chapter: number) =>
      pairs.filter((pair) => pair.chapter === chapter).map(({ section }) => section);
    expect([0, 1, 3, 4].map(sectionsOf)).toEqual([[4], [5], [7], [8]]);
    expect(sectionsOf(2)).not.toContain(6);
    expect(confidenceLabelAt(timeline, (sound.chapters[2]?.start ?? 0) + 15)).toBe("rough");
    expect(confidenceLabelAt(timeline, (sound.chapters[4]?.start ?? 0) + 15)).toBe("chapter");
  });

  test("matches only the essay of a collection that has the title", () => {
    const essays = Array.from({ length: 12 }, (_, at) => ({
      title: `On Wine, ${at + 1}`,
      length: 60_000 + 900 * at,
      level: 1,
    }));
    const collectionText = textOf([
      { title: "Essays", length: 10 },
      ...essays.with(5, { title: TITLE, length: 52_000, level: 1 }),
    ]);
    const { timeline } = matchChapters(
      soundOf([1900, 1800], (at) => `Part ${at + 1}`),
      collectionText,
    );
    const start = collectionText.toc.find(({ title }) => title === TITLE)?.start ?? 0;
    expect(secondsAt(timeline, (start + 26_000) / collectionText.length)).toBeWithin(1750, 1950);
  });

  test("accepts a text without contents, and no text at all", () => {
    expect(
      matchChapters(
        soundOf(CHAPTER_SECONDS, () => ""),
        textOf([{ title: "", length: 148_000 }]),
      ).timeline.at(-1)?.fraction,
    ).toBe(1);
    expect(
      matchChapters(
        soundOf([], () => ""),
        textOf([]),
      ).pairs,
    ).toEqual([]);
  });
});
