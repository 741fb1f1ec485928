import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Page } from "playwright-core";

import type { Match } from "#contract/book-progress.ts";
import type { SectionSentences, Sentence } from "#contract/sentences.ts";
import {
  type AlongSnapshot,
  lookAlong,
  lookAlongFor,
  type Narrated,
  OPEN_SHADOWS,
} from "#tests/journeys/along-page.ts";
import { startReaderClub } from "#tests/support/browser-club.ts";
import { randomNumbers } from "#tests/support/narrated-text.ts";
import { until } from "#tests/support/poll-until.ts";
import { chapterFrame, pressInBars } from "#tests/support/reader-page.ts";
import { bookOf } from "#tests/support/reading-book.ts";
import { sentenceAt } from "#web/reading/read-along/sentence-lookup.ts";

const SAMPLE_RATE_HZ = 22_050;
/** Samples below this are the silence around speech. */
const SPEECH_LEVEL = 200;
const POOL_SIZE = 240;
const SENTENCES_PER_PARAGRAPH = 5;
/** Seconds of silence after each, and their variation. */
const PAUSE_SECONDS = { sentence: 0.6, paragraph: 1.1, heading: 1.8 };
const PAUSE_VARIATION = 0.3;
const WORDS =
  "the of and to a in that it was his he had her with as for she at on not be is him by but they from said which one all would have were their when no an out there what up them who into been could then some this so about down more back only now over very after where before little other upon hand time long never made came again went eyes face night looked thought morning nothing something evening".split(
    " ",
  );
/** "no." could be an abbreviation, so a sentence doesn't end with it. */
const LAST_WORDS = "house room garden window letter table glass wine winter summer".split(" ");

const whyNoSpeech = (): string | null =>
  ["espeak-ng", "ffmpeg"].flatMap((name) => (Bun.which(name) ? [] : `no ${name}`))[0] ?? null;

type Spoken = { text: string; samples: Int16Array };

/**
 * A book of random sentences and its MP3, read by espeak-ng: its times are known, and it also pauses within sentences.
 * @param target path of the MP3
 */
async function spokenAudiobook(target: string, { chapters, hours }: { chapters: number; hours: number }) {
  const random = randomNumbers(49);
  const pool = await Promise.all(Array.from({ length: POOL_SIZE }, () => synthesize(sentence(random))));
  const narrated: Narrated[] = [];
  const encoder = Bun.spawn(
    [
      ...`ffmpeg -v error -y -f s16le -ar ${SAMPLE_RATE_HZ} -ac 1 -i - -b:a 48k -compression_level 9`.split(" "),
      target,
    ],
    { stdin: "pipe", stdout: "ignore", stderr: "pipe" },
  );
  let samples = 0;
  const write = async (part: Int16Array) => {
    encoder.stdin.write(new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
    samples += part.length;
    await encoder.stdin.flush();
  };
  const pause = (kind: keyof typeof PAUSE_SECONDS) => {
    const variation = Math.exp(PAUSE_VARIATION * (random() + random() - 1) * 2);
    return write(new Int16Array(Math.round(PAUSE_SECONDS[kind] * variation * SAMPLE_RATE_HZ)));
  };
  await write(new Int16Array(SAMPLE_RATE_HZ));
  for (let chapter = 0; chapter < chapters; chapter += 1) {
    const title = `Chapter ${chapter + 1}`;
    const heading = { id: `s${chapter}xtitle`, chapter, text: title, start: samples / SAMPLE_RATE_HZ };
    await write((await synthesize(`${title}.`)).samples);
    narrated.push({ ...heading, end: samples / SAMPLE_RATE_HZ });
    await pause("heading");
    const isRead = () => samples >= ((chapter + 1) / chapters) * hours * 3600 * SAMPLE_RATE_HZ;
    for (let index = 0; !isRead(); index += 1) {
      const spokenWord = pool[Math.floor(random() * pool.length)];
      if (!spokenWord) break;
      const start = samples / SAMPLE_RATE_HZ;
      await write(spokenWord.samples);
      narrated.push({
        id: `s${chapter}x${index}`,
        chapter,
        text: spokenWord.text,
        start,
        end: samples / SAMPLE_RATE_HZ,
      });
      await pause(index % SENTENCES_PER_PARAGRAPH === SENTENCES_PER_PARAGRAPH - 1 ? "paragraph" : "sentence");
    }
  }
  await encoder.stdin.end();
  if ((await encoder.exited) !== 0) throw new Error(await new Response(encoder.stderr).text());
  return { ebook: textOf(narrated, chapters), narrated };
}

function sentence(random: () => number): string {
  const clauses = Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
    Array.from({ length: 3 + Math.floor(random() ** 2 * 14) }, () => WORDS[Math.floor(random() * WORDS.length)]).join(
      " ",
    ),
  );
  const lastWord = LAST_WORDS[Math.floor(random() * LAST_WORDS.length)];
  return `${clauses.join(", ").replace(/^./, (letter) => letter.toUpperCase())} ${lastWord}.`;
}

async function synthesize(text: string): Promise<Spoken> {
  const espeak = Bun.spawn(["espeak-ng", "-v", "en-us", "-s", "155", "--stdout", text], { stdout: "pipe" });
  const wav = await new Response(espeak.stdout).arrayBuffer();
  if ((await espeak.exited) !== 0) throw new Error("espeak-ng failed");
  const samples = new Int16Array(wav, 44);
  const isLoud = (value: number) => Math.abs(value) > SPEECH_LEVEL;
  return { text, samples: samples.subarray(samples.findIndex(isLoud), samples.findLastIndex(isLoud) + 1) };
}

function textOf(narrated: readonly Narrated[], chapters: number): Buffer {
  return bookOf({
    chapters: Array.from({ length: chapters }, (_, chapter) => {
      const spans = narrated
        .filter((one) => one.chapter === chapter && !one.id.endsWith("title"))
        .map(({ id, text }) => `<span id="${id}">${text}</span>`);
      const paragraphs = Array.from(
        { length: Math.ceil(spans.length / SENTENCES_PER_PARAGRAPH) },
        (_one, index) =>
          `<p>${spans.slice(index * SENTENCES_PER_PARAGRAPH, (index + 1) * SENTENCES_PER_PARAGRAPH).join(" ")}</p>`,
      );
      return {
        title: `Chapter ${chapter + 1}`,
        body: `<h1><span id="s${chapter}xtitle">Chapter ${chapter + 1}</span></h1>\n${paragraphs.join("\n")}`,
      };
    }),
  });
}

const WIDTH = 390;
const HEIGHT = 844;
const TEST_MINUTES = 10;
const CHAPTERS = 12;
/** A busy page highlights late; the audio's pauses are accurate to a tenth of a second. */
const TOLERANCE_SECONDS = 0.4;
const MOMENTS = [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1];
const skipReason = whyNoSpeech();

const folder = mkdtempSync(join(tmpdir(), "bookclub-along-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(skipReason !== null)(
  "marks right and turns in time for ten of 120 minutes",
  async () => {
    const audioPath = join(folder, "book.mp3");
    const { ebook, narrated } = await spokenAudiobook(audioPath, { chapters: CHAPTERS, hours: 2 });
    const { browser, adminPage, bookId } = await startReaderClub({ ebook, audioPath });
    const page = await adminPage({ width: WIDTH, height: HEIGHT, touch: true });
    await page.addInitScript(OPEN_SHADOWS);
    await page.addInitScript(`globalThis.lookAlong = ${lookAlong.toString()}`);
    const { sentences: alignment } = await until(
      async (): Promise<Match> => (await page.request.get(`/api/books/${bookId}/match`)).json(),
      (match) => match.sentences.state === "ready",
      240_000,
    );
    expect(alignment.share).toBeGreaterThan(0.95);
    const sentences = await listSentences(page, bookId);
    await page.request.post("/api/reading-progress", { data: { bookId, fraction: 0.3, locator: null } });
    await page.goto("/read");
    await chapterFrame(page, "c4.xhtml");
    await pressInBars(page, "Play");
    await until(
      () => takeSnapshot(page),
      ({ marked }) => marked.length > 0,
    );
    const highlighted = new Set<string>();
    const errors: unknown[] = [];
    const takeSpokenSnapshots = async (milliseconds: number) => {
      // during the pause after a chapter, the next one is shown
      const isSpoken = ({ seconds }: AlongSnapshot) =>
        narrated.some(({ start, end }) => start <= seconds && seconds <= end);
      const snapshots = (await takeSnapshots(page, milliseconds)).filter(isSpoken);
      errors.push(...snapshots.flatMap((one) => errorOf(one, narrated, sentences) ?? []));
      for (const { marked } of snapshots) for (const id of marked) highlighted.add(id);
    };
    for (let minute = 0; minute < TEST_MINUTES; minute += 1) {
      for (let part = 0; part < 5; part += 1) await takeSpokenSnapshots(10_000);
      if (minute % 2 === 0) await turnAway(page);
      else await tapOn(page);
    }
    expect(errors.slice(0, 5)).toEqual([]);
    // a sentence takes about five seconds
    expect(highlighted.size).toBeGreaterThan(80);
    expect([...highlighted].filter((id) => id.endsWith("title"))).not.toBeEmpty();
    expect(browser.faults).toEqual([]);
  },
  1_200_000,
);

async function listSentences(page: Page, bookId: number): Promise<Sentence[]> {
  const sections = Array.from({ length: CHAPTERS }, async (_, section) => {
    const answer = await page.request.get(`/api/books/${bookId}/sentences?section=${section}`);
    const { sentences }: SectionSentences = await answer.json();
    return sentences;
  });
  return (await Promise.all(sections)).flat();
}

/**
 * The error at a moment. A sure sentence is highlighted while it's spoken, the paragraph of one that isn't sure, and
 * otherwise nothing; its page is shown.
 */
function errorOf(
  { seconds, marked, shown }: AlongSnapshot,
  narrated: readonly Narrated[],
  listedSentences: readonly Sentence[],
) {
  const moments = MOMENTS.map((share) => {
    const moment = seconds + share * TOLERANCE_SECONDS;
    const spokenId = narrated.findLast(({ start }) => start <= moment)?.id ?? "";
    const listedSentence = sentenceAt(listedSentences, moment);
    const expectedSentences =
      listedSentence === null ? [] : listedSentence.sure ? [spokenId] : paragraphOf(spokenId, narrated);
    return { heard: spokenId, due: expectedSentences, isShown: shown.includes(spokenId) };
  });
  const isSeen = moments.some(({ isShown }) => isShown);
  // the page turns before the voice gets there
  const isBetween = marked.length === 0 && moments.some(({ isShown }) => !isShown);
  const isRight = isBetween || moments.some(({ due }) => Bun.deepEquals(due, marked));
  return isRight && isSeen ? null : { seconds, marked, moments };
}

function paragraphOf(id: string, narrated: readonly Narrated[]): string[] {
  const paragraph = (one: string) => {
    const [chapter, wordText = ""] = one.split("x");
    return `${chapter} ${wordText === "title" ? wordText : Math.floor(Number(wordText) / SENTENCES_PER_PARAGRAPH)}`;
  };
  return narrated.map((one) => one.id).filter((one) => paragraph(one) === paragraph(id));
}

const takeSnapshot = (page: Page) => page.evaluate(lookAlong);
const takeSnapshots = (page: Page, milliseconds: number): Promise<AlongSnapshot[]> =>
  page.evaluate(lookAlongFor, milliseconds);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).filter({ visible: true });

/** Swipes back a page, where the voice won't come, and returns to the voice. */
async function turnAway(page: Page): Promise<void> {
  await page.touchscreen.tap(20, HEIGHT / 2);
  await button(page, "Jump to current sentence").first().tap();
  await until(
    () => takeSnapshot(page),
    ({ marked, shown }) => marked.some((id) => shown.includes(id)),
  );
}

/** Plays from the sentence in the middle of the page. */
async function tapOn(page: Page): Promise<void> {
  const [markedBefore] = (await takeSnapshot(page)).marked;
  await page.touchscreen.tap(WIDTH / 2, HEIGHT / 2);
  await until(
    () => takeSnapshot(page),
    ({ marked, paused }) => !paused && marked.length > 0 && marked[0] !== markedBefore,
  );
}
