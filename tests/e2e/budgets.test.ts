import { afterAll, beforeAll, expect, test } from "bun:test";

import type { Page } from "playwright-core";

import { openBrowser } from "#tests/support/browser.ts";
import { startClub } from "#tests/support/executable.ts";
import { bytesOf, type Fetched, firstVisit } from "#tests/support/first-visit.ts";

const kilobyte = 1000;

const club = await startClub();
const browser = await openBrowser();
let page: Page;
let fetched: Fetched[];

beforeAll(async () => {
  page = await browser.page({ club });
  fetched = await firstVisit(page, "/auth");
});
afterAll(async () => {
  await browser.close();
  await club.stop();
});

test("the first visit to the sign-in page loads at most 100 KB of scripts, 12 KB of styles and 60 KB of fonts", () => {
  expect(bytesOf(fetched, "script")).toBeWithin(1, 100 * kilobyte + 1);
  expect(bytesOf(fetched, "stylesheet")).toBeWithin(1, 12 * kilobyte + 1);
  expect(bytesOf(fetched, "font")).toBeWithin(1, 60 * kilobyte + 1);
});

test("it takes at most 12 requests", () => {
  expect(fetched.length).toBeGreaterThan(3);
  expect(fetched.map(({ path }) => path).slice(12)).toEqual([]);
});

test("all that can be compressed is", () => {
  const text = fetched.filter(({ type, bytes }) => ["script", "stylesheet"].includes(type) && bytes > kilobyte);
  expect(text.filter(({ encoding }) => encoding !== "br").map(({ path }) => path)).toEqual([]);
});

test("the admin's part is not in it", () => {
  const scripts = fetched.filter(({ type }) => type === "script");
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter(({ body }) => body.includes("Content Management")).map(({ path }) => path)).toEqual([]);
});

test("the club's colours are there: the styles were made and loaded", async () => {
  const button = page.getByRole("button", { name: "Login", exact: true });
  const background = await button.evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(background).not.toBe("rgba(0, 0, 0, 0)");
  const paper = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--paper"));
  expect(paper.trim()).not.toBe("");
  expect(browser.faults).toEqual([]);
});
