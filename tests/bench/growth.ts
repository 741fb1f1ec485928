import { Database } from "bun:sqlite";
import { join } from "node:path";

import type { Page } from "playwright-core";

import { openBrowser } from "#tests/support/browser.ts";
import { executable } from "#tests/support/executable.ts";

import { findChromium } from "../../scripts/chromium.ts";
import { inFolder, type Started, startServer } from "./compiled.ts";
import { growClub } from "./grown-club.ts";
import { costOf } from "./load.ts";
import { median, type Row, spread } from "./row.ts";

const ROUNDS = 5;
const SESSIONS = 400;
/** The calls of an opening. */
export const HOME = ["content", "books/current", "meetings/current", "posts", "polls/current", "auth/user"];
const OPENINGS = 7;
const SCROLLS = 3;
/** Pixels a second: eight screens of a phone. */
const SCROLL_SPEED = 6000;

type Grown = Started & Awaited<ReturnType<typeof growClub>> & { write: () => void };

/**
 * What 500 members, 1,000 books and 120 meetings cost (BEYOND 1 to 4): Home, a year of the shelf, and the shelf's
 * scrolling.
 */
export const growthBench = inFolder(async (folder) => {
  const start = async (name: string, size: Parameters<typeof growClub>[1]): Promise<Grown> => {
    const storage = join(folder, name);
    const made = await growClub(storage, size);
    const environment = { STORAGE_DIR: storage, TEAM_AVATAR_URL: "local", NIGHTLY_BACKUP: "off" };
    const server = await startServer(await executable(), environment);
    const db = new Database(join(storage, "bookclub.db"));
    const stop = async () => {
      db.close();
      await server.stop();
    };
    return { ...server, ...made, stop, write: () => void db.run("UPDATE content SET id = 1 WHERE id = 1") };
  };
  const large = await start("large", { members: 500, books: 1000, meetings: 120, sessions: SESSIONS });
  const empty = await start("empty", { members: 500, books: 0, meetings: 0, sessions: SESSIONS });
  const small = await start("small", { members: 20, books: 24, meetings: 24, sessions: 20 });
  try {
    const year = (club: Grown) => fetchAs(club, 0, "shelf?year=2025");
    return [
      await paired("Home: the calls of an opening", large, empty, "empty club", 150, openHome),
      await paired("GET /api/shelf?year=", large, small, "small club", 400, year),
      await paired("GET /api/shelf?year=, after a write", large, small, "small club", 400, (club) => {
        club.write();
        return year(club);
      }),
      ...(findChromium() ? await inBrowser(large, empty) : []),
    ];
  } finally {
    for (const server of [large, empty, small]) await server.stop();
  }
});

const fetchAs = ({ url, cookies }: Grown, index: number, path: string) =>
  fetch(`${url}/api/${path}`, { headers: { cookie: cookies[index % cookies.length] ?? "" } });

/** Every call of Home, as another member each time. */
async function openHome(club: Grown, index: number): Promise<Response> {
  const answers = await Promise.all(HOME.map((path) => fetchAs(club, index, path)));
  for (const answer of answers.slice(1)) await answer.arrayBuffer();
  return answers[0] ?? Response.error();
}

/** CPU time of the same calls to both clubs, alternating. */
async function paired(
  what: string,
  large: Grown,
  other: Grown,
  name: string,
  calls: number,
  call: (club: Grown, index: number) => Promise<Response>,
): Promise<Row> {
  const costs: [number[], number[]] = [[], []];
  for (let round = -1; round < ROUNDS; round += 1) {
    // the first round warms up
    const total = round < 0 ? calls * 4 : calls;
    for (const [which, club] of [other, large].entries()) {
      const cost = await costOf(club.pid, total, (index) => call(club, index));
      if (round >= 0) costs[which]?.push(cost);
    }
  }
  return beside(`${what}, grown club`, costs[1], name, costs[0], "µs");
}

function beside(what: string, ours: number[], name: string, theirs: number[], unit: string): Row {
  const times = median(ours) / median(theirs);
  return {
    what,
    club: `${spread(ours)} ${unit}, ${times.toFixed(2)} ×`,
    compared: `${name} ${spread(theirs)} ${unit}`,
    budget: "≤ 1.5 ×",
    holds: times <= 1.5,
  };
}

async function inBrowser(large: Grown, empty: Grown): Promise<Row[]> {
  const browser = await openBrowser();
  try {
    const open = async (club: Grown) => {
      const page = await browser.page({ club, width: 390, height: 780 });
      await page
        .context()
        .addCookies([{ name: "session", value: club.cookie.slice("session=".length), url: club.url }]);
      const tools = await page.context().newCDPSession(page);
      await tools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
      return { page, tools };
    };
    const [grown, bare] = [await open(large), await open(empty)];
    const busy: [number[], number[]] = [[], []];
    for (let round = -1; round < OPENINGS; round += 1)
      for (const [which, { page, tools }] of [bare, grown].entries()) {
        const time = await drawHome(page, tools);
        if (round >= 0) busy[which]?.push(time);
      }
    const what = "Home: the browser's work until it's drawn, CPU 4 × slower";
    return [beside(what, busy[1], "empty club", busy[0], "ms"), await scrollShelf(grown.page, grown.tools)];
  } finally {
    await browser.close();
  }
}

type Tools = Awaited<ReturnType<ReturnType<Page["context"]>["newCDPSession"]>>;

/** Milliseconds the page's main thread is busy until Home has loaded. */
async function drawHome(page: Page, tools: Tools): Promise<number> {
  await page.goto("about:blank");
  await tools.send("Performance.enable");
  await page.goto("/", { waitUntil: "networkidle" });
  await page.getByText("Snacks & Drinks Board").waitFor();
  const { metrics } = await tools.send("Performance.getMetrics");
  await tools.send("Performance.disable");
  return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1000;
}

/**
 * Scrolls far down the shelf, compared with a page of plain text that shows what this machine can draw at all; frames
 * from the compositor's trace.
 */
async function scrollShelf(page: Page, tools: Tools): Promise<Row> {
  await page.goto("/shelf", { waitUntil: "networkidle" });
  await page.getByRole("heading", { level: 2 }).first().waitFor();
  const frames = await scroll(page, tools);
  await page.goto("about:blank");
  await page.setContent(`${"<p>A storm, a lamp, a letter.</p>".repeat(3000)}`);
  const plain = (await scroll(page, tools)).map(({ rate }) => rate);
  const rates = frames.map(({ rate }) => rate);
  const [lost, blank] = [frames.map((each) => each.lost), frames.map((each) => each.blank)];
  return {
    what: `shelf of 1,000 books: scrolling at ${SCROLL_SPEED.toLocaleString("en")} px/s, CPU 4 × slower`,
    club: `${spread(rates)} frames/s; ${median(lost)} dropped, ${median(blank)} with blank parts`,
    compared: `plain text ${spread(plain)} frames/s`,
    budget: "60 frames/s, or as plain text",
    holds: median(rates) >= Math.min(59, median(plain)),
  };
}

async function scroll(page: Page, tools: Tools): Promise<ReturnType<typeof framesOf>[]> {
  const frames: ReturnType<typeof framesOf>[] = [];
  for (let round = 0; round < SCROLLS; round += 1) {
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.waitForTimeout(500);
    const gesture = { x: 195, y: 400, yDistance: -SCROLL_SPEED * 8, speed: SCROLL_SPEED, preventFling: true };
    const mouse = { ...gesture, gestureSourceType: "mouse" } as const;
    frames.push(framesOf(await traced(tools, () => tools.send("Input.synthesizeScrollGesture", mouse))));
  }
  return frames;
}

type Reporter = { state: string; scroll_state: string; has_missing_content: boolean };
/** `ts` in microseconds. */
type TraceEvent = { name: string; ph: string; ts: number; args?: { frame_reporter?: Reporter } };

async function traced(tools: Tools, work: () => Promise<unknown>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: unknown[] }) => void events.push(...(value as TraceEvent[]));
  tools.on("Tracing.dataCollected", collect);
  await tools.send("Tracing.start", {
    traceConfig: { includedCategories: ["disabled-by-default-devtools.timeline.frame"] },
    transferMode: "ReportEvents",
  });
  await work();
  const complete = new Promise((resolve) => tools.once("Tracing.tracingComplete", resolve));
  await tools.send("Tracing.end");
  await complete;
  tools.off("Tracing.dataCollected", collect);
  return events;
}

/** Frames per second, and how many scrolled frames were dropped or had unpainted parts. */
function framesOf(events: readonly TraceEvent[]) {
  const drawn = events.filter(({ name }) => name === "DrawFrame").map(({ ts }) => ts);
  const reports = events.flatMap(({ ph, args }) => (ph === "b" && args?.frame_reporter ? [args.frame_reporter] : []));
  const scrolling = reports.filter(({ scroll_state }) => scroll_state !== "SCROLL_NONE");
  return {
    rate: ((drawn.length - 1) * 1_000_000) / (Math.max(...drawn) - Math.min(...drawn)),
    lost: scrolling.filter(({ state }) => state === "STATE_DROPPED").length,
    blank: scrolling.filter(({ has_missing_content }) => has_missing_content).length,
  };
}
