import { type Device, openDevice } from "#tests/engines/device.ts";
import { type Engine, ENGINES } from "#tests/engines/driver.ts";
import { signIn } from "#tests/engines/walk.ts";
import { sessionCookie } from "#tests/screens/screens.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { startDemoClub } from "#tests/support/demo.ts";
import { UNREACHABLE } from "#tests/support/expected-console-errors.ts";
import { until } from "#tests/support/poll-until.ts";
import { slowDown } from "#tests/support/slow-phone.ts";

import { findChromium } from "../../scripts/chromium.ts";
import { DEMO_PASSWORD } from "../../scripts/demo/people.ts";
import { whyNoEngine } from "../../scripts/engines.ts";
import { type Bench, median, type Row, spread } from "./row.ts";
import { slowLine } from "./slow-line.ts";

const ROUNDS = 5;
const ENGINE_ROUNDS = 11;
const PAUSE_MS = 500;
const BUDGET = 1.3;
const BUDGET_MS = 300;
/** Two medians of five differ by as much. */
const SAME = 1.1;
const FRAME_MS = 17;
/** Notes when a button of the page is the app's, behind nothing. */
const WATCH = `
  const isSignIn = location.pathname === "/auth";
  const isUsable = () => {
    const button = document.querySelector(isSignIn ? "form button" : "fieldset button[aria-pressed]");
    if (!button || button.getClientRects().length === 0) return false;
    return Object.keys(button).some((key) => key.startsWith("__reactProps"));
  };
  const look = () => {
    if (isUsable()) globalThis.usableAt = performance.now();
    else setTimeout(look, 4);
  };
  look();`;
/** At the first paint it fills in the sign-in form, by the command that a key gives, notes when, and presses Login. */
const SIGN_IN = `
  new PerformanceObserver((paints, observer) => {
    if (!isSignIn || paints.getEntriesByName("first-contentful-paint").length === 0) return;
    observer.disconnect();
    const type = (name, text) => {
      document.querySelector("[name=" + name + "]").focus();
      document.execCommand("insertText", false, text);
    };
    type("username", "teo");
    globalThis.heardAt = performance.now();
    type("password", "${DEMO_PASSWORD}");
    document.querySelector("form button[type=submit]").click();
  }).observe({ type: "paint", buffered: true });`;
const seen = () => {
  const painted = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
  const { usableAt: usable = 0, heardAt: heard = 0 } = globalThis as { usableAt?: number; heardAt?: number };
  return painted > 0 && usable > 0 ? { painted, usable, heard } : null;
};

/** From the tap on the installed app to a usable Home, from the first paint to the sign-in form in each engine, and Home there. */
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
    // the worker comes three seconds after the first page, and stores the rest
    await until(() => page.evaluate(async () => (await caches.match("/api/polls/current")) !== undefined));
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
      budget: `tenth time ≤ ${BUDGET_MS} ms, no later than without a network`,
      holds: median(tenth) <= Math.min(BUDGET_MS, SAME * median(offline)),
    },
  ];
}

async function enginesRows(club: { url: string }): Promise<Row[]> {
  const signIns = await inEachEngine(club, WATCH + SIGN_IN, null, signInAtPaint);
  const homes = await inEachEngine(club, WATCH, "teo", openHome);
  const ratio = ratioOf(signIns, "heard");
  const ratioOfHome = ratioOf(homes, "usable");
  const isInAFrame = median(signIns.webkit.map(({ heard }) => heard)) <= FRAME_MS;
  return [
    {
      what: "from the first paint until the sign-in form takes text, WebKit",
      club: `${show(signIns.webkit, "heard")}, ${ratio.toFixed(2)} × Chromium; the app takes over after ${show(signIns.webkit, "gap")}`,
      compared: `Chromium ${show(signIns.chromium, "heard")}, ${show(signIns.chromium, "gap")}; Firefox ${show(signIns.firefox, "heard")}, ${show(signIns.firefox, "gap")}`,
      budget: `≤ ${BUDGET} × Chromium, or within a frame; each time it signs in`,
      // without WebKit there is no ratio
      holds: !(ratio > BUDGET) || isInAFrame,
    },
    {
      what: "Home opened again from the device until it's usable, WebKit",
      club: `${show(homes.webkit, "usable")}, ${ratioOfHome.toFixed(2)} × Chromium`,
      compared: `Chromium ${show(homes.chromium, "usable")}; Firefox ${show(homes.firefox, "usable")}`,
      budget: `≤ ${BUDGET} × Chromium`,
      holds: !(ratioOfHome > BUDGET),
    },
  ];
}

/** Milliseconds: from the first paint until text counts, and until the app is there; from the start until then. */
type Times = { heard: number; gap: number; usable: number };

const show = (times: readonly Times[], what: keyof Times) => `${spread(times.map((each) => each[what]))} ms`;
const ratioOf = ({ webkit, chromium }: Record<Engine, Times[]>, what: keyof Times) =>
  median(webkit.map((each) => each[what])) / median(chromium.map((each) => each[what]));

/** The engines open the page in turn; the first time, without caches, isn't counted. */
async function inEachEngine(
  club: { url: string },
  script: string,
  username: string | null,
  open: (device: Device) => Promise<Times>,
): Promise<Record<Engine, Times[]>> {
  const times: Record<Engine, Times[]> = { chromium: [], firefox: [], webkit: [] };
  const devices: Device[] = [];
  try {
    for (const engine of ENGINES) {
      if (engine !== "chromium" && whyNoEngine(engine) !== null) continue;
      const device = await openDevice(engine, club, { script });
      devices.push(device);
      if (username) await signIn(device, username);
      if (username) await untilStored(device);
      await open(device);
    }
    for (let round = 0; round < ENGINE_ROUNDS; round += 1)
      for (const device of devices) times[device.engine].push(await open(device));
    return times;
  } finally {
    for (const device of devices) await device.close();
  }
}

const untilStored = (device: Device) =>
  until(() => device.evaluate(async () => (await caches.match("/api/polls/current")) !== undefined));

async function openHome(device: Device): Promise<Times> {
  await device.open("/");
  return timesOf(device);
}

/** @throws Error when what was typed and pressed at the first paint signs nobody in */
async function signInAtPaint(device: Device): Promise<Times> {
  await device.open("/auth");
  await device.isAt("/");
  const times = await timesOf(device);
  await device.call("/api/auth/logout", "POST");
  return times;
}

async function timesOf(device: Device): Promise<Times> {
  const found = await until(
    () => device.evaluate(seen),
    (times) => times !== null,
  );
  // what loads later isn't in the next engine's way
  await Bun.sleep(PAUSE_MS);
  const { painted, usable, heard } = found ?? { painted: 0, usable: 0, heard: 0 };
  return { heard: heard - painted, gap: Math.max(1, usable - painted), usable };
}
