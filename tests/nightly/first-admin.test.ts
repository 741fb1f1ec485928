import { afterAll, expect, test } from "bun:test";

import type { Page } from "playwright-core";

import { openBrowser } from "#tests/support/browser.ts";
import { clubMonth } from "#tests/support/club-month.ts";
import { epub } from "#tests/support/epub.ts";
import { startClub } from "#tests/support/executable.ts";
import { png } from "#tests/support/images.ts";
import { handOn } from "#tests/support/keystroke-model.ts";
import { m4b } from "#tests/support/m4b.ts";
import { until } from "#tests/support/poll-until.ts";

const PRESSES_MAX = 10;
const SWIPES_MAX = 6;
const SECONDS_MAX = 5 * 60;
const TITLE = "Emma";
const FILES = [
  {
    name: "Emma.epub",
    mimeType: "application/epub+zip",
    buffer: epub({ title: TITLE, cover: "cover.png" }, [{ name: "OEBPS/cover.png", data: await png() }]),
  },
  {
    name: "Emma.m4b",
    mimeType: "audio/mp4",
    buffer: m4b({ title: "Emma (Unabridged)", narrator: "Nora", seconds: 90 }),
  },
];
const browser = await openBrowser();
afterAll(() => browser.close());

for (const { device, width, height, isTouch } of [
  { device: "a laptop", width: 1280, height: 800, isTouch: false },
  { device: "a small phone", width: 360, height: 740, isTouch: true },
])
  test(`on ${device} the setup link leads to a month that is ready`, async () => {
    const club = await startClub({ environment: { CLUB_NAME: "The Long Table", CLUB_SINCE: "2026" } });
    const setupLink = /http\S+\/auth\S*setup=\S+/.exec(club.output())?.[0] ?? "";
    const page = await browser.page({ club, width, height, scale: isTouch ? 2 : 1, touch: isTouch });
    const user = handOn(page, { name: `first admin ${width}`, isTouch });
    const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
    const link = (name: string | RegExp) => page.getByRole("link", { name, exact: true });

    await user.step("open the link");
    await page.goto(setupLink);
    await button("Create admin account").waitFor();
    await page.getByText("The Long Table").waitFor();

    await user.step("make an account");
    await user.fill("Ada Finch", page.getByLabel("Your name"));
    for (const text of ["ada", "ada@example.org", "Claret & clues 1890"]) await user.fill(text);
    await user.type("\n");
    await page.getByText("Get the club started").waitFor();

    await user.step("add the book");
    await user.press(link("Add the first book"));
    if (isTouch) {
      const fileChooser = page.waitForEvent("filechooser");
      await user.press(button("Choose the EPUB and the audiobook"));
      await (await fileChooser).setFiles(FILES);
    } else {
      await button("Choose the EPUB and the audiobook").waitFor();
      await user.drop(() => drop(page));
    }
    for (const { name } of FILES) await page.getByText(`${name} will be added when you create the book`).waitFor();
    expect(await page.getByLabel("Title", { exact: true }).inputValue()).toBe(TITLE);
    await user.press(button("Create New Book"));
    await page.getByText("New book created successfully, with its eBook and audiobook.").first().waitFor();

    await user.step("plan the meeting");
    await user.press(link(/^Meeting, message and email for /));
    const date = page.getByLabel("Date", { exact: true });
    await date.waitFor();
    await until(() => date.evaluate((field) => field === document.activeElement));
    await date.fill("2099-12-02");
    await page.getByLabel("Time", { exact: true }).fill("19:00");
    await page.getByLabel("Location", { exact: true }).focus();
    await user.type("At Ada's\n");
    await page.getByText("Meeting planned").first().waitFor();

    await user.step("write the message");
    await user.fill("Bring a friend.", page.getByLabel(/^Message for /));
    await user.press(button("Save message"));
    await page.getByText("Message saved").first().waitFor();

    await user.step("invite the members");
    await user.press(link("Invite members"));
    await user.press(button("Invite someone"));
    await page.getByText("The invitation is ready.").waitFor();

    const steps = await user.end();
    console.table(steps);
    const sum = (valueOf: (step: (typeof steps)[number]) => number) =>
      steps.reduce((total, step) => total + valueOf(step), 0);
    console.log(`${device}: ${sum(({ presses }) => presses)} presses, ${Math.round(sum(({ seconds }) => seconds))} s`);
    const month = await page.evaluate(async (path) => (await fetch(path)).json(), `/api/months/${clubMonth()}`);
    expect(month).toMatchObject({ missing: [], book: { title: TITLE } });
    expect(sum(({ presses }) => presses)).toBeLessThanOrEqual(PRESSES_MAX);
    expect(sum(({ swipes }) => swipes)).toBeLessThanOrEqual(SWIPES_MAX);
    expect(sum(({ seconds }) => seconds)).toBeLessThanOrEqual(SECONDS_MAX);
    expect(browser.faults).toEqual([]);
    await page.context().close();
    await club.stop();
  }, 300_000);

/** Drops both files onto their box at once. */
async function drop(page: Page): Promise<void> {
  const files = FILES.map(({ name, mimeType, buffer }) => ({ name, mimeType, data: buffer.toString("base64") }));
  const transfer = await page.evaluateHandle(async (files) => {
    const transfer = new DataTransfer();
    for (const { name, mimeType, data } of files) {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.codePointAt(0) ?? 0);
      transfer.items.add(new File([bytes], name, { type: mimeType }));
    }
    return transfer;
  }, files);
  await page.getByText("Choose or drop the book's files here").dispatchEvent("drop", { dataTransfer: transfer });
}
