import { afterAll, beforeAll, expect, test } from "bun:test";

import type { Page } from "playwright-core";

import { addCalendarMonths, localTime } from "#contract/zoned-time.ts";
import { type ApiClient, callAs, callAsAdmin, PASSWORD, register } from "#tests/support/api-client.ts";
import { atNight } from "#tests/support/at-night.ts";
import { openBrowser, screenshot } from "#tests/support/browser.ts";
import { type RunningClub, startClub } from "#tests/support/executable.ts";
import { jsonOf } from "#tests/support/json.ts";
import { until } from "#tests/support/poll-until.ts";
import { chapterFrame, importBook } from "#tests/support/reader-page.ts";
import { bookOf, pageOf, plainChapters } from "#tests/support/reading-book.ts";

const PHONE = { width: 360, height: 740, touch: true };
const TIME_ZONE = "America/New_York";
const inDays = (days: number) => localTime(new Date(Date.now() + days * 86_400_000), TIME_ZONE).slice(0, 10);

let browser: Awaited<ReturnType<typeof openBrowser>>;
let club: RunningClub;
let ada: ApiClient;
let mia: ApiClient;
let bookId: number;

beforeAll(async () => {
  browser = await openBrowser();
  club = await startClub({ environment: { LOG_LEVEL: "error" } });
  await club.makeAdmin();
  [ada, mia] = [await callAsAdmin(club), await register(club, "mia")];
  const chapters = plainChapters([900, 900, 900]);
  for (const chapter of chapters.slice(0, 2)) chapter.body += "<p>“It wasn’t every­thing,” the host said—twice.</p>";
  const pages = chapters
    .map((_, index) => `<li><a href="text/c${index + 1}.xhtml">${10 * index + 1}</a></li>`)
    .join("");
  const lines = chapters.map(({ title }, index) => `<li><a href="text/c${index + 1}.xhtml">${title}</a></li>`).join("");
  const nav = `<nav epub:type="toc"><ol>${lines}</ol></nav><nav epub:type="page-list" hidden=""><ol>${pages}</ol></nav>`;
  const contents = { name: "n.xhtml", type: "application/xhtml+xml", data: pageOf("Contents", nav), properties: "nav" };
  const audio = { seconds: 600, chapters: chapters.map(({ title }, index) => ({ title, start: index * 200 })) };
  bookId = await importBook(club, { ebook: bookOf({ chapters, toc: "none", more: [contents] }), audio });
  await jsonOf(ada.call("POST", "/api/meetings", { date: inDays(9), time: "19:00", location: "The cellar", bookId }));
});
afterAll(async () => {
  await browser.close();
  await club.stop();
});

const asMember = (username: string) => browser.signedIn({ club, ...PHONE }, username, PASSWORD);
const tap = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).tap();
const getBookProgress = async (person: ApiClient) => jsonOf(person.call("GET", `/api/books/${bookId}/place`));

test("leads from a paper copy's invitation to a first note", async () => {
  const page = await browser.page({ club, ...PHONE });
  const screenshots: string[] = [];
  const takeScreenshot = async (name: string) => {
    screenshots.push((await page.locator("body").textContent()) ?? "");
    await screenshot(page, `paper ${name}`);
  };
  await page.goto(`/auth?invite=${await club.invite(1)}`);
  await page.getByLabel("Username").fill("nell");
  await page.getByLabel("Email").fill("nell@example.org");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await takeScreenshot("invitation");
  await page.getByRole("button", { name: "Register", exact: true }).tap();
  await page.getByRole("button", { name: "Reading on paper?" }).waitFor();
  await takeScreenshot("home");
  await tap(page, "Reading on paper?");
  await page.getByLabel("I'm on page").fill("143");
  await page.getByLabel(/^of/).fill("320");
  await takeScreenshot("form");
  await tap(page, "Save my page");
  await page.getByText("Saved: page 143 of 320.").waitFor();
  await page.getByText(/^Page 143 of 320: 177 pages left, 20 a day until /).waitFor();
  await takeScreenshot("saved");
  await page.getByRole("link", { name: "Talk about it" }).tap();
  await page.getByText("You're here: Chapter 2").waitFor();
  await page.getByRole("textbox", { name: "Your note" }).fill("I have the old green edition.");
  await tap(page, "Send");
  const note = page.getByRole("listitem").filter({ hasText: "the old green edition" });
  await until(() => note.evaluate((entry) => entry === document.activeElement));
  await takeScreenshot("talk");
  expect(screenshots.filter((text) => /epub/i.test(text))).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  await page.context().close();
}, 300_000);

test("saves a page offline, refines it by its words, and undoes it", async () => {
  const page = await asMember("mia");
  await page.getByRole("button", { name: "Reading on paper?" }).waitFor();
  await page.goto("/talk");
  const title = page.locator("summary", { hasText: /Reading on paper|You're on page/ });
  await title.tap();
  await page.getByLabel("I'm on page").fill("30");
  await page.getByLabel(/^of/).fill("100");
  await page.context().setOffline(true);
  await tap(page, "Save my page");
  await page.getByText("Saved on this device").waitFor();
  expect((await getBookProgress(mia)).paper).toBeNull();
  await page.context().setOffline(false);
  await until(async () => (await getBookProgress(mia)).paper?.page === 30);

  // the book has curly quotes, a soft hyphen and a dash; the member types straight quotes and a line break
  await page.getByLabel("I'm on page").fill("66");
  await page.getByLabel("Or type the first words of the page").fill(`"It wasn't every- thing," the host said - twice`);
  await page.getByText("Found in several places. Which one is on your page?").waitFor();
  await screenshot(page, "paper words");
  await tap(page, /^Chapter 2/);
  await tap(page, "Save my page");
  await page.getByText("Saved: page 66 of 100.").waitFor();
  const exactReached = (await getBookProgress(mia)).reached;
  expect(exactReached).toBeWithin(0.66, 0.67);

  // a typo, with a page count
  await page.getByLabel("I'm on page").fill("600");
  await page.getByLabel(/^of/).fill("660");
  await tap(page, "Save my page");
  await page.getByText("Saved: page 600 of 660.").waitFor();
  await title.filter({ hasText: "You're on page 600 of 660" }).waitFor();
  expect((await getBookProgress(mia)).reached).toBeGreaterThan(0.9);
  await tap(page, "Undo");
  await title.filter({ hasText: "You're on page 66 of 100" }).waitFor();
  const progressAfterUndo = await getBookProgress(mia);
  expect([progressAfterUndo.paper, progressAfterUndo.reached]).toEqual([{ page: 66, pages: 100 }, exactReached]);
  expect(progressAfterUndo.offer).toMatchObject({ from: "paper" });
  expect(browser.faults).toEqual([]);
  await page.context().close();
}, 300_000);

atNight(
  "continues from a page in text and audio at one position",
  async () => {
    await mia.call("PUT", `/api/books/${bookId}/paper`, { pages: 300, page: 150 });
    const page = await asMember("mia");
    await page.goto("/read?from=paper");
    await chapterFrame(page);
    await until(async () => {
      const { reading } = await getBookProgress(mia);
      return reading !== null && Math.abs(reading.fraction - 0.5) < 0.05;
    });
    await mia.call("PUT", `/api/books/${bookId}/paper`, { pages: 300, page: 200 });
    await page.goto("/audiobook?from=paper");
    await until(async () => {
      const { listening } = await getBookProgress(mia);
      return listening !== null && Math.abs(listening.seconds - 370) <= 40;
    });
    await page.goto("/read");
    await chapterFrame(page);
    await page.getByRole("button", { name: "Contents" }).tap();
    await page.getByLabel("Page of the printed book").fill("99");
    await tap(page, /^Go$/);
    await page.getByText("The printed book has pages 1 to 21.").waitFor();
    await page.getByLabel("Page of the printed book").fill("21");
    await tap(page, /^Go$/);
    await until(async () => ((await getBookProgress(mia)).reading?.fraction ?? 0) > 0.6);
    await page.context().close();
  },
  300_000,
);

atNight(
  "finds and lends a copy, and lists the plan by week",
  async () => {
    const ben = await register(club, "ben", "Ben");
    await ben.call("PUT", `/api/books/${bookId}/copy`, { kind: "lend" });
    const page = await asMember("mia");
    await page.getByRole("link", { name: "The Long Table" }).tap();
    await page.getByRole("heading", { name: "Get a copy" }).waitFor();
    await page.getByText("Ben", { exact: true }).waitFor();
    await tap(page, "I'm looking for one");
    await page.getByRole("heading", { name: "Looking for a copy" }).waitFor();
    await page.getByText(/^By .*: to the end$/).waitFor();
    await screenshot(page, "paper book");
    const { borrow } = await jsonOf(ben.call("GET", `/api/books/${bookId}/copies`));
    expect(borrow).toMatchObject([{ displayName: "mia" }]);
    await page.context().close();
  },
  300_000,
);

atNight(
  "downloads highlights, and moves the runner-up to a month",
  async () => {
    await mia.call("POST", "/api/bookmarks", { bookId, fraction: 0.4, quote: "# *word*", note: "mine" });
    const page = await asMember("mia");
    await page.goto("/profile#data");
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download as Markdown" }).tap();
    const file = await (await download).path();
    expect(await Bun.file(file).text()).toContain(String.raw`> \# \*word\*`);
    await page.context().close();

    const month = inDays(0).slice(0, 7);
    const ids: number[] = [];
    for (const title of ["Emma", "Persuasion"])
      ids.push((await jsonOf(ada.call("POST", "/api/nominations", { title, author: "Jane Austen" }))).id);
    const closesAt = new Date(Date.now() + 86_400_000).toISOString();
    const poll = await jsonOf(
      ada.call("POST", "/api/polls", { month: addCalendarMonths(month, 1), closesAt, nominationIds: ids }),
    );
    await mia.call("PUT", `/api/polls/${poll.id}/ballot`, { nominationIds: ids });
    await (await callAs(club, "ben")).call("PUT", `/api/polls/${poll.id}/ballot`, { nominationIds: [ids[0]] });
    await ada.call("POST", `/api/polls/${poll.id}/close`);
    await ada.call("POST", `/api/polls/${poll.id}/adopt`, { nominationId: ids[0] });
    const admin = await browser.signedIn({ club, ...PHONE }, "ada", "Claret & clues 1890");
    await admin.goto("/recommendations");
    await admin
      .getByRole("button", { name: /^Second place for / })
      .first()
      .waitFor();
    await screenshot(admin, "paper second place");
    await admin
      .getByRole("button", { name: /^Second place for / })
      .first()
      .tap();
    await admin.getByText(/^Persuasion is now the book for /).waitFor();
    const { adopted } = await jsonOf(ada.call("GET", "/api/polls/current"));
    expect(adopted.map((one: { month: string }) => one.month)).toEqual([
      addCalendarMonths(month, 1),
      addCalendarMonths(month, 2),
    ]);
    await admin.context().close();
  },
  300_000,
);
