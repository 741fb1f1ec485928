import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import type { Locator, Page } from "playwright-core";

import { sessionCookie } from "#tests/screens/screens.ts";
import { atNight } from "#tests/support/at-night.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { startDemoClub } from "#tests/support/demo.ts";
import { until } from "#tests/support/poll-until.ts";

import { DEMO_PASSWORD } from "../../scripts/demo/people.ts";

// Presses every button of every member's page by keyboard, each on a new page, and checks where the focus is.

let club: Awaited<ReturnType<typeof startDemoClub>>;
const browser = await openBrowser({ provoked: /^Copying failed/ });
let page: Page;
/** Counts requests. */
let inFlight = 0;
beforeAll(async () => {
  club = await startDemoClub();
  page = await browser.page({ club, reducedMotion: true });
  // like a window whose question isn't answered
  await page.addInitScript(() => {
    Notification.requestPermission = () => new Promise(() => undefined);
  });
  page.on("request", () => (inFlight += 1));
  for (const end of ["requestfinished", "requestfailed"] as const)
    page.on(end as "requestfinished", () => (inFlight -= 1));
  await page.context().addCookies([await sessionCookie(club.url, "teo", DEMO_PASSWORD)]);
});
afterAll(async () => {
  await browser.close();
  await club.stop();
});

const PATHS = ["/talk", "/shelf", "/audiobook", "/ebook", "/wines", "/hosts", "/profile", "/help", "/read"];

describe("keeps focus on an element after each button", () => {
  for (const path of ["/", "/recommendations", ...PATHS])
    (PATHS.includes(path) ? atNight : test)(`on ${path}`, async () => {
      await open(path);
      const names = await findButtons().evaluateAll((elements) => elements.map((button) => button.textContent.trim()));
      expect(names.length).toBeGreaterThan(0);
      const buttonsLosingFocus: string[] = [];
      for (const index of names.keys()) {
        await open(path);
        const button = findButtons().nth(index);
        // an earlier press may have removed it
        const name = (await button.count()) > 0 ? await nameOf(button) : undefined;
        if (name === undefined || ENDS_SESSION.test(name)) continue;
        await press(button, "Enter");
        if (!(await hasFocus())) buttonsLosingFocus.push(name);
      }
      expect(buttonsLosingFocus).toEqual([]);
    });
});

test("stays in the form after a vote is saved", async () => {
  await open("/recommendations");
  const save = page.getByRole("button", { name: "Save my vote" });
  await press(page.getByRole("checkbox", { disabled: false }).first(), "Space");
  await press(save, "Enter");
  await page.getByText(/^Your vote has been saved/).waitFor();
  await until(() => page.evaluate(() => document.activeElement?.closest("form") !== null));
});

test("moves focus to the sent note, each time", async () => {
  for (const text of ["The cork is a clue.", "So is the glass."]) {
    await open("/talk");
    const foldedForm = page.locator("details:not([open]) > summary", { hasText: "Write a note" });
    if ((await foldedForm.count()) > 0) await press(foldedForm, "Enter");
    await page.getByLabel("Your note").fill(text);
    await press(page.getByRole("button", { name: "Send" }), "Enter");
    await page.getByText(text, { exact: true }).first().waitFor();
    expect([text, await hasFocus()]).toEqual([text, true]);
  }
});

const STILL_FRAME_COUNT = 6;
/** A page with a playing book never stops loading. */
const FRAMES_MAX = 300;
const ENDS_SESSION = /^(?:Sign out|Delete my account)/;
const findButtons = (): Locator => page.locator(":is(main, footer, [aria-label=Audiobook]) button:enabled:visible");
const nameOf = (button: Locator) =>
  button.evaluate((element) => element.getAttribute("aria-label") ?? element.textContent.trim());

async function open(path: string): Promise<void> {
  inFlight = 0;
  await page.goto(path, { waitUntil: "networkidle" });
}

/** After a first key, the browser shows the focus, as for keyboard users. */
async function press(button: Locator, key: string): Promise<void> {
  await page.keyboard.press("Tab");
  await button.focus();
  await page.keyboard.press(key);
}

/** Whether an element has the focus once the effects of the press are over. */
async function hasFocus(): Promise<boolean> {
  for (let frames = 0, stillFrames = 0; stillFrames < STILL_FRAME_COUNT && frames < FRAMES_MAX; frames += 1) {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    stillFrames = inFlight === 0 ? stillFrames + 1 : 0;
  }
  return page.evaluate(() => document.activeElement !== document.body && document.activeElement !== null);
}
