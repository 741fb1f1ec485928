import { afterAll, beforeAll, expect, test } from "bun:test";
import { brotliDecompressSync } from "node:zlib";

import type { Page } from "playwright-core";

import { sessionCookie } from "#tests/screens/screens.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { ADMIN_PASSWORD, startClub } from "#tests/support/executable.ts";
import { bytesOf, type Fetched, firstVisit } from "#tests/support/first-visit.ts";
import { INVISIBLE_SHIFT, shiftOf } from "#tests/support/layout-shift.ts";

const kilobyte = 1000;

const club = await startClub();
// in one test the scripts fail to load
const browser = await openBrowser({ provoked: /dynamically imported module|ERR_FAILED/ });
let page: Page;
let fetchedFiles: Fetched[];

beforeAll(async () => {
  page = await browser.page({ club });
  fetchedFiles = await firstVisit(page, "/auth");
});
afterAll(async () => {
  await browser.close();
  await club.stop();
});

test("loads at most 95 KB JS, 12 KB CSS and 60 KB fonts at sign-in", () => {
  expect(bytesOf(fetchedFiles, "script")).toBeWithin(1, 95 * kilobyte + 1);
  expect(bytesOf(fetchedFiles, "stylesheet")).toBeWithin(1, 12 * kilobyte + 1);
  expect(bytesOf(fetchedFiles, "font")).toBeWithin(1, 60 * kilobyte + 1);
});

test("takes at most 12 requests", () => {
  expect(fetchedFiles.length).toBeGreaterThan(3);
  expect(fetchedFiles.map(({ path }) => path).slice(12)).toEqual([]);
});

test("the scripts don't wait for the fonts", async () => {
  const html = await (await fetch(`${club.url}/auth`)).text();
  const loadOrder = Array.from(html.matchAll(/<link rel="preload" as="(?:script|font" fetchpriority="low)"/g), String);
  expect(loadOrder.map((link) => link.includes("font"))).toEqual([false, false, true, true]);
});

test("everything compressible is compressed", () => {
  const text = fetchedFiles.filter(({ type, bytes }) => ["script", "stylesheet"].includes(type) && bytes > kilobyte);
  expect(text.filter(({ encoding }) => encoding !== "br").map(({ path }) => path)).toEqual([]);
});

test("loads no code for members and admins", async () => {
  const scripts = fetchedFiles.filter(({ type }) => type === "script");
  expect(scripts.length).toBeGreaterThan(0);
  const [visitorScripts, memberScripts] = await Promise.all([scriptsOf("/auth"), scriptsOf("/", "session=abc")]);
  const sharedScripts = memberScripts.filter((path) => !visitorScripts.includes(path));
  for (const parts of [["/assets/admin-*.js"], ["/assets/audiobook-*.js"], sharedScripts]) {
    const sentences = await sentencesOf(parts);
    expect(sentences.length).toBeGreaterThan(3);
    for (const { body } of scripts) expect(sentences.filter((sentence) => body.includes(sentence))).toEqual([]);
  }
});

test("loads at most 134 KB of scripts before the first press", async () => {
  const parts = await scriptsOf("/", "session=abc");
  const sizes = await Promise.all(parts.map(async (path) => (await fetchBrotli(path)).byteLength));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeWithin(100 * kilobyte, 134 * kilobyte + 1);
});

test("loads at most six scripts for a member's first page", async () => {
  expect((await scriptsOf("/", "session=abc")).slice(6)).toEqual([]);
});

test("paints sign-in before scripts load, without layout shift", async () => {
  const visitor = await browser.page({ club, width: 412, height: 823 });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await visitor.route("**/assets/main-*.js", async (route) => {
    await released;
    await route.continue();
  });
  await visitor.goto("/auth", { waitUntil: "load" });
  await visitor.getByText("Enter your credentials to access your account").waitFor();
  const before = await visitor.getByRole("heading").boundingBox();
  release();
  // wait until the app handles clicks
  await visitor.waitForFunction(() => window.onclick === null);
  await visitor.getByLabel("Username").fill("mia");
  expect(await visitor.getByRole("heading").boundingBox()).toEqual(before);
  expect(await shiftOf(visitor)).toBeLessThan(INVISIBLE_SHIFT);
  await visitor.context().close();
});

/** Elsewhere than on Linux every system has Arial. */
const hasArial =
  !Bun.which("fc-match") || /Arial|Liberation|Arimo/.test(String(Bun.spawnSync(["fc-match", "Arial"]).stdout));

test.skipIf(!hasArial).each([360, 412, 1280])("late fonts shift nothing at sign-in at %i px", async (width) => {
  const visitor = await browser.page({ club, width, height: 823 });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await visitor.route("**/*.woff2", async (route) => {
    await released;
    await route.continue();
  });
  await visitor.goto("/auth", { waitUntil: "commit" });
  await visitor.waitForFunction(() => window.onclick === null);
  release();
  await visitor.waitForFunction(() => document.fonts.check("1em 'Figtree Variable'"));
  // until it is painted
  await visitor.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await shiftOf(visitor)).toBeLessThan(INVISIBLE_SHIFT);
  await visitor.context().close();
});

/** A member's phone that receives the app's script when `release` is called. */
async function openDelayed() {
  const member = await browser.page({ club, width: 412, height: 823 });
  await member.context().addCookies([await sessionCookie(club.url, "ada", ADMIN_PASSWORD)]);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await member.route("**/assets/main-*.js", async (route) => {
    await released;
    await route.continue();
  });
  return { member, release };
}

test("fetches each file once for Home, without layout shift", async () => {
  await club.makeAdmin();
  const { member, release } = await openDelayed();
  const requests: string[] = [];
  member.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await member.goto("/", { waitUntil: "load" });
  release();
  await member.getByRole("heading", { name: "Welcome, ada" }).waitFor();
  await member.waitForLoadState("networkidle");
  const duplicates = requests.filter((path, i) => requests.indexOf(path) !== i && !path.startsWith("/images/"));
  expect(duplicates).toEqual([]);
  // it is embedded in the page
  expect(requests).not.toContain("/api/posts");
  expect(await shiftOf(member)).toBeLessThan(INVISIBLE_SHIFT);
  await member.context().close();
});

test("loads members' styles after the page's own", async () => {
  const member = await browser.page({ club });
  await member.goto("/auth");
  await member.getByLabel("Username", { exact: false }).fill("ada");
  await member.getByLabel("Password", { exact: true }).fill(ADMIN_PASSWORD);
  await member.getByRole("button", { name: "Login", exact: true }).click();
  for (const navigate of [async () => undefined, async () => void (await member.reload())]) {
    await navigate();
    await member.getByRole("heading", { name: "Welcome, ada" }).waitFor();
    const sheets = await member.evaluate(() => Array.from(document.styleSheets, ({ href }) => href ?? ""));
    expect(sheets.map((href) => /\/(index|members)-/.exec(href)?.[1]).filter(Boolean)).toEqual(["index", "members"]);
  }
  await member.context().close();
});

test("when the scripts can't load, the page says so", async () => {
  const visitor = await browser.page({ club });
  await visitor.route("**/assets/main-*.js", (route) => route.abort());
  await visitor.goto("/auth");
  await visitor.getByRole("alert").getByText("This page couldn't be loaded").waitFor();
  await visitor.context().close();
});

test("the club's colors are loaded", async () => {
  const button = page.getByRole("button", { name: "Login", exact: true });
  const background = await button.evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(background).not.toBe("rgba(0, 0, 0, 0)");
  const paper = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--paper"));
  expect(paper.trim()).not.toBe("");
  expect(browser.faults).toEqual([]);
});

const fetchBrotli = async (path: string) =>
  (await fetch(club.url + path, { headers: { "accept-encoding": "br" }, decompress: false })).arrayBuffer();

/** The scripts that a page's HTML names. */
async function scriptsOf(path: string, cookie = ""): Promise<string[]> {
  const html = await (await fetch(club.url + path, { headers: { cookie } })).text();
  return [...new Set(Array.from(html.matchAll(/"(\/assets\/[^"]+\.js)"/g), ([, script = ""]) => script))];
}

/** Quoted sentences in chunks of the build that visitors never need. */
async function sentencesOf(parts: readonly string[]): Promise<string[]> {
  const textOf = async (name: string) => brotliDecompressSync(await Bun.file(name).bytes()).toString();
  const files = parts.flatMap((part) => [...new Bun.Glob(`dist/web${part}.br`).scanSync(".")]);
  if (files.length < parts.length) throw new Error(`The program lacks some of ${parts.join()}.`);
  const text = (await Promise.all(files.map(textOf))).join("\n");
  return [...text.matchAll(/"([A-Z][^"\\]{20,}[.?!])"/g)].map(([, sentence = ""]) => sentence);
}
