import { afterAll, expect, test } from "bun:test";

import type { Page } from "playwright-core";

import { onDevice } from "#tests/engines/device.ts";
import { ENGINES } from "#tests/engines/driver.ts";
import { signIn } from "#tests/engines/walk.ts";
import { atNight } from "#tests/support/at-night.ts";
import { atLocalhost, openBrowser } from "#tests/support/browser.ts";
import { ADMIN_PASSWORD, startClub } from "#tests/support/executable.ts";
import { UNREACHABLE } from "#tests/support/expected-console-errors.ts";
import { firstVisit } from "#tests/support/first-visit.ts";
import { saveOffline } from "#tests/support/player-page.ts";
import { until } from "#tests/support/poll-until.ts";
import { chapterFrame, importBook, pressInBars } from "#tests/support/reader-page.ts";
import { bookOf } from "#tests/support/reading-book.ts";

import { findMissingEnginePart } from "../../scripts/engines.ts";

const CLUB_NAME = "Kółko Őrség";
const MEMBER_NAME = "Łukasz Şahin Őry";
/** In scripts of the reader's serif font, and in the headings' script. */
const [RUSSIAN, GREEK, VIETNAMESE] = [
  "Все счастливые семьи похожи",
  "Ἄνδρα μοι ἔννεπε, πολύτροπον",
  "Nguyễn Phan Quế Mai",
];
const [POST_TEXT, LINE_TEXT] = ["Świeży chleb, işte böyle, jó étvágyat", "Źdźbło, şişe, hűvös, ārsts, řeka"];

const browser = await openBrowser({ provoked: UNREACHABLE });
const club = await startClub({ environment: { CLUB_NAME, LOG_LEVEL: "warn" } });
const plainClub = await startClub();
await club.makeAdmin();
await importBook(club, {
  ebook: bookOf({
    chapters: [
      {
        title: "Chapter 1",
        body: `${[LINE_TEXT, RUSSIAN, GREEK, VIETNAMESE].map((line) => `<p>${line}</p>`).join("")}<p>Plain</p>`,
      },
    ],
  }),
});
afterAll(async () => {
  await browser.close();
  await club.stop();
  await plainClub.stop();
});
const adminPage = (view: object = {}) =>
  browser.signedIn({ club, width: 390, height: 844, ...view }, "ada", ADMIN_PASSWORD);

/** The fonts with which Chromium renders an element's text. */
async function fontsOf(page: Page, selector: string): Promise<string[]> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("DOM.enable");
  await devTools.send("CSS.enable");
  await devTools.send("DOM.getDocument", { depth: -1, pierce: true });
  const { searchId } = await devTools.send("DOM.performSearch", { query: selector });
  const searchResult = await devTools.send("DOM.getSearchResults", { searchId, fromIndex: 0, toIndex: 1 });
  // the page may have replaced the node meanwhile
  const { fonts } = await devTools
    .send("CSS.getPlatformFontsForNode", { nodeId: searchResult.nodeIds[0] ?? 0 })
    .catch(() => ({ fonts: [] }));
  await devTools.detach();
  return [...new Set(fonts.map(({ familyName, isCustomFont }) => `${familyName}${isCustomFont ? "" : " (system)"}`))];
}
const untilDrawnWith = (page: Page, selector: string, font: string) =>
  until(
    () => fontsOf(page, selector),
    (fonts) => fonts.length > 0 && fonts.every((name) => name.startsWith(font) && !name.endsWith("(system)")),
  );
const SETTINGS = { flow: "pages", size: 18, lineHeight: 1.5, margins: "medium", theme: "auto" };
async function openReader(font: string): Promise<Page> {
  const page = await adminPage();
  await page.addInitScript((settings) => localStorage.setItem("reader.settings", JSON.stringify(settings)), {
    ...SETTINGS,
    font,
  });
  await page.goto("/read");
  await chapterFrame(page, "c1.xhtml");
  return page;
}
const filterExtFonts = (paths: readonly string[]) => paths.filter((path) => path.includes("latin-ext"));

test("a page without such letters fetches no font for them", async () => {
  const page = await browser.page({ club: plainClub });
  const files = await firstVisit(page, "/auth");
  expect(files.filter(({ type }) => type === "font").length).toBe(2);
  expect(filterExtFonts(files.map(({ path }) => path))).toEqual([]);
  await page.close();
});

test("draws names and posts beyond latin-1 in one font each", async () => {
  const visitor = await browser.page({ club });
  const files = await firstVisit(visitor, "/auth");
  expect(filterExtFonts(files.map(({ path }) => path))).toEqual([expect.stringContaining("fraunces-latin-ext")]);
  await untilDrawnWith(visitor, "h1", "Fraunces");
  await visitor.close();

  const page = await adminPage();
  expect((await page.request.patch("/api/profile", { data: { displayName: MEMBER_NAME } })).ok()).toBe(true);
  expect((await page.request.post("/api/posts", { data: { content: POST_TEXT } })).ok()).toBe(true);
  await page.goto("/");
  for (const text of [MEMBER_NAME, POST_TEXT]) {
    await page.getByText(text, { exact: true }).first().waitFor();
    await untilDrawnWith(page, `//*[text()="${text}"]`, "Figtree");
  }
  await page.close();
});

test("keeps a number behind a right-to-left name", async () => {
  const page = await adminPage();
  const data = { title: "Emma", author: "דוד גרוסמן", pages: 300 };
  expect((await page.request.post("/api/nominations", { data })).ok()).toBe(true);
  await page.goto("/recommendations");
  const leftEdges = await page.getByText("300 pages").evaluate(({ firstChild }) =>
    ["by", "דוד", "300", "pages"].map((word) => {
      const range = document.createRange();
      const start = firstChild?.textContent?.indexOf(word) ?? -1;
      range.setStart(firstChild as Node, start);
      range.setEnd(firstChild as Node, start + word.length);
      return range.getBoundingClientRect().left;
    }),
  );
  expect(leftEdges).toEqual(leftEdges.toSorted((a, b) => a - b));
  await page.close();
});

test("keeps the number of a right-to-left question in the list", async () => {
  const page = await adminPage();
  const book = await (await page.request.get("/api/books/current")).json();
  const meeting = { date: "2037-07-05", time: "19:00", location: "The cellar", bookId: book.id };
  expect((await page.request.post("/api/meetings", { data: meeting })).ok()).toBe(true);
  const question = { kind: "question", text: "למה?", fraction: 0 };
  expect((await page.request.post(`/api/books/${book.id}/notes`, { data: question })).ok()).toBe(true);
  await page.goto("/");
  await page.getByText("1 question for the evening").click();
  const text = page.getByText("למה?");
  await text.waitFor();
  const directions = await text.evaluate((element) =>
    [element.closest("li"), element].map((each) => getComputedStyle(each as Element).direction),
  );
  // the number belongs to the list item
  expect(directions).toEqual(["ltr", "rtl"]);
  await page.close();
});

test.each([
  ["serif", "Literata", [RUSSIAN, GREEK, VIETNAMESE]],
  ["club", "Fraunces", [VIETNAMESE]],
])("draws other scripts that the reader's %s font has in it", async (font, family, lines) => {
  const page = await openReader(font);
  for (const line of lines) await untilDrawnWith(page, `//*[text()="${line}"]`, family);
  await page.close();
});

test("draws those letters without a network", async () => {
  const page = await adminPage({ club: atLocalhost(club), serviceWorker: true });
  const text = page.getByText(POST_TEXT, { exact: true }).first();
  await page.goto("/");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  // the worker stores what a page asks for under its control
  await page.reload();
  await text.waitFor();
  await untilDrawnWith(page, `//*[text()="${POST_TEXT}"]`, "Figtree");
  await page.context().setOffline(true);
  await page.reload();
  await text.waitFor();
  await untilDrawnWith(page, `//*[text()="${POST_TEXT}"]`, "Figtree");
  await page.close();
});

test.each([
  ["serif", "Literata"],
  ["club", "Fraunces"],
  ["sans", "Figtree"],
  ["dyslexia", "OpenDyslexic"],
])("a chapter in the reader's %s font is drawn only in %s", async (font, family) => {
  const page = await openReader(font);
  await untilDrawnWith(page, `//*[text()="${LINE_TEXT}"]`, family);
  await page.close();
});

test("stores both chosen fonts for offline reading", async () => {
  const page = await adminPage({ club: atLocalhost(club), serviceWorker: true });
  // chosen before the worker was there to store it
  await page.evaluate((settings) => localStorage.setItem("reader.settings", JSON.stringify(settings)), {
    ...SETTINGS,
    font: "dyslexia",
  });
  await page.goto("/ebook");
  await saveOffline(page);
  await page.context().setOffline(true);
  await page.goto("/read");
  await expectFaces(page, "OpenDyslexic", 3);

  await page.context().setOffline(false);
  await page.reload();
  await chapterFrame(page, "c1.xhtml");
  await pressInBars(page, "Display settings");
  await page.getByLabel("Font").selectOption("serif");
  const storedFaces = async () =>
    (await (await caches.open("shell")).keys()).filter(({ url }) => url.includes("/literata"));
  await until(
    () => page.evaluate(storedFaces).then((faces) => faces.length),
    (faces) => faces === 14,
  );
  await page.context().setOffline(true);
  await page.reload();
  await expectFaces(page, "Literata", 14);
  await untilDrawnWith(page, `//*[text()="${LINE_TEXT}"]`, "Literata");
  await page.close();
});

/** Waits until the chapter has loaded so many faces of a font, also those that it doesn't show. */
async function expectFaces(page: Page, family: string, count: number): Promise<void> {
  const frame = await chapterFrame(page, "c1.xhtml");
  const loadResults = await frame.evaluate(async (name) => {
    const faces = [...document.fonts].filter((face) => face.family.includes(name));
    const loads = await Promise.allSettled(faces.map((face) => face.load()));
    return loads.map(({ status }) => status);
  }, family);
  expect(loadResults).toEqual(Array.from({ length: count }, () => "fulfilled"));
}

for (const engine of ENGINES)
  (findMissingEnginePart(engine) === null ? atNight : test.skip)(
    `${engine} has fetched the letters' fonts`,
    async () => {
      await onDevice(engine, club, {}, async (device) => {
        await signIn(device, "ada", ADMIN_PASSWORD);
        await device.open("/");
        await device.sees(MEMBER_NAME);
        await until(() =>
          device.evaluate(() =>
            [...document.fonts].some(
              ({ family, status, unicodeRange }) =>
                family.includes("Figtree Variable") &&
                unicodeRange.toUpperCase().includes("100-") &&
                status === "loaded",
            ),
          ),
        );
        await device.image("letters");
      });
    },
  );
