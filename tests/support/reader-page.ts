import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Frame, Page } from "playwright-core";

import type { ReadingProgress } from "#contract/reading.ts";

import { clubMonth } from "./club-month.ts";
import type { RunningClub } from "./executable.ts";
import { m4b } from "./m4b.ts";
import { until } from "./poll-until.ts";

/** `audioPath`: an audiobook, by default a silent one; `month`: yyyy-MM, by default the current one where the club is. */
type Audio = Parameters<typeof m4b>[0];
type Book = { title?: string; ebook?: Uint8Array; audio?: Audio; audioPath?: string; month?: string };

/** Adds this month's book with its files to a running club. @returns the book's id */
export async function importBook(
  club: Pick<RunningClub, "run">,
  { title = "The Long Table", ebook, audio, audioPath: sound, month = clubMonth() }: Book,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "bookclub-reader-"));
  try {
    const [text, silence] = [join(folder, "table.epub"), join(folder, "table.m4b")];
    const args = ["--title", title, "--author", "A. Vintner", "--month", month];
    if (ebook) {
      await Bun.write(text, ebook);
      args.push("--ebook", text);
    }
    if (audio) await Bun.write(silence, m4b(audio));
    if (audio || sound) args.push("--audiobook", sound ?? silence);
    const { exitCode, stdout, stderr } = await club.run(["book", "import", ...args]);
    if (exitCode !== 0) throw new Error(stderr);
    return Number(stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The frame that shows a chapter, once its text is there. */
export async function chapterFrame(page: Page, file = "/text/"): Promise<Frame> {
  const frameUrls = () => page.frames().map((frame) => frame.url());
  return until(
    async () => {
      const frame = page.frames().find((one) => one !== page.mainFrame() && one.url().includes(file));
      const isThere = await frame?.evaluate(() => document.body.innerHTML !== "").catch(() => false);
      return isThere ? (frame ?? null) : null;
    },
    (frame) => frame !== null,
  ).then(
    (frame) => {
      if (!frame) throw new Error("No chapter is shown");
      return frame;
    },
    () => {
      throw new Error(`No ${file} is shown, but ${frameUrls().join(", ")}`);
    },
  );
}

export async function firstWord(page: Page): Promise<string> {
  const frame = await chapterFrame(page);
  return frame.evaluate(() => {
    const left = window.frameElement?.getBoundingClientRect().left ?? 0;
    const width = window.parent.innerWidth;
    for (let y = 40; y < window.parent.innerHeight; y += 6) {
      const caret = document.caretPositionFromPoint(-left + width * 0.12, y);
      const text = caret?.offsetNode.textContent ?? "";
      const start = text.slice(0, caret?.offset ?? 0).search(/\S*$/);
      const word = /^\S+/.exec(text.slice(start))?.[0];
      if (word) return word;
    }
    return "";
  });
}

export async function readingProgress(page: Page, bookId: number): Promise<ReadingProgress> {
  return (await page.request.get(`/api/reading-progress?bookId=${bookId}`)).json();
}

/** Turns so many pages by key. A turn is over when the first word changes, or at the end. */
export async function turn(page: Page, pages: number, key = "ArrowRight"): Promise<void> {
  for (let count = 0; count < pages; count += 1) {
    const wordBefore = await firstWord(page);
    await page.keyboard.press(key);
    await until(
      // the frame of the previous chapter is removed
      () => firstWord(page).catch(() => wordBefore),
      (word) => word !== wordBefore,
    );
  }
}

/** Turns so many pages, each once the device has stored the one before: leaving a page at once would lose it. */
export async function turnAndStore(page: Page, pages: number): Promise<void> {
  for (let count = 0; count < pages; count += 1) {
    const fractionBefore = await storedFraction(page);
    await turn(page, 1);
    await until(
      () => storedFraction(page),
      (fraction) => fraction !== fractionBefore,
    );
  }
}

/** The stored position in the text, for a test with one member and book. */
const storedFraction = (page: Page): Promise<number | null> =>
  page.evaluate(
    () =>
      new Promise<number | null>((resolve, reject) => {
        const opening = indexedDB.open("listening");
        opening.addEventListener("error", () => reject(opening.error));
        opening.addEventListener("success", () => {
          const cursorRequest = opening.result.transaction("saves").objectStore("saves").openCursor();
          cursorRequest.addEventListener("success", () => {
            const cursor = cursorRequest.result;
            const isPositionKey = String(cursor?.key).includes("/reading-place/");
            if (cursor && !isPositionKey) return cursor.continue();
            opening.result.close();
            resolve(cursor?.value.position ?? null);
          });
        });
      }),
  );

/** Shows the bars by a click in the middle of the page. */
export async function showBars(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const isShown = async () => ((await page.locator("[data-bar=top]").boundingBox())?.y ?? -1) >= 0;
  await until(async () => {
    if (await isShown()) return true;
    await page.mouse.click(width / 2, height / 2);
    // a click while they fade out hides them
    return until(isShown, Boolean, 1500).catch(() => false);
  });
}

/** Presses a button in the bars. The two seconds for which they show when a book opens can end before the click. */
export async function pressInBars(page: Page, name: string, role: "button" | "link" = "button"): Promise<void> {
  const button = page.getByRole(role, { name, exact: true });
  await until(async () => {
    await showBars(page);
    return button.click({ timeout: 1500 }).then(
      () => true,
      () => false,
    );
  });
}
