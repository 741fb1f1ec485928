import { openBrowser } from "#tests/support/browser.ts";
import { ADMIN_PASSWORD, type RunningClub, startClub } from "#tests/support/executable.ts";
import { bytesOf, firstVisit } from "#tests/support/first-visit.ts";
import { slowLine } from "#tests/support/slow-phone.ts";

import { findChromium } from "../../scripts/chromium.ts";
import { serveBarePage, servePlainForm } from "./bare-pages.ts";
import { type Bench, compare, formatSpread, measureInTurn, type Row } from "./row.ts";

const ROUNDS = 9;
const SIGN_IN_COUNT = 5;
const KEY_DELAY_MS = 100;
const KILOBYTES = { script: 100, stylesheet: 12, font: 60 };
const REQUESTS_MAX = 12;

type Browser = Awaited<ReturnType<typeof openBrowser>>;

/** The transfer size of a first visit to the sign-in page, and its times on a slow connection. Needs Chromium. */
export const signInBench: Bench = async () => {
  if (!findChromium()) return [];
  const club = await startClub();
  const browser = await openBrowser();
  try {
    return [await sizeRow(browser, club), await paintRow(browser, club), await signInRow(browser, club)];
  } finally {
    await browser.close();
    await club.stop();
  }
};

async function sizeRow(browser: Browser, club: RunningClub): Promise<Row> {
  const requests = await firstVisit(await browser.page({ club }), "/auth");
  const sizes = Object.entries(KILOBYTES).map(([type, most]) => ({ kilobytes: bytesOf(requests, type) / 1000, most }));
  return {
    name: "sign-in page, first visit: JS, CSS, fonts",
    figures: `${sizes.map(({ kilobytes }) => kilobytes.toFixed(1)).join(", ")} KB in ${requests.length} requests; headers included`,
    budget: `≤ ${Object.values(KILOBYTES).join(", ")} KB, ≤ ${REQUESTS_MAX} requests`,
    isMet: sizes.every(({ kilobytes, most }) => kilobytes <= most) && requests.length <= REQUESTS_MAX,
  };
}

/** The time until the page is painted, and until React handles its button, compared with a page of one React button. */
async function paintRow(browser: Browser, club: RunningClub): Promise<Row> {
  const barePage = await serveBarePage();
  const interactiveTimes: [number[], number[]] = [[], []];
  const time = async (url: string, times: number[]) => {
    const page = await slowPage(browser, url);
    await page.goto("/auth");
    await page.waitForFunction(() => {
      const button = document.querySelector("#root button[type=submit]");
      return button && Object.keys(button).some((key) => key.startsWith("__reactProps"));
    });
    times.push(await page.evaluate(() => performance.now()));
    const paintTime = await page.waitForFunction(
      () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
    );
    const visibleMs = (await paintTime.jsonValue()) ?? Number.NaN;
    await page.context().close();
    return visibleMs;
  };
  const [ours = [], theirs = []] = await measureInTurn(ROUNDS, [
    () => time(club.url, interactiveTimes[0]),
    () => time(barePage.url, interactiveTimes[1]),
  ]);
  await barePage.stop();
  return compare("sign-in page visible at 1.6 Mbit/s, 150 ms", {
    ours,
    theirs,
    baseline: "React page with one button",
    unit: " ms",
    suffix: `interactive after ${interactiveTimes.map(formatSpread).join(" and ")} ms`,
    atMost: 1.3,
  });
}

/** A visitor types as soon as the form is painted, ten keys a second, compared with a form without a script. */
async function signInRow(browser: Browser, club: RunningClub): Promise<Row> {
  await club.makeAdmin();
  const form = servePlainForm(club);
  const signIn = async (url: string): Promise<number> => {
    const page = await slowPage(browser, url);
    const startMs = performance.now();
    await page.goto("/auth", { waitUntil: "commit" });
    const answer = page.waitForResponse((response) => response.request().method() === "POST");
    await page.locator("[name=username]").pressSequentially("ada", { delay: KEY_DELAY_MS });
    await page.locator("[name=password]").pressSequentially(ADMIN_PASSWORD, { delay: KEY_DELAY_MS });
    await page.keyboard.press("Enter");
    const status = (await answer).status();
    if (status >= 400) throw new Error(`The sign-in was answered ${status}`);
    const tookMs = performance.now() - startMs;
    await page.context().close();
    return tookMs;
  };
  const [ours = [], theirs = []] = await measureInTurn(SIGN_IN_COUNT, [() => signIn(club.url), () => signIn(form.url)]);
  await form.stop();
  const name = "signed in at 1.6 Mbit/s, typing ten keys a second from the first paint";
  return compare(name, { ours, theirs, baseline: "a form without scripts", unit: " ms", atMost: 1.3 });
}

async function slowPage(browser: Browser, url: string) {
  const page = await browser.page({ club: { url }, width: 360 });
  await slowLine(page);
  return page;
}
