import { afterAll, beforeAll, expect, test } from "bun:test";

import ICAL from "ical.js";
import type { Page } from "playwright-core";

import { addCalendarDays, addCalendarMonths, localTime } from "#contract/zoned-time.ts";
import { type ApiClient, callAs, callAsAdmin, PASSWORD, register } from "#tests/support/api-client.ts";
import { atNight } from "#tests/support/at-night.ts";
import { expectAccessible, openBrowser, screenshot } from "#tests/support/browser.ts";
import { clubMonth } from "#tests/support/club-month.ts";
import { epub } from "#tests/support/epub.ts";
import { ADMIN_PASSWORD, type RunningClub, startClub } from "#tests/support/executable.ts";
import { png } from "#tests/support/images.ts";
import { jsonOf } from "#tests/support/json.ts";
import { m4b } from "#tests/support/m4b.ts";
import { type MailService, startMailService } from "#tests/support/mail-service.ts";
import { until } from "#tests/support/poll-until.ts";

let ses: MailService;
let browser: Awaited<ReturnType<typeof openBrowser>>;
let club: RunningClub;
let ada: ApiClient;
let page: Page;

beforeAll(async () => {
  ses = await startMailService();
  browser = await openBrowser();
  const { PUBLIC_URL: _, ...environment } = ses.environment;
  club = await startClub({ environment: { ...environment, LOG_LEVEL: "error" } });
  await club.makeAdmin();
  ada = await callAsAdmin(club);
  for (const username of ["mia", "ben"]) await register(club, username);
  await jsonOf(ada.call("PATCH", "/api/email/config", { enabled: true }));
  page = await browser.signedIn({ club }, "ada", ADMIN_PASSWORD);
});
afterAll(async () => {
  await browser.close();
  await club.stop();
  ses.close();
});

const month = (monthsAhead: number) => addCalendarMonths(clubMonth(), monthsAhead);
const inDays = (days: number) => localTime(new Date(Date.now() + days * 86_400_000), "America/New_York").slice(0, 10);
const toast = (on: Page, text: string) => on.getByText(text, { exact: true }).waitFor();
/** The mails to this person about a changed meeting, with their calendar files. */
const changesTo = (name: string) =>
  ses.accepted
    .filter(({ to, raw }) => to.includes(name) && /Changed:|Canceled:/.test(raw))
    .map(({ raw }) => {
      const [, file = ""] = /text\/calendar[^]*?\r\n\r\n([\w+/=\r\n]+)\r\n/.exec(raw) ?? [];
      return new ICAL.Component(ICAL.parse(Buffer.from(file, "base64").toString())).getFirstSubcomponent("vevent");
    });

atNight("prepares next month while this month stays unchanged", async () => {
  await jsonOf(ada.call("PATCH", "/api/content", { presidentMessage: "This month's words" }));
  await jsonOf(ada.call("POST", "/api/books", { title: "Emma", author: "Jane Austen", month: month(0) }));
  // in this month, even on its last days
  const lastDay = addCalendarDays(`${month(1)}-01`, -1);
  const date = inDays(2) < lastDay ? inDays(2) : lastDay;
  const meetingFields = { date, time: "23:59", location: "The kitchen" };
  const { id } = await jsonOf(ada.call("POST", "/api/meetings", meetingFields));
  const mia = await callAs(club, "mia");
  const getContent = () =>
    Promise.all(
      ["content", "books/current", "meetings/current", "posts", "meetings", "shelf"].map(async (path) =>
        (await mia.call("GET", `/api/${path}`)).text(),
      ),
    );
  const before = await getContent();
  await page.goto("/admin");
  const nextMonthSection = page.locator("section", { has: page.getByRole("link", { name: "Add a book" }) });
  await nextMonthSection.getByRole("link", { name: "Add a book" }).click();
  const fileChooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose the EPUB and the audiobook" }).click();
  await (
    await fileChooser
  ).setFiles([
    {
      name: "Persuasion.epub",
      mimeType: "application/epub+zip",
      buffer: epub({ title: "Persuasion", cover: "cover.png" }, [{ name: "OEBPS/cover.png", data: await png() }]),
    },
    { name: "Persuasion.m4b", mimeType: "audio/mp4", buffer: m4b({ title: "Persuasion", seconds: 90 }) },
  ]);
  await page.getByText("Persuasion.m4b will be added when you create the book").waitFor();
  await page.getByRole("button", { name: "Create New Book" }).click();
  await page.getByText("New book created successfully").first().waitFor();
  await page.getByRole("link", { name: "Plan the meeting" }).last().click();
  await page.waitForURL(`**/admin/months/${month(1)}#meeting`);
  await page.getByLabel(/^Message for/).fill("Next month's words");
  await page.getByRole("button", { name: "Save message" }).click();
  await toast(page, "Message saved");
  await page.getByLabel("Date").fill(`${month(1)}-15`);
  await page.getByLabel("Time").fill("19:00");
  await page.getByLabel("Location").fill("The attic");
  await page.getByRole("button", { name: "Plan meeting" }).click();
  await page.getByRole("button", { name: "Save meeting" }).waitFor();
  await page.getByRole("button", { name: "Monthly email" }).click();
  const mail = page.frameLocator("iframe");
  for (const text of ["Next month's words", "The attic"]) await mail.getByText(text).waitFor();
  await expectAccessible(page);
  await screenshot(page, "month-prepared");
  // the files are still being uploaded
  await until(async () => (await jsonOf(ada.call("GET", `/api/months/${month(1)}`))).missing.length === 0);
  const after = await getContent();
  expect(after.slice(0, 4)).toEqual(before.slice(0, 4));
  expect(after.join()).not.toContain("Persuasion");
  await ada.call("DELETE", `/api/meetings/${id}`);
});

test("answers with a guest, claims needs, and refuses a late claim", async () => {
  const { id } = await jsonOf(
    ada.call("POST", "/api/meetings", { date: inDays(6), time: "19:00", location: "The cellar" }),
  );
  await jsonOf(ada.call("POST", `/api/meetings/${id}/needs`, { what: "Red wine", quantity: 1 }));
  const [mia, ben] = [
    await browser.signedIn({ club, width: 360 }, "mia", PASSWORD),
    await browser.signedIn({ club }, "ben", PASSWORD),
  ];
  await mia.getByRole("button", { name: "I'm coming" }).click();
  await mia.getByLabel("Guests").selectOption("1 guest");
  await mia.locator("summary", { hasText: "1 guest" }).waitFor();
  await ben.getByRole("button", { name: "Maybe" }).click();
  await ben.getByText("1 maybe").waitFor();
  await mia.getByRole("button", { name: /^I'll bring (it|them): Red wine$/ }).click();
  await mia.getByText("You're bringing 1").waitFor();
  await ben.getByRole("button", { name: /^I'll bring (it|them): Red wine$/ }).click();
  await ben.getByText(/claimed the last one/).waitFor();
  await expectAccessible(mia);
  await screenshot(mia, "home-answered");
  expect((await jsonOf(ada.call("GET", "/api/meetings/current"))).answers).toEqual({
    yes: 1,
    maybe: 1,
    no: 0,
    guests: 1,
  });
});

atNight("asks about a past date, and corrects it with all answers", async () => {
  const before = await jsonOf(ada.call("GET", "/api/meetings/current"));
  await page.goto(`/admin/months/${inDays(6).slice(0, 7)}`);
  const card = page.locator("section", { has: page.locator('input[value="The cellar"]') });
  const date = card.getByLabel("Date", { exact: true });
  await date.fill(inDays(-6));
  await card.getByRole("button", { name: "Save meeting" }).click();
  await page.getByRole("dialog").getByText("This ends the meeting and opens the talk").waitFor();
  await page.getByRole("button", { name: "Save it" }).click();
  await toast(page, "Meeting saved");
  await page.goto(`/admin/months/${inDays(-6).slice(0, 7)}`);
  await page.getByText("This meeting is over. You can correct it until").waitFor();
  await expectAccessible(page);
  await date.fill(inDays(6));
  await card.getByRole("button", { name: "Save meeting" }).click();
  await toast(page, "Meeting saved");
  expect(await jsonOf(ada.call("GET", "/api/meetings/current"))).toEqual({
    ...before,
    sequence: before.sequence + 2,
  });
});

atNight("mails a moved meeting once to both, then a cancellation", async () => {
  const mia = await callAs(club, "mia");
  const { url } = await jsonOf(mia.call("POST", "/api/profile/calendar"));
  const before = await jsonOf(ada.call("GET", "/api/meetings/current"));
  const feed = async () =>
    new ICAL.Component(ICAL.parse(await (await fetch(club.url + new URL(url).pathname)).text()))
      .getAllSubcomponents("vevent")
      .find((event) => event.getFirstPropertyValue("uid") === before.uid);
  await page.goto(`/admin/months/${inDays(6).slice(0, 7)}`);
  const card = page.locator("section", { has: page.locator('input[value="The cellar"]') });
  await card.getByLabel("Date", { exact: true }).fill(inDays(7));
  await card.getByLabel(/^Tell the members/).check();
  await card.getByRole("button", { name: "Save meeting" }).click();
  await toast(page, "Meeting saved");
  await until(() => changesTo("mia").length + changesTo("ben").length === 2);
  expect([changesTo("mia").length, changesTo("ben").length]).toEqual([1, 1]);
  for (const event of [...changesTo("mia"), ...changesTo("ben"), await feed()]) {
    expect(event?.getFirstPropertyValue("uid")).toBe(before.uid);
    expect(String(event?.getFirstPropertyValue("sequence"))).toBe(String(before.sequence + 1));
  }
  await page.goto(`/admin/months/${inDays(7).slice(0, 7)}`);
  await card.getByRole("button", { name: "Cancel or delete this meeting" }).click();
  await page.getByRole("menuitem", { name: "Cancel meeting" }).click();
  await page
    .getByRole("dialog")
    .getByLabel(/^Tell the members/)
    .check();
  await page.getByRole("button", { name: "Cancel it" }).click();
  await toast(page, "Meeting canceled");
  await until(() => changesTo("mia").length + changesTo("ben").length === 4);
  expect((await feed())?.getFirstPropertyValue("status")).toBe("CANCELLED");
  const home = await browser.signedIn({ club }, "mia", PASSWORD);
  await home.getByText("This meeting is canceled").waitFor();
  expect((await mia.call("PUT", `/api/meetings/${before.id}/answer`, { answer: "yes" })).status).toBe(409);
  expect(browser.faults).toEqual([]);
});
