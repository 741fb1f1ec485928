import { expect, test } from "bun:test";

import { randomNumbers } from "#tests/support/narrated-text.ts";

import { type AudioOutline, compareAudio } from "./compare-audio.ts";
import { invertCrosswalk, mapPosition } from "./crosswalk.ts";

const TITLES: readonly ((at: number) => string)[] = [
  (at) => `Chapter ${at + 1}`,
  (at) => `${at + 1}`,
  (at) => `Track ${String(at + 1).padStart(2, "0")}`,
  (at) => `${(at % 6) + 1}`,
  (at) => WORDS[at] ?? "",
  (at) => GERMAN_NUMBERS[at] ?? "",
  () => "Chapter",
  () => "",
];
/** For up to 60 chapters. */
const WORDS = ["", "Twenty", "Thirty", "Forty", "Fifty", "Sixty"]
  .flatMap((ten) =>
    ["", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"].map((one) => `${ten} ${one}`.trim()),
  )
  .slice(1);
const GERMAN_NUMBERS = ["", "zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig"]
  .flatMap((ten) =>
    ["", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"].map((one) =>
      ten === "" ? one : [one, ten].filter(Boolean).join("und"),
    ),
  )
  .slice(1);
const SCENES = 60;
const RAISED_MAX = 0.05;
const INTRO_SECONDS = 25;

type Recording = AudioOutline & { sceneStarts: number[] };

/** Scenes of these lengths, in random chapters, with or without an intro. */
function record(sceneSeconds: readonly number[], random: () => number): Recording {
  const titleOf = TITLES[Math.floor(random() * TITLES.length)] ?? String;
  const scenesPerChapter = 1 + Math.floor(random() * 10);
  const isEven = random() < 0.5;
  let seconds = random() < 0.3 ? INTRO_SECONDS : 0;
  let scenesLeft = 0;
  const recording: Recording = { seconds: 0, chapters: [], sceneStarts: [] };
  const chapterStarts: number[] = [];
  for (const length of sceneSeconds) {
    if (scenesLeft === 0) {
      chapterStarts.push(chapterStarts.length === 0 ? 0 : seconds);
      scenesLeft = isEven ? scenesPerChapter : 1 + Math.floor(random() * scenesPerChapter * 2);
    }
    scenesLeft -= 1;
    recording.sceneStarts.push(seconds);
    seconds += length;
  }
  return { ...recording, seconds, chapters: chapterStarts.map((start, at) => ({ title: titleOf(at), start })) };
}

const listTitles = ({ chapters }: Recording) => chapters.map(({ title }) => title);

test("raises no position in random chapters of the same book", () => {
  const random = randomNumbers(64);
  const raised: string[] = [];
  for (let run = 0; run < 1000; run += 1) {
    const lengths = Array.from({ length: SCENES }, () => 60 + Math.floor(random() * 300));
    const pace = random() < 0.5 ? 1 : 0.8 + random() * 0.5;
    const from = record(lengths, random);
    const otherLengths = pace === 1 ? lengths : lengths.map((one) => one * pace * (0.95 + random() * 0.1));
    const to = record(otherLengths, random);
    // as many chapters with the same titles are taken for the same chapters
    if (Bun.deepEquals(listTitles(from), listTitles(to))) continue;
    const crosswalk = compareAudio(from, to);
    for (const [one, other, way] of [
      [from, to, crosswalk],
      [to, from, invertCrosswalk(crosswalk)],
    ] as const)
      for (const scene of [8, 20, 35]) {
        const start = (one.sceneStarts[scene] ?? 0) / one.seconds;
        const sameScene = (other.sceneStarts[scene] ?? 0) / other.seconds;
        if (mapPosition(way, start) > sameScene + RAISED_MAX) raised.push(`${run}: scene ${scene}`);
      }
  }
  expect(raised).toEqual([]);
});
