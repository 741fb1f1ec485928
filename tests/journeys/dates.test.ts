import { afterAll, beforeAll, expect, test } from "bun:test";

import type { Page } from "playwright-core";

import type { Meeting } from "#contract/meetings.ts";
import { addCalendarMonths, localTime } from "#contract/zoned-time.ts";
import { type ApiClient, callAsAdmin, PASSWORD, register } from "#tests/support/api-client.ts";
import { atNight } from "#tests/support/at-night.ts";
import { openBrowser, screenshot } from "#tests/support/browser.ts";
import { clubMonth } from "#tests/support/club-month.ts";
import { ADMIN_PASSWORD, type RunningClub, startClub } from "#tests/support/executable.ts";
import { jsonOf } from "#tests/support/json.ts";
import { hasFocus, pressKey, tabTo } from "#tests/support/keyboard.ts";
import { until } from "#tests/support/poll-until.ts";

let browser: Awaited<ReturnType<typeof openBrowser>>;
let club: RunningClub;
let ada: ApiClient;

beforeAll(async () => {
  browser = await openBrowser();
  club = await startClub({ environment: { LOG_LEVEL: "error" } });
  await club.makeAdmin();
  ada = await callAsAdmin(club);
  for (const username of ["mia", "ben"]) await register(club, username);
});
afterAll(async () => {
  await browser.close();
  await club.stop();
});

const inDays = (days: number) => localTime(new Date(Date.now() + days * 86_400_000), "America/New_York").slice(0, 10);

const HALF_AN_HOUR_MS = 30 * 60_000;

const plan = async (fields: object = {}): Promise<number> =>
  (await jsonOf(ada.call("POST", "/api/meetings", { date: "", time: "19:00", location: "The cellar", ...fields }))).id;
const deleteMeeting = (id: number) => ada.call("DELETE", `/api/meetings/${id}`);
/** Cancels the meeting, so that Home shows the next one. */
const end = (id: number) => ada.call("PATCH", `/api/meetings/${id}`, { date: inDays(-2), time: "19:00" });
const dateAfterDays = (days: number) => ({ date: inDays(days), time: "19:00" });
const askDates = (id: number, ...days: number[]): Promise<Meeting> =>
  jsonOf(ada.call("PUT", `/api/meetings/${id}/dates`, { dates: days.map(dateAfterDays) }));

test("plans next month's usual meeting in three presses", async () => {
  const month = clubMonth();
  const usualMeeting = {
    date: `${addCalendarMonths(month, -1)}-11`,
    time: "19:30",
    location: "The back room, 14 Mill Lane",
  };
  await plan(usualMeeting);
  const page = await browser.signedIn({ club, width: 390, touch: true }, "ada", ADMIN_PASSWORD);
  let presses = 0;
  const press = (role: "link" | "button", name: string | RegExp) => {
    presses += 1;
    return page.getByRole(role, { name }).tap();
  };
  const name = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });
  const nextMonth = addCalendarMonths(month, 1);
  await press("link", "Admin");
  await press("link", new RegExp(`^${name.format(new Date(nextMonth))}: `));
  await page.getByText("Filled in like your last meeting.").waitFor();
  await screenshot(page, "dates usual meeting");
  await press("button", "Plan meeting");
  await page.getByText("Meeting planned").first().waitFor();
  expect(presses).toBe(3);
  const [plannedMeeting] = (await jsonOf(ada.call("GET", `/api/months/${nextMonth}`))).meetings;
  expect(plannedMeeting).toMatchObject({ time: usualMeeting.time, location: usualMeeting.location });
  expect(plannedMeeting.date).toStartWith(nextMonth);

  await page.goto(`/admin/months/${addCalendarMonths(month, 2)}`);
  await page.getByRole("button", { name: "Clear form" }).tap();
  for (const label of ["Date", "Time", "Location"])
    expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe("");
  expect(await page.getByText("Filled in like your last meeting.").count()).toBe(0);
  expect((await deleteMeeting(plannedMeeting.id)).status).toBe(204);
  await page.context().close();
}, 300_000);

test("hosts, asks for a date by touch, and chooses it", async () => {
  const { id } = await jsonOf(ada.call("POST", "/api/meetings", { date: "", time: "19:00", location: "The cellar" }));
  const getMeeting = () => jsonOf(ada.call("GET", `/api/meetings/${id}`));
  const page = await browser.signedIn({ club, width: 390, touch: true }, "mia", PASSWORD);
  await page.getByRole("button", { name: "I'll host" }).tap();
  await page.getByRole("link", { name: "You're hosting: place, what you need, questions" }).tap();
  await page.getByText("Not sure yet? Ask the members").tap();
  for (const [row, days] of [
    [1, 8],
    [2, 9],
  ] as const)
    await page.getByLabel(`Date ${row}`).fill(inDays(days));
  await page.getByRole("button", { name: "Ask the members" }).tap();
  await page.getByText("Choose the date: 0 answered").waitFor();
  await page.getByRole("main").getByRole("link", { name: "Home" }).tap();
  const firstChoice = page.getByRole("button", { name: /^(?!Choose).*, 7:00 PM$/ }).first();
  await firstChoice.waitFor();

  await page.context().setOffline(true);
  await firstChoice.tap();
  await page.getByText("Saved on this device").waitFor();
  expect((await getMeeting()).datesAnswered).toBe(0);
  await page.context().setOffline(false);
  await until(async () => (await getMeeting()).datesAnswered === 1);

  await page.getByRole("link", { name: /^Choose the date/ }).tap();
  await page
    .getByRole("button", { name: /^Choose / })
    .first()
    .tap();
  await page.getByText(/becomes? “coming”/).waitFor();
  await page.getByRole("button", { name: "Set the date" }).tap();
  await until(async () => (await getMeeting()).date !== "");
  const meeting = await getMeeting();
  expect([meeting.dates, meeting.answers.yes, meeting.host.displayName]).toEqual([[], 1, "mia"]);
  await page.context().close();
  await end(id);
}, 300_000);

atNight(
  "hosts, asks and chooses a date by keyboard alone",
  async () => {
    const id = await plan();
    const page = await browser.signedIn({ club, width: 1280 }, "ben", PASSWORD);
    const button = (name: string | RegExp) => page.getByRole("button", { name });
    const summary = (text: string) => page.locator("summary", { hasText: text });
    await pressKey(page, button("I'll host"));
    const host = page.getByRole("link", { name: /^You're hosting/ });
    await until(() => hasFocus(host));
    await pressKey(page, host);
    await summary("Not sure yet? Ask the members").waitFor();
    await pressKey(page, summary("Not sure yet? Ask the members"), "Space");
    for (const [row, days] of [
      [1, 12],
      [2, 13],
    ] as const) {
      await tabTo(page, page.getByLabel(`Date ${row}`));
      const [year = "", month = "", day = ""] = inDays(days).split("-");
      await page.keyboard.type(`${month}${day}${year}`);
    }
    await pressKey(page, button("Ask the members"));
    await page.getByText("Choose the date: 0 answered").waitFor();
    await page.goto("/");
    const first = button(/, 7:00 PM$/).first();
    await first.waitFor();
    await pressKey(page, first, "Space");
    await until(async () => (await jsonOf(ada.call("GET", `/api/meetings/${id}`))).datesAnswered === 1);
    const choose = async () => {
      await pressKey(page, button(/^Choose /).first());
      await button("Set the date").waitFor();
      await screenshot(page, "dates choose");
      await pressKey(page, button("Set the date"));
      await page.getByText(/^We'll meet on /).waitFor();
    };
    await pressKey(page, page.getByRole("link", { name: /^Choose the date/ }));
    await choose();
    await until(() => hasFocus(button("Undo")));
    await screenshot(page, "dates undo");
    await page.keyboard.press("Enter");
    await until(() => hasFocus(button(/^Choose /).first()));
    expect((await jsonOf(ada.call("GET", `/api/meetings/${id}`))).date).toBe("");
    await choose();
    await until(async () => (await jsonOf(ada.call("GET", `/api/meetings/${id}`))).date === inDays(12));
    await page.goto("/");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await pressKey(page, button("Share the meeting"));
    await page.getByText("Copied to clipboard").waitFor();
    const [what, where, address, ...otherLines] = (await page.evaluate(() => navigator.clipboard.readText())).split(
      "\n",
    );
    expect([what, where, address, otherLines]).toEqual([
      expect.stringMatching(/ meets \w{3}, \w{3} \d+, 7:00 PM$/),
      "The cellar",
      `${club.url}/`,
      [],
    ]);

    const [date, time] = localTime(new Date(Date.now() + HALF_AN_HOUR_MS), "America/New_York").split(/[T ]/);
    await jsonOf(ada.call("PATCH", `/api/meetings/${id}`, { date, time, location: "https://meet.example.org/club" }));
    await page.context().route("https://meet.example.org/**", (route) => route.fulfill({ body: "Joined" }));
    await page.goto("/");
    const join = page.getByRole("link", { name: "Join online" });
    await join.waitFor();
    const [joinPage] = await Promise.all([page.context().waitForEvent("page"), pressKey(page, join)]);
    await joinPage.getByText("Joined").waitFor();
    expect(browser.faults).toEqual([]);
    await page.context().close();
    await end(id);
  },
  300_000,
);

atNight(
  "lets one of two choose a date, and tells the other",
  async () => {
    const id = await plan({ location: "The attic" });
    const { dates } = await askDates(id, 14, 15);
    expect((await ada.call("PUT", `/api/meetings/${id}/host`, { username: "mia" })).ok).toBe(true);
    const [first, second] = [
      await browser.signedIn({ club, width: 390, touch: true }, "mia", PASSWORD),
      await browser.signedIn({ club, width: 390, touch: true }, "ada", ADMIN_PASSWORD),
    ];
    const choose = async (page: Page, choiceIndex: number) => {
      await page.getByRole("link", { name: /^Choose the date/ }).tap();
      await page
        .getByRole("button", { name: /^Choose / })
        .nth(choiceIndex)
        .tap();
      await page.getByRole("button", { name: "Set the date" }).tap();
      await page.getByText(/^We'll meet on /).waitFor();
    };
    await Promise.all([choose(first, 0), choose(second, 1)]);
    // leaving the page sends the choice, so the first host's is sent before the second one's
    await first.getByRole("link", { name: "eBook" }).tap();
    await until(async () => (await jsonOf(ada.call("GET", `/api/meetings/${id}`))).date !== "");
    await second.getByText(/^This date isn't asked about anymore/).waitFor();
    await second.getByText(/^\w+, in \d+ days \(\w+ \d+, \d+\)$/).waitFor();
    await until(async () => (await second.getByText(/^Choose the date/).count()) === 0);
    const { date, sequence }: Meeting = await jsonOf(ada.call("GET", `/api/meetings/${id}`));
    expect([date, sequence]).toEqual([dates[0]?.date ?? "", 1]);
    for (const page of [first, second]) await page.context().close();
    await end(id);
  },
  300_000,
);

test("lets one of two host, and tells a replaced host why", async () => {
  const id = await plan({ ...dateAfterDays(16), location: "The garden" });
  const [mia, ben] = [
    await browser.signedIn({ club, width: 390, touch: true }, "mia", PASSWORD),
    await browser.signedIn({ club, width: 390, touch: true }, "ben", PASSWORD),
  ];
  const hostButton = (page: Page) => page.getByRole("button", { name: "I'll host" });
  await Promise.all([hostButton(mia).waitFor(), hostButton(ben).waitFor()]);
  await hostButton(mia).tap();
  await mia.getByRole("link", { name: /^You're hosting/ }).tap();
  await hostButton(ben).tap();
  await ben.getByText("mia hosts this meeting already.").waitFor();
  await ben.getByText("mia hosts", { exact: true }).waitFor();
  await mia.getByLabel("Location", { exact: true }).fill("Mia's attic");
  expect((await ada.call("PUT", `/api/meetings/${id}/host`, { username: "ben" })).ok).toBe(true);
  await mia.getByRole("button", { name: "Save meeting" }).tap();
  await mia.getByText("Only admins and this meeting's host may do this.").waitFor();
  await mia.getByText("ben hosts", { exact: true }).waitFor();
  expect((await jsonOf(ada.call("GET", `/api/meetings/${id}`))).location).toBe("The garden");
  expect(browser.faults).toEqual([]);
  for (const page of [mia, ben]) await page.context().close();
}, 300_000);
