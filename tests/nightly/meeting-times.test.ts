import { expect, test } from "bun:test";

import { sessionCookie } from "#tests/screens/screens.ts";
import { callAsAdmin } from "#tests/support/api-client.ts";
import { startBrowserClub } from "#tests/support/browser-club.ts";
import { screenshot } from "#tests/support/browser.ts";
import { ADMIN_PASSWORD } from "#tests/support/executable.ts";

const { browser, club } = await startBrowserClub();
const ada = await callAsAdmin(club);

/** A meeting in New York, years ahead: its displayed time and its instant. */
const meetings = [
  { day: "2037-07-05", time: "19:00", date: "July 5, 2037", shown: "7:00 PM to 9:00 PM EDT", at: "20370705T230000Z" },
  {
    day: "2037-01-05",
    time: "19:00",
    date: "January 5, 2037",
    shown: "7:00 PM to 9:00 PM EST",
    at: "20370106T000000Z",
  },
  // 2:30 is skipped that night, so the clock shows an hour later
  { day: "2037-03-08", time: "02:30", date: "March 8, 2037", shown: "3:30 AM to 5:30 AM EDT", at: "20370308T073000Z" },
  // 1:30 comes twice; the first one counts
  {
    day: "2037-11-01",
    time: "01:30",
    date: "November 1, 2037",
    shown: "1:30 AM to 2:30 AM EST",
    at: "20371101T053000Z",
  },
];
/** The same in the reader's format, in the meetings' order. */
const readers: Record<string, string[]> = {
  "America/Los_Angeles": ["Jul 5, 4:00 PM", "Jan 5, 4:00 PM", "Mar 7, 11:30 PM", "Oct 31, 10:30 PM"],
  "Asia/Tokyo": ["Jul 6, 8:00 AM", "Jan 6, 9:00 AM", "Mar 8, 4:30 PM", "Nov 1, 2:30 PM"],
  UTC: ["Jul 5, 11:00 PM", "Jan 6, 12:00 AM", "Mar 8, 7:30 AM", "Nov 1, 5:30 AM"],
};

test.each(Object.keys(readers))(
  "shows a reader in %s both times, and one instant (E09)",
  async (timeZone) => {
    const page = await browser.page({ club, timeZone });
    await page.context().addCookies([await sessionCookie(club.url, "ada", ADMIN_PASSWORD)]);
    for (const [index, { day, time, date, shown, at }] of meetings.entries()) {
      const content = { meetingDate: day, meetingTime: time, meetingLocation: "The cellar" };
      expect((await ada.call("PATCH", "/api/content", content)).status).toBe(200);
      await page.goto("/");
      await page.getByText(`Your local time: ${readers[timeZone]?.[index]}`).waitFor();
      const card = page.locator("section", { has: page.getByRole("heading", { name: "This Month's Meeting" }) });
      const text = (await card.innerText()).replaceAll(/\s+/g, " ");
      for (const part of [date, shown, "The cellar"]) expect(text).toContain(part);

      const downloadEvent = page.waitForEvent("download");
      await page.getByRole("button", { name: "Add to Calendar" }).click();
      const savedFile = await Bun.file(await (await downloadEvent).path()).text();
      const servedFile = await (await ada.call("GET", "/api/calendar/meeting.ics")).text();
      for (const file of [savedFile, servedFile]) {
        const lines = file.split("\r\n");
        expect(lines).toContain(`DTSTART:${at}`);
        expect(lines).toContain("DURATION:PT2H");
      }
    }
    await page.context().close();
  },
  300_000,
);

test("shows a skipped time as clocks do, in calls and forms", async () => {
  const content = { meetingDate: "2037-03-08", meetingTime: "02:30" };
  const stored = await (await ada.call("PATCH", "/api/content", content)).json();
  expect(stored.meetingTime).toBe("03:30");
  expect((await (await ada.call("GET", "/api/meetings/current")).json()).time).toBe("03:30");
  const page = await browser.signedIn({ club }, "ada", ADMIN_PASSWORD);
  await page.goto("/admin");
  await page.getByRole("tab", { name: "Content Management" }).click();
  expect(await page.getByLabel("Meeting Time").inputValue()).toBe("03:30");
  await page.context().close();
}, 300_000);

test("shows the reader's time of each date on a small phone", async () => {
  const response = await ada.call("POST", "/api/meetings", {
    date: "2037-12-01",
    time: "19:00",
    location: "The cellar",
  });
  const { id } = await response.json();
  // the only future meeting
  await ada.call("PATCH", "/api/content", { meetingDate: "", meetingTime: "" });
  const dates = [
    { date: "2037-12-03", time: "19:00" },
    { date: "2037-12-05", time: "19:00" },
  ];
  expect((await ada.call("PUT", `/api/meetings/${id}/dates`, { dates })).status).toBe(200);
  const page = await browser.page({ club, timeZone: "Asia/Tokyo", width: 320 });
  await page.context().addCookies([await sessionCookie(club.url, "ada", ADMIN_PASSWORD)]);
  await page.goto("/");
  await page.getByRole("button", { name: "Thu, Dec 3, 7:00 PM" }).waitFor();
  for (const readersTime of ["Dec 4, 9:00 AM your time", "Dec 6, 9:00 AM your time"])
    await page.getByText(readersTime).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.getByRole("link", { name: /^Choose the date/ }).click();
  // beside the answers, and in the form below them
  await page.getByText("Your local time: Dec 6, 9:00 AM").first().waitFor();
  await screenshot(page, "dates-in-tokyo");
  await page.context().close();
}, 300_000);

test("no page threw or broke the content security policy", () => {
  expect(browser.faults).toEqual([]);
});
