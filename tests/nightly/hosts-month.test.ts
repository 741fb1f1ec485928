import { expect, test } from "bun:test";

import type { Locator } from "playwright-core";

import type { Meeting } from "#contract/meetings.ts";
import { localTime } from "#contract/zoned-time.ts";
import { callAsAdmin, PASSWORD, register } from "#tests/support/api-client.ts";
import { startReaderClub } from "#tests/support/browser-club.ts";
import { jsonOf } from "#tests/support/json.ts";
import { handOn } from "#tests/support/keystroke-model.ts";
import { until } from "#tests/support/poll-until.ts";
import { bookOf, plainChapters } from "#tests/support/reading-book.ts";

const PRESSES_MAX = 19;
const { browser, club, bookId } = await startReaderClub({
  ebook: bookOf({ chapters: plainChapters([300, 300, 300]) }),
});
const ada = await callAsAdmin(club);
const ben = await register(club, "ben", "Ben");
await register(club, "mia", "Mia");
await register(club, "nora", "Nora");

const inDays = (days: number) => localTime(new Date(Date.now() + days * 86_400_000), "America/New_York").slice(0, 10);

for (const isDark of [false, true])
  test(`runs a month in ${PRESSES_MAX} presses by touch${isDark ? ", in the dark, too" : ""}`, async () => {
    const meetingFields = { date: "", time: "19:00", location: "The cellar", bookId };
    const { id } = await jsonOf(ada.call("POST", "/api/meetings", meetingFields));
    const getMeeting = (): Promise<Meeting> => jsonOf(ada.call("GET", `/api/meetings/${id}`));
    const page = await browser.signedIn(
      { club, width: 390, height: 844, scale: 2, touch: true, dark: isDark },
      "mia",
      PASSWORD,
    );
    const user = handOn(page, { name: `host's month${isDark ? " dark" : ""}`, isTouch: true });
    const button = (name: string | RegExp) => page.getByRole("button", { name });
    const summary = (text: string | RegExp) => page.locator("summary", { hasText: text });
    const hostingLink = page.getByRole("link", { name: /^You're hosting/ });
    const pickDate = async (field: Locator, date: string) => {
      await user.press(field);
      await field.fill(date);
    };

    await user.step("take the turn");
    await user.press(button("I'll host"));
    await hostingLink.waitFor();

    await user.step("propose dates");
    await user.press(hostingLink);
    await user.press(summary("Not sure yet? Ask the members"));
    await pickDate(page.getByLabel("Date 1"), inDays(8));
    await pickDate(page.getByLabel("Date 2"), inDays(9));
    await user.press(button("Ask the members"));
    const { dates } = await until(getMeeting, (meeting) => meeting.dates.length === 2);
    await ben.call("PUT", `/api/meetings/${id}/dates/mine`, { ids: [dates[1]?.id] });

    await user.step("choose");
    await page.goto("/");
    await user.press(page.getByRole("link", { name: /^Choose the date/ }));
    await user.press(button(/^Choose /).first());
    await user.press(button("Set the date"));
    await until(getMeeting, ({ date }) => date === inDays(9));

    await user.step("ask for cheese");
    await user.fill("Cheese", page.getByLabel("Needed"));
    await user.press(button(/^Add$/));
    await until(getMeeting, ({ needs }) => needs.length === 1);

    await user.step("write a question");
    await user.press(page.getByRole("link", { name: "Write questions for the evening" }));
    await page.locator("textarea:focus").and(page.getByLabel("Your question")).waitFor();
    await user.type("Would you have stayed?");
    await user.press(button("Send"));
    await page.getByText("Your note has been added").waitFor();

    await user.step("share");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await user.press(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }));
    await user.press(button("Share the meeting"));
    await page.getByText("Copied to clipboard").waitFor();

    await user.step("meet");
    expect((await ada.call("PATCH", `/api/meetings/${id}`, { date: inDays(-1) })).ok).toBe(true);
    await page.goto("/");
    await page.getByText(/^We met on /).waitFor();
    await page.getByText("1 came").waitFor();

    await user.step("thank");
    await user.press(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Club/ }));
    await user.press(page.getByRole("textbox", { name: "Your note" }));
    await user.fill("Thank you all for coming!", page.getByRole("textbox", { name: "Your note" }));
    await user.press(button("Send"));
    await page.getByRole("listitem").filter({ hasText: "Thank you all" }).last().waitFor();

    const steps = await user.end();
    console.table(steps);
    expect(steps.reduce((sum, { presses }) => sum + presses, 0)).toBeLessThanOrEqual(PRESSES_MAX);
    expect(browser.faults).toEqual([]);
    await page.context().close();
  }, 300_000);
