import { join } from "node:path";

import axe from "axe-core";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

import { ensureChromium } from "../../scripts/chromium.ts";
import type { RunningClub } from "./executable.ts";

type View = {
  /** The club that addresses such as `/auth` belong to. */
  club: Pick<RunningClub, "url">;
  /** Width of the window in CSS pixels; 1280 when left out. */
  width?: number;
  height?: number;
  dark?: boolean;
  reducedMotion?: boolean;
  /** The reader's time zone and language; America/New_York and en-US when left out. */
  timeZone?: string;
  locale?: string;
  /** ISO-8601 time that the page's clock starts from; it then runs on. Only the browser's: the server has its own. */
  now?: string;
  /** Lets the page have its service worker, which stands between it and the network; without when left out. */
  serviceWorker?: boolean;
};

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--autoplay-policy=no-user-gesture-required",
];

/**
 * A Chromium for one test file. Use it as
 *
 *     const browser = await openBrowser();
 *     afterAll(() => browser.close());
 *     const page = await browser.page({ club, width: 360, dark: true });
 *     await page.goto("/auth");
 *     await expectAccessible(page);
 *
 * Each `page` has its own cookies. A fault that the page throws or reports to the console, and anything that the
 * content security policy blocks, is kept in `browser.faults`, which a test may expect to be empty.
 */
export async function openBrowser() {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: flags });
  const faults: string[] = [];
  const open = async (view: View): Promise<Page> => {
    const page = await (await newContext(browser, view)).newPage();
    page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.message}`));
    page.on("console", (message) => {
      // Chromium reports every answer above 399, which the page deals with by itself.
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) {
        faults.push(`${page.url()}: ${message.text()}`);
      }
    });
    if (view.now) await page.clock.install({ time: view.now });
    return page;
  };
  return {
    faults,
    page: open,
    /** A page on which somebody has signed in; it shows the home page. */
    signedIn: async (view: View, username: string, password: string): Promise<Page> => {
      const page = await open(view);
      await signIn(page, username, password);
      return page;
    },
    close: () => browser.close(),
  };
}

/** Signs in through the form, as a person would, and waits for the home page. */
export async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.goto("/auth");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL((url) => url.pathname === "/");
}

const GUIDELINES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Throws with a readable list when the page, as it stands, breaks a rule of WCAG 2.2 A or AA, or one of these `rules`.
 * axe is run through the browser's debugger, so the page's content security policy stays as it is.
 */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  await page.evaluate(untilStill);
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    // Headless UI's sentinels hand the focus on at once: nobody ever rests on one
    ({ exclude, runOnly }) => (globalThis as unknown as { axe: typeof axe }).axe.run({ exclude }, { runOnly }),
    { exclude: ["[id^=headlessui-focus-sentinel]"], runOnly: rules ?? GUIDELINES },
  );
  if (violations.length === 0) return;
  const lines = violations.flatMap(({ id, help, nodes }) => [
    `${id}: ${help}`,
    ...nodes.map((node) => `  ${node.target.join(" ")}  ${node.failureSummary?.replaceAll("\n", " ") ?? ""}`),
  ]);
  throw new Error(`${page.url()} is not accessible to everyone:\n${lines.join("\n")}`);
}

/**
 * Runs in the page: waits for what fades in or out, whose colours on the way are nobody's. A spinner turns for ever, and
 * what is moved by scrolling stands where it stands.
 */
async function untilStill(): Promise<void> {
  const isMoving = () =>
    document.getAnimations().some(({ effect, playState, timeline }) => {
      return (
        playState === "running" &&
        timeline === document.timeline &&
        effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
      );
    });
  // twice, because a window that was just opened starts to fade with the next frame
  for (let still = 0; still < 2; still = isMoving() ? 0 : still + 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

/** Keeps a picture of the whole page in the folder that `SCREENSHOTS` names, for looking at; does nothing without it. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = Bun.env["SCREENSHOTS"];
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

function newContext(browser: Browser, view: View): Promise<BrowserContext> {
  return browser.newContext({
    baseURL: view.club.url,
    viewport: { width: view.width ?? 1280, height: view.height ?? 900 },
    colorScheme: view.dark ? "dark" : "light",
    reducedMotion: view.reducedMotion ? "reduce" : "no-preference",
    timezoneId: view.timeZone ?? "America/New_York",
    locale: view.locale ?? "en-US",
    serviceWorkers: view.serviceWorker ? "allow" : "block",
  });
}
