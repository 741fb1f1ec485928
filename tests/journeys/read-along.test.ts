import { expect, test } from "bun:test";

import type { Page } from "playwright-core";

import type { SectionSentences } from "#contract/sentences.ts";
import { type Look, lookAlong, lookAlongFor, OPEN_SHADOWS, wrongLooks } from "#tests/support/along-page.ts";
import { startReaderClub } from "#tests/support/browser-club.ts";
import { screenshot } from "#tests/support/browser.ts";
import { narratedBook } from "#tests/support/narrated-book.ts";
import { chapterFrame } from "#tests/support/reader-page.ts";
import { until } from "#tests/support/until.ts";

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

test("the sentence that is heard is marked, and the page turns along before the next one is heard", async () => {
  const page = await open();
  await button(page, "Play").first().tap();
  await until(
    () => look(page),
    ({ marked }) => marked.length > 0,
  );
  await screenshot(page, "along-first");
  const [first] = await looksFor(page, 8000).then((looks) => {
    expect(wrongLooks(looks, narrated, sound)).toEqual([]);
    return looks;
  });
  await screenshot(page, "along");
  const turned = await until(
    () => look(page),
    ({ shown }) => !shown.includes(first?.shown[0] ?? ""),
    60_000,
  );
  expect(turned.shown).toContain(turned.marked[0] ?? "");
  expect(browser.faults).toEqual([]);
  await page.context().close();
}, 240_000);
