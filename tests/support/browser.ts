import { join } from "node:path";

import axe from "axe-core";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

import { SERVER_HEADER } from "#contract/headers.ts";

import { ensureChromium, ensureHeadlessChromium } from "../../scripts/chromium.ts";
import type { RunningClub } from "./executable.ts";
import { isExpected } from "./expected-console-errors.ts";
import { STATE_TIMEOUT_MS } from "./poll-until.ts";

type View = {
  /** The club of relative paths such as `/auth`. */
  club: Pick<RunningClub, "url">;
  /** CSS pixels; 1280 by default. */
  width?: number;
  height?: number;
  /** Device pixels per CSS pixel; 1 by default. */
  scale?: number;
  dark?: boolean;
  reducedMotion?: boolean;
  /** Touch instead of a mouse. */
  touch?: boolean;
  /** America/New_York by default. */
  timeZone?: string;
  /** ISO-8601 start of the page's clock; the server has its own. */
  now?: string;
  /** Allows the service worker, which is blocked by default. */
  serviceWorker?: boolean;
};

export const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--autoplay-policy=no-user-gesture-required",
];

/**
 * A Chromium for a test file; each `page` has its own cookies. `close` fails if a page threw, logged an error or broke
 * the content security policy; `browser.faults` has the errors so far. @param provoked errors that the file's journeys
 * cause on purpose, besides `expected-console-errors.ts`
 * @param notifies with notifications, which the headless shell lacks
 */
export async function openBrowser({ provoked = /^$/, notifies = false } = {}) {
  const executablePath = await (notifies ? ensureChromium() : ensureHeadlessChromium());
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  const errors: string[] = [];
  const note = (page: Page, error: string) => {
    if (!isExpected(error) && !provoked.test(error)) errors.push(`${page.url()}: ${error}`);
  };
  const open = async (view: View): Promise<Page> => {
    const context = await newContext(browser, view);
    const page = await context.newPage();
    const close = context.close.bind(context);
    context.close = async () => {
      // a response that a test still changes isn't needed anymore
      await page.unrouteAll({ behavior: "ignoreErrors" }).catch(() => undefined);
      await close();
    };
    page.setDefaultTimeout(STATE_TIMEOUT_MS);
    fulfillAsServer(page);
    page.on("pageerror", (error) => note(page, error.message));
    page.on("console", (message) => {
      if (message.type() === "error") note(page, message.text());
    });
    if (view.now) await page.clock.install({ time: view.now });
    return page;
  };
  return {
    faults: errors,
    page: open,
    signedIn: async (view: View, username: string, password: string): Promise<Page> => {
      const page = await open(view);
      // quicker than the form, which has journeys of its own
      const answer = await page.request.post("/api/auth/login", { data: { username, password } });
      if (!answer.ok()) throw new Error(`${username} could not sign in: ${await answer.text()}`);
      await page.goto("/");
      await page.getByRole("banner").waitFor();
      return page;
    },
    close: async (): Promise<void> => {
      await browser.close();
      if (errors.length > 0) throw new Error(`Pages reported:\n${errors.join("\n")}`);
    },
  };
}

/** Marks a test's response as the server's, except another program's HTML page. */
function fulfillAsServer(page: Page): void {
  const route = page.route.bind(page);
  page.route = (url, handle, options) =>
    route(
      url,
      (routed, request) => {
        const fulfill = routed.fulfill.bind(routed);
        routed.fulfill = (answer = {}) => {
          if (answer.contentType === "text/html") return fulfill(answer);
          return fulfill({
            ...answer,
            headers: { [SERVER_HEADER]: "mx-1", ...answer.response?.headers(), ...answer.headers },
          });
        };
        return handle(routed, request);
      },
      options,
    );
}

/** The club at a hostname that browsers trust without https, for passkeys and service workers. */
export const atLocalhost = <Club extends { url: string }>(club: Club): Club => ({
  ...club,
  url: club.url.replace("127.0.0.1", "localhost"),
});

export async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.goto("/auth");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL((url) => url.pathname === "/");
  // if a test stopped the club in the meantime, the page would show an error
  await page.getByRole("banner").waitFor();
}

const GUIDELINES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Checks WCAG 2.2 A and AA, or only these `rules`, through the debugger, so that the content security policy applies.
 * @throws Error with a readable list
 */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  const firstScan = await findViolations(page, rules);
  if (firstScan.length === 0) return;
  // a toast may be fading in, or a bar at the bottom may cover half a button, which scrolling frees
  await page.evaluate(() => scrollBy(0, 160));
  const secondNames = new Set((await findViolations(page, rules)).flatMap(namesOf));
  await page.evaluate(() => scrollBy(0, -160));
  const violations = firstScan.filter((violation) => namesOf(violation).some((name) => secondNames.has(name)));
  if (violations.length === 0) return;
  const lines = violations.flatMap(({ id, help, nodes }) => [
    `${id}: ${help}`,
    ...nodes.map((node) => `  ${node.target.join(" ")}  ${node.failureSummary?.replaceAll("\n", " ") ?? ""}`),
  ]);
  throw new Error(`${page.url()} is not accessible to everyone:\n${lines.join("\n")}`);
}

const namesOf = ({ id, nodes }: axe.Result): string[] => nodes.map(({ target }) => `${id} ${target.join(" ")}`);

async function findViolations(page: Page, rules: string[] | undefined): Promise<axe.Result[]> {
  await page.evaluate(untilStill);
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    // Headless UI's sentinels move focus on immediately
    ({ exclude, runOnly }) => (globalThis as unknown as { axe: typeof axe }).axe.run({ exclude }, { runOnly }),
    { exclude: ["[id^=headlessui-focus-sentinel]"], runOnly: rules ?? GUIDELINES },
  );
  return violations;
}

/** Runs in the page: waits until fades end. Spinners and scroll-driven animations never do. */
async function untilStill(): Promise<void> {
  const isMoving = () =>
    document.getAnimations().some(({ effect, playState, timeline }) => {
      return (
        playState === "running" &&
        timeline === document.timeline &&
        effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
      );
    });
  // twice, because a new dialog starts to fade in the next frame
  for (let quietChecks = 0; quietChecks < 2; quietChecks = isMoving() ? 0 : quietChecks + 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

/** Saves a full-page screenshot in the folder `SCREENSHOTS`, if set. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = Bun.env["SCREENSHOTS"];
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

async function newContext(browser: Browser, view: View): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: view.club.url,
    viewport: { width: view.width ?? 1280, height: view.height ?? 900 },
    deviceScaleFactor: view.scale ?? 1,
    colorScheme: view.dark ? "dark" : "light",
    reducedMotion: view.reducedMotion ? "reduce" : "no-preference",
    hasTouch: view.touch ?? false,
    isMobile: view.touch ?? false,
    timezoneId: view.timeZone ?? "America/New_York",
    locale: "en-US",
    serviceWorkers: view.serviceWorker ? "allow" : "block",
  });
  const { request } = context;
  const fetch = request.fetch.bind(request);
  // the server may close an idle connection when it is used again, which browsers retry, too
  request.fetch = (url, options) => fetch(url, { maxRetries: 3, ...options });
  return context;
}
