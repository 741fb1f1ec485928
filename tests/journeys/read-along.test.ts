import { expect, test } from "bun:test";

import type { Page } from "playwright-core";

import type { SectionSentences } from "#contract/sentences.ts";
import { startReaderClub } from "#tests/support/browser-club.ts";
import { screenshot } from "#tests/support/browser.ts";
import { narratedBook } from "#tests/support/narrated-book.ts";
import { until } from "#tests/support/poll-until.ts";
import { chapterFrame } from "#tests/support/reader-page.ts";

import { type Look, lookAlong, lookAlongFor, OPEN_SHADOWS, wrongLooks } from "./along-page.ts";

const WIDTH = 390;
const HEIGHT = 844;
const { ebook, narrated, sound } = narratedBook({ chapters: 2, sentences: 60 });
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

const look = (page: Page) => page.evaluate(lookAlong);
const looksFor = (page: Page, milliseconds: number): Promise<Look[]> => page.evaluate(lookAlongFor, milliseconds);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).filter({ visible: true });

/** Plays from the first page, until a sentence is marked and spoken: before, the player itself seeks to its start. */
async function play(page: Page): Promise<Look> {
  await button(page, "Play").first().tap();
  return until(
    () => look(page),
    ({ marked, seconds }) => marked.length > 0 && seconds > 0,
  );
}
const rightFor = async (page: Page, milliseconds: number, rate = 1) =>
  expect(wrongLooks(await looksFor(page, milliseconds), narrated, sound, { rate })).toEqual([]);
const setRate = (page: Page, rate: number) =>
  page.evaluate((now) => Object.assign(document.querySelector("audio") ?? {}, { playbackRate: now }), rate);
/** Seeks the file that plays. */
const seek = (page: Page, seconds: number) =>
  page.evaluate((now) => Object.assign(document.querySelector("audio") ?? {}, { currentTime: now }), seconds);
const secondsOf = (id: string) => narrated.find((one) => one.id === id)?.start ?? Number.NaN;

test("marks the spoken sentence, and turns the page in time", async () => {
  const page = await open();
  const { shown } = await play(page);
  await rightFor(page, 4000);
  await screenshot(page, "along");
  const last = shown.at(-1) ?? "";
  const sought = secondsOf(last) - 2;
  await seek(page, sought);
  // the page gets the event later
  await until(
    () => look(page),
    ({ marked }) => Math.abs(secondsOf(marked[0] ?? "") - sought) < 10,
  );
  await rightFor(page, 9000);
  const turned = await look(page);
  expect(turned.shown).not.toContain(shown[0] ?? "");
  expect(turned.shown).toContain(turned.marked[0] ?? "");
  // the page that a voice turned to counts as read
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
  await play(page);
  await seek(page, (sound[0] ?? 0) - 3);
  await until(
    () => look(page),
    ({ file, marked }) => file.includes("sound/1.mp3") && marked.includes("s1x0"),
    20_000,
  );
  await rightFor(page, 3000);
  await page.context().close();
}, 300_000);

test("continues alone after a page turned by finger, and returns", async () => {
  const page = await open();
  const { shown } = await play(page);
  await until(async () => (await button(page, "Jump to current sentence").count()) === 0);
  await page.touchscreen.tap(WIDTH - 20, HEIGHT / 2);
  await button(page, "Jump to current sentence").first().waitFor();
  await screenshot(page, "along-away");
  const away = await look(page);
  expect([away.shown.includes(shown[0] ?? ""), away.paused]).toEqual([false, false]);
  // nothing fights for the page
  const later = await looksFor(page, 3000);
  expect(later.every((one) => one.shown[0] === away.shown[0])).toBe(true);
  await button(page, "Jump to current sentence").first().tap();
  await until(
    () => look(page),
    (now) => now.shown.includes(now.marked[0] ?? "none"),
  );
  expect(await button(page, "Jump to current sentence").count()).toBe(0);

  const { x, y, wanted } = await middleOf(page, "s0x9");
  await page.touchscreen.tap(x, y);
  await until(
    () => look(page),
    ({ marked, seconds }) => marked.includes(wanted) && seconds < secondsOf(wanted) + 3,
  );
  await button(page, "Pause").first().tap();
  await until(
    () => look(page),
    ({ paused }) => paused,
  );
  await page.context().close();
}, 300_000);

/** A point of a sentence in the middle of the screen, where taps turn no page; and whichever is there. */
async function middleOf(page: Page, id: string): Promise<{ x: number; y: number; wanted: string }> {
  const { left, top } = await page
    .locator("foliate-paginator")
    .evaluate((book) => book.shadowRoot?.querySelector("iframe")?.getBoundingClientRect().toJSON() as DOMRect);
  const frame = await chapterFrame(page, "c1.xhtml");
  const own = await frame.evaluate(
    ({ of, across }) => {
      const line = document.getElementById(of)?.getClientRects()[0];
      const down = (line?.y ?? 0) + (line?.height ?? 0) / 2;
      return { down, wanted: document.elementFromPoint(across, down)?.closest("[id^=s]")?.id ?? "" };
    },
    { of: id, across: WIDTH / 2 - left },
  );
  return { x: WIDTH / 2, y: top + own.down, wanted: own.wanted };
}
