import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Contents } from "#contract/reading.ts";
import { startBrowserClub } from "#tests/support/browser-club.ts";
import { screenshot } from "#tests/support/browser.ts";
import { EBOOK_KINDS } from "#tests/support/ebook-kinds.ts";
import { until } from "#tests/support/poll-until.ts";
import { bookOf, plainChapters } from "#tests/support/reading-book.ts";

const FIXTURES = "tests/fixtures/ebooks";
const { club, adminPage } = await startBrowserClub();
const folder = mkdtempSync(join(tmpdir(), "bookclub-shown-"));
const page = await adminPage({ width: 390, height: 780, reducedMotion: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let months = 0;
/** Adds a book to the shelf, each in its own month. */
async function importToShelf(name: string, book: Uint8Array): Promise<number> {
  const file = join(folder, "book.epub");
  await Bun.write(file, book);
  months += 1;
  const month = `${2000 + Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, "0")}`;
  const args = ["--title", name, "--author", "A", "--month", month, "--ebook", file];
  const { exitCode, stdout, stderr } = await club.run(["book", "import", ...args]);
  if (exitCode !== 0) throw new Error(stderr);
  return Number(stdout);
}

/** A chapter's visible text, and how much of it is outside of the pages. */
const readShown = (path: string) =>
  page.evaluate((path) => {
    type FoliateView = HTMLElement & { getContents(): { doc: Document }[]; pages: number; size: number };
    const doc = document.querySelector<FoliateView>("foliate-paginator")?.getContents()[0]?.doc;
    // a long chapter appears before it has loaded completely
    if (!doc?.defaultView || doc.readyState !== "complete") return null;
    if (decodeURIComponent(new URL(doc.URL).pathname).endsWith(path) === false) return null;
    const shownWords: string[] = [];
    let outsideCount = 0;
    const { innerWidth, innerHeight } = doc.defaultView;
    const walker = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement?.closest("style, script, title")) continue;
      shownWords.push(node.nodeValue ?? "");
      const range = doc.createRange();
      range.selectNodeContents(node);
      for (const { left, top, right, bottom } of range.getClientRects())
        if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) outsideCount += 1;
    }
    return { text: shownWords.join("").replaceAll(/\s+/g, " ").trim(), outside: outsideCount };
  }, path);

/** Opens every section of a book and returns what is shown. */
async function openSections(name: string, book: Uint8Array) {
  const bookId = await importToShelf(name, book);
  const contents: Contents = await (await page.request.get(`/api/books/${bookId}/contents`)).json();
  const sections: { text: string; outside: number }[] = [];
  let lengthBefore = 0;
  for (const { href, length } of contents.sections) {
    const fraction = Math.min(1, lengthBefore / contents.length);
    const locator = JSON.stringify({
      version: contents.version,
      section: sections.length,
      cfi: "epubcfi(/6/4)",
      words: "",
    });
    await page.request.post("/api/reading-progress", { data: { bookId, fraction, locator } });
    await page.goto(`/read/${bookId}`);
    const shownSection = await until(
      () => readShown(href).catch(() => null),
      (one) => one !== null,
    );
    if (shownSection) sections.push(shownSection);
    await page.locator("[data-bar=top]").waitFor();
    await screenshot(page, `shown-${name.replaceAll(/\W+/g, "-")}-${sections.length}`);
    lengthBefore += length;
  }
  return { contents, shown: sections };
}

test("opens a 3 MB chapter at its end, to the last word", async () => {
  const wordCount = 250_000;
  const bookId = await importToShelf("Long", bookOf({ chapters: plainChapters([wordCount]) }));
  await page.request.post("/api/reading-progress", { data: { bookId, fraction: 1, locator: null } });
  await page.goto(`/read/${bookId}`);
  await page.locator("[data-bar=top]").waitFor({ timeout: 60_000 });
  const lastWord = `word0x${wordCount - 1}`;
  const lastPosition = await page.evaluate((lastWordText) => {
    type FoliateView = HTMLElement & { getContents(): { doc: Document }[]; page: number; pages: number };
    const paginator = document.querySelector<FoliateView>("foliate-paginator");
    const doc = paginator?.getContents()[0]?.doc;
    const text = doc?.querySelector("p:last-of-type")?.firstChild;
    if (!paginator || !doc || !text?.nodeValue?.endsWith(lastWordText)) throw new Error("The end is not there");
    const range = doc.createRange();
    range.setStart(text, text.nodeValue.length - lastWordText.length);
    range.setEnd(text, text.nodeValue.length);
    const frame = doc.defaultView?.frameElement?.getBoundingClientRect();
    return {
      left: range.getBoundingClientRect().left + (frame?.left ?? 0),
      page: paginator.page,
      pages: paginator.pages,
    };
  }, lastWord);
  // a page before the first and one after the last
  expect(lastPosition.page).toBe(lastPosition.pages - 2);
  expect(lastPosition.left).toBeGreaterThan(0);
  expect(lastPosition.left).toBeLessThan(390);
}, 300_000);

describe("a book is shown complete, in order and within its pages:", () => {
  test.each(EBOOK_KINDS.map((kind) => [kind.name, kind] as const))(
    "%s",
    async (name, { book, texts }) => {
      const { shown } = await openSections(name, book);
      expect(shown.map(({ text }) => text)).toEqual(texts.map((text) => text.replaceAll(/\s+/g, " ").trim()));
      expect(shown.map(({ outside }) => outside)).toEqual(texts.map(() => 0));
    },
    300_000,
  );

  const fixtures = readdirSync(FIXTURES).filter((name) => name.endsWith(".epub"));
  test.each(fixtures)(
    "%s",
    async (name) => {
      const { contents, shown } = await openSections(name, readFileSync(join(FIXTURES, name)));
      expect(shown.map(({ text }) => [...text].length)).toEqual(contents.sections.map(({ length }) => length));
      expect(shown.map(({ outside }) => outside)).toEqual(shown.map(() => 0));
      const story = shown.map(({ text }) => text).join(" ");
      const places = [
        "The Mole had been working very hard",
        "Never in his life",
        "‘Ratty,’ said the Mole suddenly",
      ].map((sentence) => story.indexOf(sentence));
      expect(places.every((textIndex) => textIndex >= 0)).toBe(true);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    },
    300_000,
  );
});
