import { launch } from "puppeteer-core";

import { findFirefox } from "../../scripts/engines.ts";
import { type Driver, inputOf, pathOf, type Window } from "./driver.ts";
import { startSpeakers } from "./stage.ts";

const preferences = {
  "media.autoplay.default": 0,
  "ui.prefersReducedMotion": 1,
  // like on phones, so that the page has the full 390 px
  "ui.useOverlayScrollbars": 1,
  "intl.accept_languages": "en-US",
  // a test's club has no https
  "dom.security.https_first": false,
};

export async function openFirefox({ width, height, script, isSlow, hasTouch }: Window): Promise<Driver> {
  const speakers = await startSpeakers();
  const browser = await launch({
    browser: "firefox",
    executablePath: findFirefox(),
    extraPrefsFirefox: { ...preferences, "dom.w3c_touch_events.enabled": hasTouch ? 1 : 2 },
    env: { ...Bun.env, ...speakers.env, TZ: "America/New_York" },
  });
  const page = await browser.newPage();
  await page.setViewport({ width, height });
  if (script) await page.evaluateOnNewDocument(script);
  // a page that asks before leaving
  page.on("dialog", (dialog) => void dialog.accept());
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error instanceof Error ? error.message : String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  return {
    goto: async (url) => {
      const navigation = page.goto(url);
      // a page that is left in the meantime never loads
      await (isSlow ? Promise.race([navigation.catch(() => undefined), page.waitForRequest(url)]) : navigation);
    },
    ...inputOf(page, hasTouch),
    drag: async (from, to) => {
      await page.touchscreen.touchStart(from.x, from.y);
      for (const { x, y } of pathOf(from, to)) await page.touchscreen.touchMove(x, y);
      await page.touchscreen.touchEnd();
    },
    image: async (path) => void (await page.screenshot({ path: path as `${string}.png` })),
    faults: () => errors,
    close: async () => {
      await browser.close();
      speakers.close();
    },
  };
}
