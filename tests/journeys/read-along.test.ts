import { expect, test } from "bun:test";

import type { Page } from "playwright-core";

import type { SectionSentences } from "#contract/sentences.ts";
import { startReaderClub } from "#tests/support/browser-club.ts";
import { screenshot } from "#tests/support/browser.ts";
import { mp3 } from "#tests/support/mp3.ts";
import { until } from "#tests/support/poll-until.ts";
import { chapterFrame } from "#tests/support/reader-page.ts";
import { bookOf } from "#tests/support/reading-book.ts";

import { type AlongSnapshot, lookAlong, lookAlongFor, type Narrated, OPEN_SHADOWS } from "./along-page.ts";

/** Words per sentence, in turn: some are short and some longer than two lines. */
const SENTENCE_LENGTHS = [6, 14, 4, 22, 9, 30, 5];
const SECONDS_PER_WORD = 0.25;
const PAUSE_SECONDS = 0.4;
const CHAPTERS = 2;
/** Sentences per chapter. */
const SENTENCE_COUNT = 60;
const SENTENCES_PER_PARAGRAPH = 4;
/** Seconds by which a highlight may be late or early. */
const TOLERANCE_SECONDS = 0.15;
const WIDTH = 390;
const HEIGHT = 844;
const { ebook, narrated, sound } = narratedBook();
const { browser, adminPage, bookId } = await startReaderClub({ ebook });

async function open(): Promise<Page> {
  const page = await adminPage({ width: WIDTH, height: HEIGHT, touch: true });
  await page.addInitScript(OPEN_SHADOWS);
  await page.addInitScript(`globalThis.lookAlong = ${lookAlong.toString()}`);
  await page.request.post("/api/reading-progress", { data: { bookId, fraction: 0, locator: null } });
  await until(
    async (): Promise<SectionSentences> => (await page.request.get(`/api/books/${bookId}/sentences?section=0`)).json(),
    ({ sentences }) => sentences.length > 0,
    90_000,
  );
  await page.goto("/read");
  await chapterFrame(page, "c1.xhtml");
  await page.locator("[data-bar=top]").waitFor();
  return page;
}

const takeSnapshot = (page: Page) => page.evaluate(lookAlong);
const takeSnapshots = (page: Page, milliseconds: number): Promise<AlongSnapshot[]> =>
  page.evaluate(lookAlongFor, milliseconds);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).filter({ visible: true });

/** Plays from the first page until a sentence is highlighted and spoken; before, the player seeks to its start. */
async function playUntilMarked(page: Page): Promise<AlongSnapshot> {
  await button(page, "Play").first().tap();
  return until(
    () => takeSnapshot(page),
    ({ marked, seconds }) => marked.length > 0 && seconds > 0,
  );
}
const rightFor = async (page: Page, milliseconds: number, rate = 1) =>
  expect(findWrongSnapshots(await takeSnapshots(page, milliseconds), rate)).toEqual([]);
const setRate = (page: Page, rate: number) =>
  page.evaluate((playbackRate) => Object.assign(document.querySelector("audio") ?? {}, { playbackRate }), rate);
/** Seeks in the current file. */
const seek = (page: Page, seconds: number) =>
  page.evaluate((currentTime) => Object.assign(document.querySelector("audio") ?? {}, { currentTime }), seconds);
const secondsOf = (id: string) => narrated.find((one) => one.id === id)?.start ?? Number.NaN;

test("marks the spoken sentence, and turns the page in time", async () => {
  const page = await open();
  const { shown } = await playUntilMarked(page);
  await rightFor(page, 4000);
  await screenshot(page, "along");
  const lastShown = shown.at(-1) ?? "";
  const seekTarget = secondsOf(lastShown) - 2;
  await seek(page, seekTarget);
  // the page gets the event later
  await until(
    () => takeSnapshot(page),
    ({ marked }) => Math.abs(secondsOf(marked[0] ?? "") - seekTarget) < 10,
  );
  await rightFor(page, 9000);
  const snapshotAfterTurn = await takeSnapshot(page);
  expect(snapshotAfterTurn.shown).not.toContain(shown[0] ?? "");
  expect(snapshotAfterTurn.shown).toContain(snapshotAfterTurn.marked[0] ?? "");
  // pages that the voice turned to count as read
  await until(
    async () => (await page.request.get(`/api/reading-progress?bookId=${bookId}`)).json(),
    ({ fraction }: { fraction: number }) => fraction > 0,
  );
  for (const rate of [0.75, 2]) {
    await setRate(page, rate);
    await rightFor(page, 3000, rate);
  }
  expect(browser.faults).toEqual([]);
  await page.context().close();
}, 300_000);

test("reads on into the next chapter's audio file", async () => {
  const page = await open();
  await playUntilMarked(page);
  await seek(page, (sound[0] ?? 0) - 3);
  await until(
    () => takeSnapshot(page),
    ({ file, marked }) => file.includes("sound/1.mp3") && marked.includes("s1x0"),
    20_000,
  );
  await rightFor(page, 3000);
  await page.context().close();
}, 300_000);

test("continues alone after a page turned by finger, and returns", async () => {
  const page = await open();
  const { shown } = await playUntilMarked(page);
  await until(async () => (await button(page, "Jump to current sentence").count()) === 0);
  await page.touchscreen.tap(WIDTH - 20, HEIGHT / 2);
  await button(page, "Jump to current sentence").first().waitFor();
  await screenshot(page, "along-away");
  const snapshotAway = await takeSnapshot(page);
  expect([snapshotAway.shown.includes(shown[0] ?? ""), snapshotAway.paused]).toEqual([false, false]);
  // nothing turns the page back
  const laterSnapshots = await takeSnapshots(page, 3000);
  expect(laterSnapshots.every((one) => one.shown[0] === snapshotAway.shown[0])).toBe(true);
  await button(page, "Jump to current sentence").first().tap();
  await until(
    () => takeSnapshot(page),
    (snapshot) => snapshot.shown.includes(snapshot.marked[0] ?? "none"),
  );
  expect(await button(page, "Jump to current sentence").count()).toBe(0);

  const { x, y, wanted } = await middleOf(page, "s0x9");
  await page.touchscreen.tap(x, y);
  await until(
    () => takeSnapshot(page),
    ({ marked, seconds }) => marked.includes(wanted) && seconds < secondsOf(wanted) + 3,
  );
  await button(page, "Pause").first().tap();
  await until(
    () => takeSnapshot(page),
    ({ paused }) => paused,
  );
  await page.context().close();
}, 300_000);

/** A point of a sentence in the middle of the screen, where a tap doesn't turn the page; and the sentence there. */
async function middleOf(page: Page, id: string): Promise<{ x: number; y: number; wanted: string }> {
  const { left, top } = await page
    .locator("foliate-paginator")
    .evaluate((book) => book.shadowRoot?.querySelector("iframe")?.getBoundingClientRect().toJSON() as DOMRect);
  const frame = await chapterFrame(page, "c1.xhtml");
  const sentenceId = await frame.evaluate(
    ({ of, across }) => {
      const line = document.getElementById(of)?.getClientRects()[0];
      const middleY = (line?.y ?? 0) + (line?.height ?? 0) / 2;
      return { down: middleY, wanted: document.elementFromPoint(across, middleY)?.closest("[id^=s]")?.id ?? "" };
    },
    { of: id, across: WIDTH / 2 - left },
  );
  return { x: WIDTH / 2, y: top + sentenceId.down, wanted: sentenceId.wanted };
}

/**
 * An eBook with the time of each sentence, and its own silent audio, one file per chapter. The times are exact, so they
 * test the highlighting. @param sound lengths of the files in seconds
 */
function narratedBook() {
  const narrated: Narrated[] = [];
  const lengths: number[] = [];
  let secondsBefore = 0;
  for (let chapter = 0; chapter < CHAPTERS; chapter += 1) {
    let startSeconds = 1;
    for (let index = 0; index < SENTENCE_COUNT; index += 1) {
      const words = SENTENCE_LENGTHS[(index + chapter) % SENTENCE_LENGTHS.length] ?? 6;
      const text = `${Array.from({ length: words }, (_, word) => (word === 0 ? `Word${chapter}x${index}` : `w${word}`)).join(" ")}.`;
      const end = startSeconds + words * SECONDS_PER_WORD;
      narrated.push({
        id: `s${chapter}x${index}`,
        chapter,
        text,
        start: secondsBefore + startSeconds,
        end: secondsBefore + end,
      });
      startSeconds = end + PAUSE_SECONDS;
    }
    const seconds = mp3Seconds(startSeconds + 1);
    lengths.push(seconds);
    secondsBefore += seconds;
  }
  const sentencesOf = (chapter: number) => narrated.filter((one) => one.chapter === chapter);
  const parts = Array.from({ length: CHAPTERS }, (_, chapter) => chapter);
  const startOf = (chapter: number) => lengths.slice(0, chapter).reduce((sum, seconds) => sum + seconds, 0);
  const ebook = bookOf({
    chapters: parts.map((chapter) => ({
      title: `Chapter ${chapter + 1}`,
      overlay: `m${chapter}`,
      body: `<h1>Chapter ${chapter + 1}</h1>\n${paragraphs(sentencesOf(chapter))}`,
    })),
    more: [
      ...parts.map((chapter) => ({
        name: `smil/${chapter}.smil`,
        type: "application/smil+xml",
        data: smilOf(sentencesOf(chapter), chapter, startOf(chapter)),
      })),
      ...parts.map((chapter) => ({
        name: `sound/${chapter}.mp3`,
        type: "audio/mpeg",
        data: mp3({ seconds: lengths[chapter] ?? 0, tagged: false }),
        stored: true,
      })),
    ],
  });
  return { ebook, narrated, sound: lengths };
}

/** The length rounded to whole frames. */
function mp3Seconds(seconds: number): number {
  return (Math.ceil((seconds * 44_100) / 1152) * 1152) / 44_100;
}

function paragraphs(sentences: readonly Narrated[]): string {
  const spans = sentences.map(({ id, text }) => `<span id="${id}">${text}</span>`);
  return Array.from(
    { length: Math.ceil(spans.length / SENTENCES_PER_PARAGRAPH) },
    (_, index) =>
      `<p>${spans.slice(index * SENTENCES_PER_PARAGRAPH, (index + 1) * SENTENCES_PER_PARAGRAPH).join(" ")}</p>`,
  ).join("\n");
}

function smilOf(sentences: readonly Narrated[], chapter: number, before: number): string {
  const pars = sentences.map(
    ({ id, start, end }) =>
      `<par><text src="../text/c${chapter + 1}.xhtml#${id}"/><audio src="../sound/${chapter}.mp3" clipBegin="${(start - before).toFixed(3)}s" clipEnd="${(end - before).toFixed(3)}s"/></par>`,
  );
  return `<smil xmlns="http://www.w3.org/ns/SMIL" version="3.0"><body><seq>${pars.join("")}</seq></body></smil>`;
}

/** Errors in `snapshots`: a highlighted sentence that isn't spoken, or that is on no visible page. */
function findWrongSnapshots(snapshots: readonly AlongSnapshot[], rate: number) {
  return snapshots.flatMap(({ file, seconds, marked, shown }) => {
    const fileNumber = /sound\/(\d+)\.mp3/.exec(file)?.[1];
    const before = fileNumber ? sound.slice(0, Number(fileNumber)).reduce((sum, length) => sum + length, 0) : 0;
    const audioSeconds = before + seconds;
    const candidates = [
      audioSeconds - TOLERANCE_SECONDS * rate,
      audioSeconds,
      audioSeconds + TOLERANCE_SECONDS * rate,
    ].map((moment) => narrated.findLast(({ start }) => start <= moment)?.id);
    const isHidden = (id: string | undefined) => id === undefined || !shown.includes(id);
    const isSeen = candidates.some((id) => id === undefined || shown.includes(id));
    // the page turns before the voice gets there
    const isRight = marked.length === 0 ? candidates.some(isHidden) : marked.every((id) => candidates.includes(id));
    return isRight && isSeen ? [] : [{ now: audioSeconds, heard: candidates, marked, isSeen }];
  });
}
