import { afterAll, expect, test } from "bun:test";

import type { Page } from "playwright-core";

import { openBrowser } from "#tests/support/browser.ts";
import { epub } from "#tests/support/epub.ts";
import { startClub } from "#tests/support/executable.ts";
import { handOn } from "#tests/support/keystroke-model.ts";
import { m4b } from "#tests/support/m4b.ts";
import { png } from "#tests/support/pictures.ts";
import { until } from "#tests/support/poll-until.ts";

const MOST_PRESSES = 10;
const MOST_SWIPES = 6;
const MOST_SECONDS = 5 * 60;
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
    const setUp = /http\S+\/auth\S*setup=\S+/.exec(club.output())?.[0] ?? "";
    const page = await browser.page({ club, width, height, scale: isTouch ? 2 : 1, touch: isTouch });
    const hand = handOn(page, { name: `first admin ${width}`, isTouch });
    const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
    const link = (name: string | RegExp) => page.getByRole("link", { name, exact: true });

    await hand.step("open the link");
    await page.goto(setUp);
    await button("Create admin account").waitFor();
    await page.getByText("The Long Table").waitFor();

    await hand.step("make an account");
    await hand.fill("Ada Finch", page.getByLabel("Your name"));
    for (const text of ["ada", "ada@example.org", "Claret & clues 1890"]) await hand.fill(text);
    await hand.type("\n");
    await page.getByText("Get the club started").waitFor();

    await hand.step("add the book");
    await hand.press(link("Add the first book"));
    if (isTouch) {
      const fileChooser = page.waitForEvent("filechooser");
      await hand.press(button("Choose the EPUB and the audiobook"));
      await (await fileChooser).setFiles(FILES);
    } else {
      await button("Choose the EPUB and the audiobook").waitFor();
      await hand.drop(() => drop(page));
    }
    for (const { name } of FILES) await page.getByText(`${name} will be added when you create the book`).waitFor();
    expect(await page.getByLabel("Title", { exact: true }).inputValue()).toBe(TITLE);
    await hand.press(button("Create New Book"));
    await page.getByText("New book created successfully, with its eBook and audiobook.").first().waitFor();

    await hand.step("plan the meeting");
    await hand.press(link(/^Meeting, message and email for /));
    const date = page.getByLabel("Date", { exact: true });
    await date.waitFor();
    await until(() => date.evaluate((field) => field === document.activeElement));
    await date.fill("2099-12-02");
    await page.getByLabel("Time", { exact: true }).fill("19:00");
    await page.getByLabel("Location", { exact: true }).focus();
    await hand.type("At Ada's\n");
    await page.getByText("Meeting planned").first().waitFor();

    await hand.step("write the message");
    await hand.fill("Bring a friend.", page.getByLabel(/^Message for /));
    await hand.press(button("Save message"));
    await page.getByText("Message saved").first().waitFor();

    await hand.step("invite the members");
    await hand.press(link("Invite members"));
    await hand.press(button("Invite someone"));
    await page.getByText("The invitation is ready.").waitFor();

    const steps = await hand.end();
    console.table(steps);
    const sum = (valueOf: (step: (typeof steps)[number]) => number) =>
      steps.reduce((total, step) => total + valueOf(step), 0);
    console.log(`${device}: ${sum(({ presses }) => presses)} presses, ${Math.round(sum(({ seconds }) => seconds))} s`);
    const month = await page.evaluate(async () => {
      const now = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" }).format().slice(0, 7);
      return (await fetch(`/api/months/${now}`)).json();
    });
    expect(month).toMatchObject({ missing: [], book: { title: TITLE } });
    expect(sum(({ presses }) => presses)).toBeLessThanOrEqual(MOST_PRESSES);
    expect(sum(({ swipes }) => swipes)).toBeLessThanOrEqual(MOST_SWIPES);
    expect(sum(({ seconds }) => seconds)).toBeLessThanOrEqual(MOST_SECONDS);
    expect(browser.faults).toEqual([]);
    await page.context().close();
    await club.stop();
  }, 300_000);

/** Drops both files onto their box at once. */
async function drop(page: Page): Promise<void> {
  const files = FILES.map(({ name, mimeType, buffer }) => ({ name, mimeType, data: buffer.toString("base64") }));
  const transfer = await page.evaluateHandle(async (all) => {
    const transfer = new DataTransfer();
    for (const { name, mimeType, data } of all) {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.codePointAt(0) ?? 0);
      transfer.items.add(new File([bytes], name, { type: mimeType }));
    }
    return transfer;
  }, files);
  await page.getByText("Choose or drop the book's files here").dispatchEvent("drop", { dataTransfer: transfer });
}
