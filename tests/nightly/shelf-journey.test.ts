import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";

import type { Page } from "playwright-core";

import { callAsAdmin, PASSWORD, register } from "#tests/support/api-client.ts";
import { expectAccessible, openBrowser, screenshot } from "#tests/support/browser.ts";
import { clubMonth } from "#tests/support/club-month.ts";
import { ADMIN_PASSWORD, startClub } from "#tests/support/executable.ts";
import { openLibraryFinds, startIsbnServices } from "#tests/support/isbn-services.ts";
import { until } from "#tests/support/poll-until.ts";

const isbn = startIsbnServices({ "/search.json": openLibraryFinds({ title: "Emma: A novel" }) });
const club = await startClub({ environment: isbn.environment });
const browser = await openBrowser();
afterAll(async () => {
  await browser.close();
  await club.stop();
  await isbn.stop();
});

/** A Goodreads export of 60 books read since 2018, and some unread ones. */
function createCsv(): string {
  const header = "Book Id,Title,Author,ISBN,ISBN13,My Rating,Date Read,Exclusive Shelf,My Review,Private Notes";
  const rows = Array.from({ length: 60 }, (_, index) => {
    const [year, month] = [2018 + Math.floor(index / 12), String((index % 12) + 1).padStart(2, "0")];
    return `${index},"Book, no. ${index + 1}",Ann Author,"=""""","=""""",5,${year}/${month}/15,read,Private thoughts,Secret`;
  });
  return [header, ...rows, '99,Unread,Ann Author,"=""""","=""""",0,,to-read,,'].join("\r\n");
}

/** A member with a browser page. */
async function addMember(username: string): Promise<Page> {
  await register(club, username);
  return browser.signedIn({ club, width: 360, height: 740 }, username, PASSWORD);
}

test("imports, nominates, votes, chooses and rates", async () => {
  await club.makeAdmin();
  const admin = await browser.signedIn({ club }, "ada", ADMIN_PASSWORD);
  const ada = await callAsAdmin(club);
  const book = await ada.call("POST", "/api/books", { title: "The Current", author: "Ann Author", month: clubMonth() });
  const { id } = await book.json();

  await admin.goto("/shelf");
  await admin.getByText("Add earlier books").click();
  const file = { name: "goodreads.csv", mimeType: "text/csv", buffer: Buffer.from(createCsv()) };
  await admin.getByLabel("Books file").setInputFiles(file);
  await admin.getByText("60 books to add, 1 line to skip").waitFor();
  await admin.getByText("Never read").waitFor();
  await admin.getByRole("button", { name: "Import 60 books" }).click();
  await admin.getByRole("heading", { name: /^2018/ }).waitFor();
  await admin.getByRole("button", { name: /^Undo the last import \(60 books/ }).click();
  await admin.getByText("60 books removed.").waitFor();
  await until(async () => (await admin.getByRole("heading", { name: /^2018/ }).count()) === 0);
  await admin.getByLabel("Books file").setInputFiles(file);
  await admin.getByRole("button", { name: "Import 60 books" }).click();
  await admin.getByRole("heading", { name: /^2018/ }).waitFor();
  expect(await admin.getByRole("heading", { level: 2 }).count()).toBeGreaterThan(4);
  const years = await (await ada.call("GET", "/api/shelf")).json();
  const counts = years.map(({ year, books }: { year: number; books: unknown[] }) => [year, books.length]);
  for (const year of [2018, 2019, 2020, 2021, 2022]) expect(counts).toContainEqual([year, 12]);
  await expectAccessible(admin);
  await screenshot(admin, "shelf");
  await admin.getByRole("heading", { name: /^2018/ }).click();
  await admin.getByRole("button", { name: "Year in review, 2018" }).click();
  await admin.getByText("12 books").last().waitFor();
  const image = admin.waitForEvent("download");
  await admin.getByRole("button", { name: "Share picture" }).click();
  expect((await image).suggestedFilename()).toBe("2018.png");
  const imageBytes = await Bun.file(await (await image).path()).bytes();
  expect(await new Bun.Image(imageBytes).metadata()).toEqual({ format: "png", width: 1080, height: 1350 });
  const folder = Bun.env["SCREENSHOTS"];
  if (folder) await Bun.write(join(folder, "year-image.png"), imageBytes);
  await admin.getByRole("button", { name: "Close", exact: true }).click();

  const [mia, otto, vera] = [await addMember("mia"), await addMember("otto"), await addMember("vera")];
  await mia.goto("/recommendations");
  await mia.getByRole("button", { name: "Nominate a book" }).click();
  await mia.getByLabel("Find a book").fill("emma");
  await mia.getByRole("button", { name: "Search" }).click();
  await mia.getByRole("button", { name: "Emma: A novel Jane Austen · 1815 · 474 pages" }).click();
  await until(async () => (await mia.getByLabel("Title").inputValue()) !== "");
  await mia.getByRole("button", { name: "Nominate", exact: true }).click();
  await mia.getByText("Nominated by you").waitFor();
  for (const [page, title] of [
    [otto, "Dracula"],
    [vera, "Frankenstein"],
  ] as const) {
    await page.goto("/recommendations");
    await page.getByRole("button", { name: "Nominate a book" }).click();
    await page.getByLabel("Title").fill(title);
    await page.getByLabel("Author").fill("Ann Author");
    await page.getByRole("button", { name: "Nominate", exact: true }).click();
    await page.getByText("Nominated by you").waitFor();
  }

  await admin.goto("/recommendations");
  await admin.getByText("Open a vote").click();
  await admin.getByRole("button", { name: "Open the vote" }).click();
  await admin.getByText("0 of 4 members have voted so far.").waitFor();
  for (const page of [mia, otto, vera]) {
    await page.goto("/");
    await page.getByRole("link", { name: "Vote", exact: true }).click();
    await page.getByRole("checkbox", { name: /Dracula/ }).check();
    if (page === mia) await page.getByRole("checkbox", { name: /Frankenstein/ }).check();
    await page.getByRole("button", { name: "Save my vote" }).click();
    await page.getByText("Your vote has been saved.").waitFor();
  }
  await expectAccessible(otto);
  await screenshot(otto, "vote");

  await admin.reload();
  await admin.getByText("3 of 4 members have voted so far.").waitFor();
  // it is due while the server is off
  await club.kill();
  const db = new Database(join(club.storageDir, "bookclub.db"));
  db.run("UPDATE polls SET closes_at = ?", [new Date(Date.now() - 60_000).toISOString()]);
  db.close();
  await club.restart();
  await admin.reload();
  await admin.getByText("Dracula won.").waitFor();
  await admin.getByRole("button", { name: "Choose Dracula" }).click();
  await admin.getByRole("button", { name: "Choose it" }).click();
  await admin.getByText(/ is now the book for /).waitFor();
  const { month } = await (await ada.call("GET", "/api/polls/current")).json();
  expect(month > clubMonth()).toBe(true);
  expect((await (await ada.call("GET", `/api/months/${month}`)).json()).book).toMatchObject({
    title: "Dracula",
    month,
  });
  await screenshot(admin, "result");

  await mia.goto(`/shelf/${id}`);
  await mia.getByRole("radio", { name: "5 stars" }).check({ force: true });
  await mia.getByRole("radio", { name: "Yes" }).check();
  await mia.getByLabel("A few words, if you like").fill("The butler did it.");
  await mia.getByRole("button", { name: "Save review" }).click();
  await mia.getByText("5.0 from 1 member").waitFor();
  await mia.getByText("Your review has been saved.").waitFor();
  await expectAccessible(mia);
  await otto.goto(`/shelf/${id}`);
  await otto.getByText(/^1 review from others/).waitFor();
  expect(await otto.content()).not.toContain("butler");
  const answer = await otto.evaluate(async (path) => (await fetch(path)).text(), `/api/shelf/${id}`);
  expect(answer).toContain('"rating":null');
  expect(answer).not.toContain("butler");
  await screenshot(otto, "withheld");

  await vera.goto("/wines");
  await vera.getByRole("button", { name: "Suggest a wine" }).click();
  await vera.getByLabel("Wine", { exact: true }).fill("Rioja");
  await vera.getByRole("button", { name: "Add wine" }).click();
  await vera.getByText("Your suggestion, for The Current").waitFor();
  await expectAccessible(vera);
  await screenshot(vera, "wines");
  expect(browser.faults).toEqual([]);
});
