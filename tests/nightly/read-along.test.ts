import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Page } from "playwright-core";

import type { Match } from "#contract/place.ts";
import { type Look, lookAlong, lookAlongFor, OPEN_SHADOWS, wrongLooks } from "#tests/journeys/along-page.ts";
import { startReaderClub } from "#tests/support/browser-club.ts";
import { chapterFrame, pressInBars } from "#tests/support/reader-page.ts";
import { SENTENCES_A_PARAGRAPH, spokenAudiobook, whyNoSpeech } from "#tests/support/spoken-audiobook.ts";
import { until } from "#tests/support/until.ts";

const WIDTH = 390;
const HEIGHT = 844;
const MINUTES = 10;
/** A mark is drawn by a busy page; what the pauses of the sound tell is within a tenth of a second. */
const LATE = 0.4;
const whyNot = whyNoSpeech();

const folder = mkdtempSync(join(tmpdir(), "bookclub-along-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(whyNot !== null)(
  "two hours, read along by touch for ten minutes: each mark is right, and no page is late",
  async () => {
    const sound = join(folder, "book.mp3");
    const { ebook, narrated } = await spokenAudiobook(sound, { chapters: 12, hours: 2 });
    const { browser, adminPage, bookId } = await startReaderClub({ ebook, sound });
    const page = await adminPage({ width: WIDTH, height: HEIGHT, touch: true });
    await page.addInitScript(OPEN_SHADOWS);
    await page.addInitScript(`globalThis.lookAlong = ${lookAlong.toString()}`);
    const { sentences } = await until(
      async (): Promise<Match> => (await page.request.get(`/api/books/${bookId}/match`)).json(),
      (match) => match.sentences.state === "ready",
      240_000,
    );
    expect(sentences.share).toBeGreaterThan(0.95);
    await page.request.post("/api/reading-progress", { data: { bookId, fraction: 0.3, locator: null } });
    await page.goto("/read");
    await chapterFrame(page, "c4.xhtml");
    await pressInBars(page, "Play");
    await until(
      () => look(page),
      ({ marked }) => marked.length > 0,
    );
    const seen = new Set<string>();
    const faults: unknown[] = [];
    const counted = { looks: 0, paragraphs: 0 };
    const right = async (milliseconds: number) => {
      // in the pause behind a chapter the next one is shown
      const isSpoken = ({ seconds }: Look) => narrated.some(({ start, end }) => start <= seconds && seconds <= end);
      const looks = (await looksFor(page, milliseconds)).filter(isSpoken);
      const wrong = wrongLooks(looks, narrated, [], { late: LATE });
      const paragraphs = wrong.filter(({ marked, heard, isSeen }) => isSeen && isParagraphOf(marked, heard));
      faults.push(...wrong.filter((one) => !paragraphs.includes(one)));
      counted.looks += looks.length;
      counted.paragraphs += paragraphs.length;
      for (const { marked } of looks) for (const id of marked) seen.add(id);
    };
    for (let minute = 0; minute < MINUTES; minute += 1) {
      for (let part = 0; part < 5; part += 1) await right(10_000);
      if (minute % 2 === 0) await turnAway(page);
      else await tapOn(page);
    }
    expect(faults.slice(0, 5)).toEqual([]);
    // a sentence takes about five seconds
    expect(seen.size).toBeGreaterThan(80);
    expect(counted.paragraphs / counted.looks).toBeLessThan(0.05);
    expect(browser.faults).toEqual([]);
  },
  1_200_000,
);

/** Where a sentence isn't sure, its paragraph is marked. */
function isParagraphOf(marked: readonly string[], heard: readonly (string | undefined)[]): boolean {
  const paragraphs = new Set(marked.map((id) => Math.floor(Number(id.split("x")[1]) / SENTENCES_A_PARAGRAPH)));
  return paragraphs.size === 1 && marked.some((id) => heard.includes(id));
}

const look = (page: Page) => page.evaluate(lookAlong);
const looksFor = (page: Page, milliseconds: number): Promise<Look[]> => page.evaluate(lookAlongFor, milliseconds);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).filter({ visible: true });

/** Turns a page by finger, and goes back to the voice. */
async function turnAway(page: Page): Promise<void> {
  await page.touchscreen.tap(WIDTH - 20, HEIGHT / 2);
  await button(page, "Back to the voice").first().tap();
  await until(
    () => look(page),
    ({ marked, shown }) => marked.some((id) => shown.includes(id)),
  );
}

/** Plays from the sentence in the middle of the page. */
async function tapOn(page: Page): Promise<void> {
  const [before] = (await look(page)).marked;
  await page.touchscreen.tap(WIDTH / 2, HEIGHT / 2);
  await until(
    () => look(page),
    ({ marked, paused }) => !paused && marked.length > 0 && marked[0] !== before,
  );
}
