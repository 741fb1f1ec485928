import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Page } from "playwright-core";

import { openBrowser } from "#tests/support/browser.ts";
import { ADMIN_PASSWORD, startClub } from "#tests/support/executable.ts";
import { chapterFrame, importBook } from "#tests/support/reader-page.ts";
import { bookOf, plainChapters } from "#tests/support/reading-book.ts";
import { callAsAdmin } from "#tests/support/signed-in-clients.ts";
import { memoryOf } from "#tests/support/vitals.ts";

import { findChromium } from "../../scripts/chromium.ts";
import { type Bench, mebibytes, median, type Row, spread } from "./row.ts";

const OPENINGS = 5;
const TURNS = 40;
/** Milliseconds below which the browser doesn't report an event. */
const SHORTEST_MS = 16;
const CALLS = 96;
const OPEN_BUDGET_MS = 1000;
const TURN_BUDGET_MS = 50;
const BUNDLE_BUDGET = 90 * 1024;
/** Words per chapter, ten letters each: 24 of them make 2 MB of text. */
const WORDS = 8500;
const CHAPTERS = 24;

/** The reader of the built app (BEYOND 5): its size, opening and page turns, and the server's cost. Needs Chromium. */
export const readerBench: Bench = async () => {
  if (!findChromium()) return [];
  const club = await startClub({ environment: { LOG_LEVEL: "error" } });
  const browser = await openBrowser();
  try {
    const picture = crypto.getRandomValues(new Uint8Array(65_536));
    const noise = Buffer.concat(Array.from({ length: 288 }, () => picture));
    await club.makeAdmin();
    const ebook = bookOf({
      chapters: plainChapters(Array.from({ length: CHAPTERS }, () => WORDS)),
      more: [{ name: "noise.png", type: "image/png", data: noise }],
    });
    const bookId = await importBook(club, { ebook });
    const page = await browser.signedIn({ club, width: 390, height: 780, reducedMotion: true }, "ada", ADMIN_PASSWORD);
    await page.request.post("/api/reading-progress", { data: { bookId, fraction: 0.6, locator: null } });
    const slow = await page.context().newCDPSession(page);
    await slow.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    const openings: number[] = [];
    const starts: number[] = [];
    for (let round = 0; round < OPENINGS; round += 1) {
      openings.push(await open(page));
      starts.push(await start(page));
    }
    const turns = await turnPages(page);
    const heap = await heapOf(page);
    const server = await callServer(club, bookId);
    const bundle = bundleBytes();
    return [
      {
        what: "reader: code loaded by readers alone, brotli",
        club: `${(bundle / 1024).toFixed(1)} KB`,
        compared: "",
        budget: "≤ 90 KB",
        holds: bundle <= BUNDLE_BUDGET,
      },
      {
        what: "reader: open a 20 MB book with 2 MB of text at 60 %, CPU 4 × slower",
        club: `${spread(openings)} ms`,
        compared: `by a start of the app: ${spread(starts)} ms`,
        budget: `≤ ${OPEN_BUDGET_MS} ms`,
        holds: median(openings) <= OPEN_BUDGET_MS,
      },
      {
        what: "reader: a page turn, CPU 4 × slower, median and 95th",
        club: `${median(turns).toFixed(1)} ms, ${percentile(turns, 0.95).toFixed(1)} ms`,
        compared: "",
        budget: `≤ ${TURN_BUDGET_MS} ms`,
        holds: percentile(turns, 0.95) <= TURN_BUDGET_MS,
      },
      { what: "reader: JavaScript heap with that book", club: mebibytes(heap), compared: "", budget: "", holds: true },
      server,
    ];
  } finally {
    await browser.close();
    await club.stop();
  }
};

/** From pressing "Read now" until the chapter's text is painted, in milliseconds. */
async function open(page: Page): Promise<number> {
  await page.goto("/ebook");
  await page.getByRole("link", { name: "Read now" }).waitFor();
  await Bun.sleep(2000);
  return page.evaluate(async () => {
    const started = performance.now();
    const links = document.querySelectorAll<HTMLElement>("main a");
    [...links].find((link) => link.textContent.includes("Read now"))?.click();
    const hasText = () => {
      const reader = document.querySelector<HTMLElement & { getContents(): { doc: Document }[] }>("foliate-paginator");
      const text = reader?.getContents()[0]?.doc.querySelector("p");
      return (text?.getBoundingClientRect().height ?? 0) > 0;
    };
    while (!hasText()) await new Promise((resolve) => setTimeout(resolve, 4));
    await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - started;
  });
}

/** The same after a fresh start of the app. */
async function start(page: Page): Promise<number> {
  await page.goto("about:blank");
  const started = performance.now();
  await page.goto("/read", { waitUntil: "commit" });
  const frame = await chapterFrame(page);
  await frame.waitForFunction(() => (document.querySelector("p")?.getBoundingClientRect().height ?? 0) > 0);
  return performance.now() - started;
}

/** From each key press until the next page is painted, by the browser's own measure, in steps of 8 ms. */
async function turnPages(page: Page): Promise<number[]> {
  await Bun.sleep(3000);
  await page.evaluate(() => {
    const seen = new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries())
        if (name === "keydown") Reflect.get(globalThis, "turns").push(duration);
    });
    Reflect.set(globalThis, "turns", []);
    const options: PerformanceObserverInit & { durationThreshold: number } = { type: "event", durationThreshold: 16 };
    seen.observe(options);
  });
  for (let turn = 0; turn < TURNS; turn += 1) {
    await page.keyboard.press("ArrowRight");
    await Bun.sleep(250);
  }
  const turns = await page.evaluate((): number[] => Reflect.get(globalThis, "turns"));
  // shorter ones aren't reported
  return [...turns, ...Array.from({ length: TURNS - turns.length }, () => SHORTEST_MS)];
}

async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return usedSize;
}

/** Each chapter compared with a plain file: times, and the server's memory growth. */
async function callServer(club: Awaited<ReturnType<typeof startClub>>, bookId: number): Promise<Row> {
  const ada = await callAsAdmin(club);
  const measure = async (pathOf: (call: number) => string) => {
    const before = memoryOf(club.pid());
    const times: number[] = [];
    for (let call = 0; call < CALLS; call += 1) {
      const started = performance.now();
      await (await ada.call("GET", pathOf(call))).arrayBuffer();
      times.push(performance.now() - started);
    }
    return `${spread(times)} ms, memory + ${mebibytes(Math.max(0, memoryOf(club.pid()) - before))}`;
  };
  const plain = await measure(() => "/images/favicon.ico");
  const text = await measure((call) => `/api/books/${bookId}/text/OEBPS/text/c${(call % CHAPTERS) + 1}.xhtml`);
  return {
    what: `reader: ${CALLS} chapters of 90 KB from the server, one at a time`,
    club: text,
    compared: `a plain file: ${plain}`,
    budget: "",
    holds: true,
  };
}

/** The reader page's own chunk, without what it shares with others. */
function bundleBytes(): number {
  const folder = join("dist/web", "assets");
  const names = readdirSync(folder).filter((name) => /^read-.*\.js\.br$/.test(name));
  return names.reduce((sum, name) => sum + readFileSync(join(folder, name)).length, 0);
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? Number.NaN;
}
