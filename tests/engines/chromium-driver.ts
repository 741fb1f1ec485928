import { chromium } from "playwright-core";

import { isNight } from "#tests/support/at-night.ts";
import { FLAGS } from "#tests/support/browser.ts";
import { dragFinger } from "#tests/support/finger.ts";
import { slowDown, slowLine } from "#tests/support/slow-phone.ts";

import { ensureHeadlessChromium } from "../../scripts/chromium.ts";
import { type Driver, inputOf, type Window } from "./driver.ts";

export async function openChromium({ width, height, script, isSlow, hasTouch }: Window): Promise<Driver> {
  const browser = await chromium.launch({ executablePath: await ensureHeadlessChromium(), args: FLAGS });
  const context = await browser.newContext({
    viewport: { width, height },
    hasTouch,
    reducedMotion: "reduce",
    locale: "en-US",
    timezoneId: "America/New_York",
  });
  if (script) await context.addInitScript(script);
  const page = await context.newPage();
  // its throttling occupies the processor
  if (isSlow && isNight) {
    await slowLine(page);
    await slowDown(page, 4);
  }
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  return {
    goto: async (url) => void (await page.goto(url, { waitUntil: isSlow ? "commit" : "load" })),
    ...inputOf(page, hasTouch),
    drag: (from, to) => dragFinger(page, from, to),
    image: async (path) => void (await page.screenshot({ path })),
    faults: () => errors,
    close: () => browser.close(),
  };
}
