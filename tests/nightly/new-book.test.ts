import { afterAll, afterEach, beforeEach, expect, test } from "bun:test";

import type { Locator } from "playwright-core";

import { openBrowser, screenshot } from "#tests/support/browser.ts";
import { epub } from "#tests/support/epub.ts";
import { ADMIN_PASSWORD, type RunningClub, startClub } from "#tests/support/executable.ts";
import { png } from "#tests/support/images.ts";
import { m4b } from "#tests/support/m4b.ts";
import { until } from "#tests/support/poll-until.ts";

let club: RunningClub;
const browser = await openBrowser();
beforeEach(async () => {
  club = await startClub({ environment: { LOG_LEVEL: "warn" } });
  await club.makeAdmin();
});
afterEach(() => club.stop());
afterAll(() => browser.close());

const FILE_NAMES = ["Emma.epub", "Emma.m4b"];
const FILES = [
  {
    name: "Emma.epub",
    mimeType: "application/epub+zip",
    buffer: epub({ title: "Emma", cover: "cover.png" }, [{ name: "OEBPS/cover.png", data: await png() }]),
  },
  {
    name: "Emma.m4b",
    mimeType: "audio/mp4",
    buffer: m4b({ title: "Emma (Unabridged)", narrator: "Nora", seconds: 90 }),
  },
];

for (const width of [390, 1440])
  test(`prepares a month in ten clicks at ${width} px`, async () => {
    const page = await browser.signedIn({ club, width }, "ada", ADMIN_PASSWORD);
    let clicks = 0;
    const click = async (control: Locator) => {
      clicks += 1;
      await control.click();
    };
    const field = (name: string | RegExp) => page.getByLabel(name, { exact: true });
    const button = (name: string) => page.getByRole("button", { name, exact: true });

    await click(page.getByRole("link", { name: "Admin" }).first());
    await click(page.getByRole("link", { name: "Add a book" }).first());
    const chooseButton = button("Choose the EPUB and the audiobook");
    await chooseButton.waitFor();
    expect((await chooseButton.boundingBox())?.y).toBeLessThan(800);
    const fileChooser = page.waitForEvent("filechooser");
    await click(chooseButton);
    clicks += 1; // selects both files in the file dialog
    await (await fileChooser).setFiles(FILES);
    for (const name of FILE_NAMES) await page.getByText(`${name} will be added when you create the book`).waitFor();
    expect(await field("Title").inputValue()).toBe("Emma");
    expect(await field("Audiobook Narrator").inputValue()).toBe("Nora");
    await screenshot(page, `new-book-${width}`);
    await click(button("Create New Book"));
    await page.getByText("New book created successfully").first().waitFor();

    await page.getByText("New book created successfully, with its eBook and audiobook.").first().waitFor();
    // without a reload
    await page.getByRole("link", { name: "Plan the meeting" }).first().waitFor();
    expect(await page.getByRole("link", { name: "Upload the eBook" }).count()).toBe(0);

    await click(page.getByRole("link", { name: "Plan the meeting" }).first());
    await click(field(/^Message for /));
    await page.keyboard.type("Bring a friend.");
    await click(button("Save message"));
    await page.getByText("Message saved").first().waitFor();
    await click(field("Date"));
    await field("Date").fill("2099-12-02");
    await field("Time").fill("19:00");
    await field("Location").fill("At Ada's");
    await click(button("Plan meeting"));
    await page.getByText("Meeting planned").first().waitFor();
    await screenshot(page, `new-month-${width}`);

    // the files are attached to the new book in the background
    const month = await until(
      () => page.evaluate(async () => (await fetch(`/api${location.pathname.slice(6)}`)).json()),
      ({ missing }) => missing.length === 0,
    );
    expect(month).toMatchObject({ message: "Bring a friend.", book: { title: "Emma" } });
    expect(clicks).toBeLessThanOrEqual(10);
    expect(browser.faults).toEqual([]);
    await page.context().close();
  });
