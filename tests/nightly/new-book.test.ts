import { afterAll, beforeAll, expect, test } from "bun:test";

import { expectAccessible, openBrowser, screenshot } from "#tests/support/browser.ts";
import { epub } from "#tests/support/epub.ts";
import { ADMIN_PASSWORD, type RunningClub, startClub } from "#tests/support/executable.ts";
import { m4b } from "#tests/support/m4b.ts";

let club: RunningClub;
const browser = await openBrowser();
beforeAll(async () => {
  club = await startClub({ environment: { LOG_LEVEL: "warn" } });
  await club.makeAdmin();
}, 120_000);
afterAll(async () => {
  await browser.close();
  await club.stop();
});

test("a book is made from its files in under ten clicks, and has both (issue 16.20)", async () => {
  const page = await browser.signedIn({ club }, "ada", ADMIN_PASSWORD);
  let clicks = 0;
  const click = async (name: string | RegExp, role: "link" | "tab" | "button" = "button") => {
    clicks += 1;
    await page.getByRole(role, { name }).first().click();
  };
  const choose = async (name: string, buffer: Buffer) => {
    // the button and the file
    clicks += 2;
    const file = { name, mimeType: "application/octet-stream", buffer };
    await page.getByLabel("EPUB or audiobook file", { exact: true }).setInputFiles(file);
    await page.getByText(name).first().waitFor();
    await page.getByText("will be added when you create the book").first().waitFor();
  };
  await click("Admin", "link");
  await click(/Book Info/, "tab");
  await choose("Emma.epub", epub({ title: "Emma" }));
  expect(await page.getByLabel("Title", { exact: true }).inputValue()).toBe("Emma");
  await choose("Emma.m4b", m4b({ title: "Emma", narrator: "Nora", seconds: 90 }));
  await page.getByText("Emma.m4b").waitFor();
  expect(await page.getByLabel("Audiobook Narrator").inputValue()).toBe("Nora");
  await expectAccessible(page);
  await screenshot(page, "new-book");
  await click("Create New Book");
  await page.getByText("New book created successfully").first().waitFor();
  await page.waitForResponse((answer) => answer.url().endsWith("/api/books/current") && answer.ok());
  await page.reload();
  const book = await page.evaluate(async () => (await fetch("/api/books/current")).json());
  expect(book).toMatchObject({ title: "Emma", ebookFilename: "Emma.epub", audiobookFilename: "Emma.m4b" });
  console.log(`a new book with both files: ${clicks} clicks`);
  expect(clicks).toBeLessThanOrEqual(10);
  expect(browser.faults).toEqual([]);
}, 60_000);
