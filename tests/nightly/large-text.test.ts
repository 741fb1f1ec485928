import { expect, test } from "bun:test";

import { largeTextFaults } from "#tests/screens/large-text.ts";
import { startScreenClubs } from "#tests/screens/screen-clubs.ts";
import { signIn } from "#tests/support/browser.ts";

import { DEMO_PASSWORD } from "../../scripts/demo/people.ts";

const { browser, full } = await startScreenClubs();

test("nothing scrolls sideways at 200 % zoom", async () => {
  const page = await browser.page({ club: full, width: 640, height: 400 });
  await signIn(page, "teo", DEMO_PASSWORD);
  for (const path of ["/", "/ebook", "/audiobook", "/profile", "/no-such-page"]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(640);
  }
  await page.context().close();
});

const PAGES = [
  "/ /ebook /audiobook /talk /shelf /shelf/1 /recommendations /wines /profile /help /privacy /admin/health /no-such-page",
  ...["content", "book", "book&book=new", "ebook", "audiobook", "users", "email"].map((tab) => `/admin?tab=${tab}`),
  `/admin/months/${new Date().toISOString().slice(0, 7)}`,
].join(" ");
test("with a 200 % browser font on a narrow phone nothing scrolls sideways, no word breaks, no icon is over a name", async () => {
  const page = await browser.page({ club: full, width: 390, height: 844 });
  await signIn(page, "margit", DEMO_PASSWORD);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  const faults: string[] = [];
  for (const path of PAGES.split(" ")) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize))).toBe(32);
    for (const fault of await largeTextFaults(page)) faults.push(`${path} ${fault}`);
  }
  expect(faults).toEqual([]);
  await page.context().close();
}, 300_000);
