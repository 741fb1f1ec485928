import { describe, expect, test } from "bun:test";

import type { Frame, Page } from "playwright-core";

import { startReaderClub } from "#tests/support/browser-club.ts";
import { expectAccessible, screenshot } from "#tests/support/browser.ts";
import { png } from "#tests/support/images.ts";
import { until } from "#tests/support/poll-until.ts";
import { chapterFrame, importBook } from "#tests/support/reader-page.ts";
import { bookOf } from "#tests/support/reading-book.ts";

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(" ");
const row = (cell: string, name: string) =>
  `<tr>${Array.from({ length: 12 }, (_, index) => `<${cell}>${name}${index}Unbreakable</${cell}>`).join("")}</tr>`;

const TABLE = `<p>${words(60)}</p><table>${row("th", "Head")}${Array.from({ length: 6 }, () => row("td", "Cell")).join("")}</table><p>${words(400)}</p>`;
const WIDE_IMAGE = `<p>${words(30)}</p><p><img style="width:1600px;max-width:none" src="../wide.png" alt="A street"/></p>
  <div style="width:1500px"><img style="max-width:1500px" src="../wide.png" alt="Its end"/></div><p>${words(300)}</p>`;
const DRAWING = `<p>${words(30)}</p><svg xmlns="http://www.w3.org/2000/svg" width="1400" height="700"><rect width="1400" height="700" fill="tan"/><text x="1300" y="680">end</text></svg><p>${words(300)}</p>`;
const FLOAT = `<p><img style="float:left;width:75%" src="../wide.png" alt="A boat"/>${words(120)}</p><p><img style="float:right;width:30%" src="../wide.png" alt="A gull"/>${words(120)}</p>`;
const NOTES = `<p>Wine<a id="r1" epub:type="noteref" href="#n1">1</a> and bread<a role="doc-noteref" href="notes.xhtml#n2">*</a>.</p>
  <aside epub:type="footnote" id="n1"><p>A red one.</p><p>From Naples.</p></aside><p>${words(200)}</p>`;

/** Content that readers often show incorrectly, each in its own chapter. */
async function hardBook(): Promise<Buffer> {
  return bookOf({
    chapters: [
      {
        title: "Cover",
        file: "text/cover.xhtml",
        body: '<div style="text-align:left;padding-top:4em"><p/><img style="height:150%" src="../cover.png" alt="The cover"/></div>',
      },
      {
        title: "Drawn cover",
        file: "text/drawn.xhtml",
        body: '<div><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100%" height="100%" viewBox="0 0 600 900" preserveAspectRatio="none"><image width="600" height="900" xlink:href="../cover.png"/></svg></div>',
      },
      { title: "Table", file: "text/table.xhtml", body: TABLE },
      { title: "Wide pictures", file: "text/wide.xhtml", body: WIDE_IMAGE },
      { title: "Drawing", file: "text/drawing.xhtml", body: DRAWING },
      { title: "Float", file: "text/float.xhtml", body: FLOAT },
      { title: "Notes", file: "text/footnotes.xhtml", body: NOTES },
      {
        title: "Endnotes",
        file: "text/notes.xhtml",
        body: `<section role="doc-endnotes"><ol><li id="n2"><p>White, too. <a role="doc-backlink" href="footnotes.xhtml">↩</a></p></li></ol></section>`,
      },
    ],
    more: [
      { name: "cover.png", type: "image/png", data: await png(600, 900) },
      { name: "wide.png", type: "image/png", data: await png(1600, 600) },
    ],
  });
}

/** Vertical text, in lines from right to left. */
function verticalBook(): Buffer {
  return bookOf({
    chapters: ["一", "二", "三"].map((title) => ({
      title,
      body: `<h1>${title}</h1>${"<p>もぐらは朝から働いていた。春の大掃除である。</p>".repeat(80)}`,
    })),
    head: "<style>html{writing-mode:vertical-rl}</style>",
    spine: ' page-progression-direction="rtl"',
  });
}

const { browser, club, adminPage, bookId } = await startReaderClub({ ebook: await hardBook() });

const VIEWS = [
  { width: 390, height: 844, touch: true },
  { width: 1280, height: 800, touch: false },
];

/** Opens the chapter with this title. */
async function openAt(page: Page, title: string, file: string): Promise<Frame> {
  await page.goto(`/read/${bookId}`);
  await chapterFrame(page);
  await page.locator("[data-bar=top]").waitFor();
  await page.getByRole("button", { name: "Contents" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: title, exact: true }).click();
  const frame = await chapterFrame(page, file);
  await page.getByRole("dialog").waitFor({ state: "detached" });
  return frame;
}

/** Rectangles of an element's parts on the screen, and the width of a column. */
const boxes = (frame: Frame, selector: string) =>
  frame.evaluate((selector) => {
    const frameRect = window.frameElement?.getBoundingClientRect() ?? new DOMRect();
    const column = parseFloat(getComputedStyle(document.documentElement).columnWidth);
    return [...document.querySelectorAll(selector)].map((one) => {
      const { left = 0, right = 0, top = 0, bottom = 0, width = 0, height = 0 } = one.getClientRects()[0] ?? {};
      return {
        left: left + frameRect.left,
        right: right + frameRect.left,
        top: top + frameRect.top,
        bottom: bottom + frameRect.top,
        width,
        height,
        column,
      };
    });
  }, selector);

describe.each(VIEWS)("at $width x $height", (view) => {
  const open = () => adminPage({ ...view, reducedMotion: true });
  const saveScreenshot = (page: Page, name: string) => screenshot(page, `hard-${name}-${view.width}`);

  test("shows a cover whole and centered, and turns it by a tap", async () => {
    const page = await open();
    for (const [title, file, selector] of [
      ["Cover", "cover.xhtml", "img"],
      ["Drawn cover", "drawn.xhtml", "svg"],
    ] as const) {
      const frame = await openAt(page, title, file);
      await saveScreenshot(page, title);
      const [cover] = await until(
        () => boxes(frame, selector),
        ([one]) => (one?.left ?? 0) > 0,
      );
      if (!cover) throw new Error("No cover");
      expect(cover.top).toBeGreaterThan(0);
      expect(cover.bottom).toBeLessThan(view.height);
      expect(Math.abs((cover.left + cover.right) / 2 - view.width / 2)).toBeLessThan(3);
      expect(cover.height).toBeGreaterThan(view.height * 0.6);
      const part = (x: number, y: number) => page.screenshot({ clip: { x, y, width: 8, height: 8 } });
      expect(await part(view.width / 2, view.height / 2)).not.toEqual(await part(2, view.height / 2));
    }
    await openAt(page, "Cover", "cover.xhtml");
    await page.mouse.click(view.width * 0.75, view.height / 2);
    await chapterFrame(page, "drawn.xhtml");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.context().close();
  });

  test("fits tables, images and drawings, and enlarges them", async () => {
    const page = await open();
    for (const [title, file, selector, close] of [
      ["Table", "table.xhtml", "table", "Close the table"],
      ["Wide pictures", "wide.xhtml", "img", "Close the picture"],
      ["Drawing", "drawing.xhtml", "svg", "Close the table"],
    ] as const) {
      const frame = await openAt(page, title, file);
      await saveScreenshot(page, title);
      // layout takes a moment after the frame is there
      const parts = await until(
        () => boxes(frame, selector),
        (boxes) => boxes.length > 0 && boxes.every(({ width, column }) => width <= column + 1),
      );
      for (const { width, column, bottom } of parts) {
        expect(width).toBeGreaterThan(column * 0.6);
        expect(bottom).toBeLessThan(view.height);
      }
      const [firstPart] = parts;
      if (!firstPart) throw new Error("Nothing is shown");
      await page.mouse.click((firstPart.left + firstPart.right) / 2, (firstPart.top + firstPart.bottom) / 2);
      await page.getByRole("button", { name: close }).waitFor();
      if (selector !== "img") {
        const [largePart] = await until(
          () => boxes(page.frames().at(-1) ?? frame, selector),
          ([one]) => (one?.width ?? 0) > firstPart.width,
        );
        expect(largePart?.width).toBeGreaterThan(firstPart.width);
      }
      await expectAccessible(page);
      await saveScreenshot(page, `${title}-large`);
      await page.getByRole("button", { name: close }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    await page.context().close();
  });

  test("leaves twelve characters beside a float, or ends it", async () => {
    const page = await open();
    const frame = await openAt(page, "Float", "float.xhtml");
    await saveScreenshot(page, "Float");
    // layout takes a moment after the frame is there
    await until(
      () =>
        frame.evaluate(() =>
          [...document.querySelectorAll("p")].flatMap((paragraph) => {
            const text = paragraph.lastChild;
            if (!text) return [];
            const counts = new Map<number, number>();
            for (let index = 0; index < (text.nodeValue ?? "").length; index += 1) {
              const range = document.createRange();
              range.setStart(text, index);
              range.setEnd(text, index + 1);
              const { top, left } = range.getBoundingClientRect();
              const line = Math.round(top / 8) * 10_000 + Math.floor(left / innerWidth);
              counts.set(line, (counts.get(line) ?? 0) + 1);
            }
            // the last line may be short
            return [...counts.values()].slice(0, -1);
          }),
        ),
      (counts) => counts.length > 5 && Math.min(...counts) >= 12,
    );
    const [, gullBox] = await boxes(frame, "img");
    expect(gullBox?.left).toBeGreaterThan((gullBox?.column ?? 0) * 0.5);
    await page.context().close();
  });

  test("opens footnotes in place, with a link to the note's own page", async () => {
    const page = await open();
    const frame = await openAt(page, "Notes", "footnotes.xhtml");
    await frame.locator("a").first().click();
    const note = page.getByRole("dialog", { name: "Note" });
    expect(await note.locator("p").first().innerText()).toBe("A red one.\n\nFrom Naples.");
    await saveScreenshot(page, "Note");
    await note.getByRole("button", { name: "Close" }).click();
    await note.waitFor({ state: "detached" });
    await frame.locator("[role=doc-noteref]").click();
    await note.getByText("White, too.", { exact: true }).waitFor();
    await note.getByRole("button", { name: "Go to the note" }).click();
    await chapterFrame(page, "notes.xhtml");
    await page.getByRole("button", { name: "Back to where you were" }).waitFor();
    await page.context().close();
  });
});

test("opens a book that begins with an empty page", async () => {
  const chapters = [
    { title: "Empty", body: "<p></p><div></div>" },
    { title: "One", body: "<p>Once.</p>" },
  ];
  const id = await importBook(club, { month: "2020-07", ebook: bookOf({ chapters }) });
  const page = await adminPage({ width: 390, height: 844, reducedMotion: true });
  await page.goto(`/read/${id}`);
  await page.locator("[data-bar=top]").waitFor();
  await page.keyboard.press("ArrowRight");
  await chapterFrame(page, "c2.xhtml");
  await page.context().close();
});

test("opens a vertical book each time without an error", async () => {
  const id = await importBook(club, { month: "2020-03", ebook: verticalBook() });
  const page = await adminPage({ width: 390, height: 844, reducedMotion: true });
  for (let opening = 0; opening < 6; opening += 1) {
    await page.request.post("/api/reading-progress", { data: { bookId: id, fraction: opening / 6, locator: null } });
    await page.goto(`/read/${id}`);
    await chapterFrame(page);
    await page.locator("[data-bar=top]").waitFor();
    await page.keyboard.press("ArrowLeft");
  }
  expect(browser.faults).toEqual([]);
  await page.context().close();
});
