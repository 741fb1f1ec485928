import { afterAll, expect, test } from "bun:test";

import { startReaderClub } from "#tests/support/browser-club.ts";
import { chapterFrame, pressInBars } from "#tests/support/reader-page.ts";

import { hostileBook } from "./hostile-book.ts";

/** Counts connections: even one tells an outsider who reads what. */
let connections = 0;
const outside = Bun.listen({
  hostname: "127.0.0.1",
  port: 0,
  socket: {
    open: (socket) => {
      connections += 1;
      socket.end();
    },
    data: () => undefined,
  },
});
const book = hostileBook(`http://127.0.0.1:${outside.port}`);
// what the book tries is refused, and Chromium says so
const provoked = /Content Security Policy|sandboxed/;
const { club, adminPage, bookId } = await startReaderClub({ ebook: book }, { provoked });
afterAll(() => outside.stop(true));

test("a book with every trick runs nothing, fetches nothing, and downloads unchanged", async () => {
  const page = await adminPage({ width: 390, height: 780, reducedMotion: true });
  const asked: string[] = [];
  const dialogs: string[] = [];
  // requests the policy blocks are reported too, but never respond
  page.on("response", (response) => asked.push(response.url()));
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.context().on("page", (opened) => asked.push(`a new page: ${opened.url()}`));
  await page.goto("/read");
  for (const [title, file] of [
    ["Well-formed", "c1.xhtml"],
    ["Broken", "c2.xhtml"],
    ["Hidden", "c3.xhtml"],
  ] as const) {
    await chapterFrame(page);
    await pressInBars(page, "Contents");
    await page.getByRole("button", { name: title }).click();
    const frame = await chapterFrame(page, file);
    expect(await frame.evaluate(() => document.body.textContent)).toContain("The end of the page");
    // inside the page, as if in its middle: at an edge, a press that isn't on a link turns the page
    await frame.evaluate(() => {
      const clientX = window.parent.innerWidth / 2 - (window.frameElement?.getBoundingClientRect().left ?? 0);
      for (const element of document.querySelectorAll("a, button, input, text, [onclick]"))
        element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, view: window, clientX }));
    });
    await Bun.sleep(500);
    const origins = await frame.evaluate(() => [window.origin, "hacked" in window, "hacked" in window.parent]);
    expect(origins).toEqual([club.url, false, false]);
    // a picture that was opened large
    const close = page.getByRole("button", { name: "Close the table" });
    if (await close.isVisible()) await close.click();
  }
  expect(dialogs).toEqual([]);
  expect(asked.filter((url) => !url.startsWith(club.url) && !/^(?:data|blob):/.test(url))).toEqual([]);
  expect(connections).toBe(0);
  const download = await page.request.get(`/api/download/ebook/${bookId}`);
  expect(Buffer.from(await download.body()).equals(Buffer.from(book))).toBe(true);
}, 300_000);
