import { chromium, type Page } from "playwright-core";

import { FLAGS } from "#tests/support/browser.ts";

import { ensureHeadlessChromium } from "../../scripts/chromium.ts";
import { type Driver, inputOf, type Window } from "./driver.ts";

export async function openChromium({ width, height, script, isSlow = false }: Window): Promise<Driver> {
  const browser = await chromium.launch({ executablePath: ensureHeadlessChromium(), args: FLAGS });
  const context = await browser.newContext({
    viewport: { width, height },
    reducedMotion: "reduce",
    locale: "en-US",
    timezoneId: "America/New_York",
  });
  if (script) await context.addInitScript(script);
  const page = await context.newPage();
  if (isSlow) await slowDown(page);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  return {
    goto: async (url) => void (await page.goto(url, { waitUntil: isSlow ? "commit" : "load" })),
    ...inputOf(page),
    choose: (selector, file) => page.locator(selector).setInputFiles(file),
    picture: async (path) => void (await page.screenshot({ path })),
    faults: () => faults,
    close: () => browser.close(),
  };
}

/** Lighthouse's slow phone: 1.6 Mbit/s down, 750 kbit/s up, 150 ms for each answer, a processor four times slower. */
async function slowDown(page: Page): Promise<void> {
  const line = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
  const session = await page.context().newCDPSession(page);
  await session.send("Network.emulateNetworkConditions", line);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}
