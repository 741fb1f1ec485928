import { openBrowser } from "#tests/support/browser.ts";
import { startDemoClub } from "#tests/support/demo.ts";
import { type Device, openDevice } from "#tests/support/engines/device.ts";
import { type Engine, ENGINES } from "#tests/support/engines/driver.ts";
import { signIn } from "#tests/support/engines/walk.ts";
import { UNREACHABLE } from "#tests/support/expected-faults.ts";
import { sessionCookie } from "#tests/support/screens.ts";
import { slowLine } from "#tests/support/slow-line.ts";
import { slowDown } from "#tests/support/slow-phone.ts";
import { until } from "#tests/support/until.ts";

import { findChromium } from "../../scripts/chromium.ts";
import { DEMO_PASSWORD } from "../../scripts/demo/people.ts";
import { whyNoEngine } from "../../scripts/engines.ts";
import { serveBarePage } from "./bare-page.ts";
import { type Bench, median, type Row, spread } from "./row.ts";

const ROUNDS = 5;
const ENGINE_ROUNDS = 11;
const PAUSE_MS = 500;
const BUDGET = 1.3;
/** Notes when the first paint was, and when a button of the page does something: the app's, behind nothing. */
const WATCH = `
  const isUsable = () => {
    const button = document.querySelector(location.pathname === "/auth" ? "form button" : "fieldset button[aria-pressed]");
    if (!button || document.getElementById("first-paint") || button.getClientRects().length === 0) return false;
    return Object.keys(button).some((key) => key.startsWith("__reactProps"));
  };
  const look = () => {
    if (isUsable()) globalThis.usableAt = performance.now();
    else setTimeout(look, 4);
  };
  look();`;
const seen = () => {
  const painted = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
  const usable = (globalThis as { usableAt?: number }).usableAt ?? 0;
  return painted > 0 && usable > 0 ? { painted, usable } : null;
};

/** From the tap on the installed app to a usable Home, and from the first paint to a usable page in each engine. */
export const openingBench: Bench = async () => {
  if (!findChromium()) return [];
  const club = await startDemoClub();
  const line = await slowLine(club);
  try {
    return [...(await membersRows(line)), ...(await enginesRows(club))];
  } finally {
    line.stop();
    await club.stop();
  }
};

async function membersRows(line: { url: string }): Promise<Row[]> {
  const browser = await openBrowser({ provoked: UNREACHABLE });
  const first: number[] = [];
  const tenth: number[] = [];
  const offline: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await browser.page({ club: line, width: 390, height: 844, serviceWorker: true });
    await page.context().addCookies([await sessionCookie(line.url, "teo", DEMO_PASSWORD)]);
    await page.addInitScript(WATCH);
    await slowDown(page, 4);
    const open = async (): Promise<number> => {
      await page.goto("/", { waitUntil: "commit" });
      const { usable } = (await until(
        () => page.evaluate(seen).catch(() => null),
        (times) => times !== null,
      )) ?? { usable: 0 };
      return usable;
    };
    first.push(await open());
    // it comes three seconds after the first page, and stores the rest
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    for (let visit = 2; visit < 10; visit += 1) await open();
    tenth.push(await open());
    await page.context().setOffline(true);
    offline.push(await open());
    await page.context().close();
  }
  await browser.close();
  return [
    {
      what: "Home from the tap to usable, 1.6 Mbit/s, 150 ms, CPU 4 × slower",
      club: `first time ${spread(first)} ms, tenth ${spread(tenth)} ms, tenth without a network ${spread(offline)} ms`,
      compared: "",
      budget: "tenth time before the first",
      holds: Math.max(median(tenth), median(offline)) <= median(first),
    },
  ];
}

/**
 * WebKit paints before it has compiled the scripts and Chromium afterwards, so that a page of one React button, drawn
 * ahead like ours, says how much longer the wait after the paint is in WebKit anyway.
 */
async function enginesRows(club: { url: string }): Promise<Row[]> {
  const bare = await serveBarePage(true);
  try {
    const ofBare = await timesByEngine(bare, "/auth");
    const bareRatio = ratioOf(ofBare, "gaps");
    const rows: Row[] = [];
    for (const path of ["/auth", "/"] as const) {
      const times = await timesByEngine(club, path);
      const ratio = ratioOf(times, "gaps");
      rows.push({
        what: `from the first paint to a usable ${path === "/" ? "Home" : "sign-in page"}, WebKit`,
        club: `${spread(times.webkit.gaps)} ms, ${ratio.toFixed(2)} × Chromium; from the start ${spread(times.webkit.usable)} ms, ${ratioOf(times, "usable").toFixed(2)} ×`,
        compared: `Chromium ${spread(times.chromium.gaps)} ms, ${spread(times.chromium.usable)} ms; Firefox ${spread(times.firefox.gaps)} ms, ${spread(times.firefox.usable)} ms; a bare React page ${bareRatio.toFixed(2)} ×, ${ratioOf(ofBare, "usable").toFixed(2)} ×`,
        budget: `≤ ${BUDGET} × Chromium, or a bare React page's ratio`,
        holds: !(ratio > Math.max(BUDGET, bareRatio)),
      });
    }
    return rows;
  } finally {
    await bare.stop();
  }
}

/** Milliseconds from the first paint, and from the start, until a page is usable. */
type Times = Record<Engine, { gaps: number[]; usable: number[] }>;

const ratioOf = ({ webkit, chromium }: Times, what: "gaps" | "usable") => median(webkit[what]) / median(chromium[what]);

/** The engines open the page in turn; the first time, without caches, isn't counted. */
async function timesByEngine(site: { url: string }, path: string): Promise<Times> {
  const none = () => ({ gaps: [], usable: [] });
  const times: Times = { chromium: none(), firefox: none(), webkit: none() };
  const devices: Device[] = [];
  try {
    for (const engine of ENGINES) {
      if (engine !== "chromium" && whyNoEngine(engine) !== null) continue;
      const device = await openDevice(engine, site, { script: WATCH });
      devices.push(device);
      if (path === "/") await signIn(device, "teo");
      await openOnce(device, path);
    }
    for (let round = 0; round < ENGINE_ROUNDS; round += 1)
      for (const device of devices) {
        const { painted, usable } = await openOnce(device, path);
        times[device.engine].gaps.push(Math.max(1, usable - painted));
        times[device.engine].usable.push(usable);
      }
    return times;
  } finally {
    for (const device of devices) await device.close();
  }
}

async function openOnce(device: Device, path: string): Promise<{ painted: number; usable: number }> {
  await device.open(path);
  const found = await until(
    () => device.evaluate(seen),
    (times) => times !== null,
  );
  // what loads later isn't in the next engine's way
  await Bun.sleep(PAUSE_MS);
  return found ?? { painted: 0, usable: 0 };
}
