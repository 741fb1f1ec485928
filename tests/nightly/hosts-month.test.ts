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

const MOST_PRESSES = 22;
const { browser, club, bookId } = await startReaderClub({
  ebook: bookOf({ chapters: plainChapters([300, 300, 300]) }),
});
const ada = await callAsAdmin(club);
const ben = await register(club, "ben", "Ben");
await register(club, "mia", "Mia");
await register(club, "nora", "Nora");

const inDays = (days: number) => localTime(new Date(Date.now() + days * 86_400_000), "America/New_York").slice(0, 10);

for (const dark of [false, true])
  test(`runs a month in ${MOST_PRESSES} presses by touch${dark ? ", in the dark, too" : ""}`, async () => {
    const evening = { date: "", time: "19:00", location: "The cellar", bookId };
    const { id } = await jsonOf(ada.call("POST", "/api/meetings", evening));
    const getMeeting = (): Promise<Meeting> => jsonOf(ada.call("GET", `/api/meetings/${id}`));
    const page = await browser.signedIn(
      { club, width: 390, height: 844, scale: 2, touch: true, dark },
      "mia",
      PASSWORD,
    );
    const hand = handOn(page, { name: `host's month${dark ? " dark" : ""}`, isTouch: true });
    const button = (name: string | RegExp) => page.getByRole("button", { name });
    const summary = (text: string | RegExp) => page.locator("summary", { hasText: text });
    const hosting = page.getByRole("link", { name: /^You're hosting/ });
    const pickDate = async (field: Locator, date: string) => {
      await hand.press(field);
      await field.fill(date);
    };

    await hand.step("take the turn");
    await hand.press(button("I'll host"));
    await hosting.waitFor();

    await hand.step("propose dates");
    await hand.press(hosting);
    await hand.press(summary("Not sure yet? Ask the members"));
    await pickDate(page.getByLabel("Date 1"), inDays(8));
    await pickDate(page.getByLabel("Date 2"), inDays(9));
    await hand.press(button("Ask the members"));
    const { dates } = await until(getMeeting, (meeting) => meeting.dates.length === 2);
    await ben.call("PUT", `/api/meetings/${id}/dates/mine`, { ids: [dates[1]?.id] });

    await hand.step("choose");
    await page.goto("/");
    await hand.press(page.getByRole("link", { name: /^Choose the date/ }));
    await hand.press(button(/^Choose /).first());
    await hand.press(button("Set the date"));
    await until(getMeeting, ({ date }) => date === inDays(9));

    await hand.step("ask for cheese");
    await hand.fill("Cheese", page.getByLabel("Needed"));
    await hand.press(button(/^Add$/));
    await until(getMeeting, ({ needs }) => needs.length === 1);

    await hand.step("write a question");
    await hand.press(page.getByRole("link", { name: "Write questions for the evening" }));
    await hand.press(page.getByRole("textbox", { name: "Your note" }));
    await hand.press(page.getByLabel("A question for the evening"));
    await hand.fill("Would you have stayed?", page.getByRole("textbox", { name: "Your question" }));
    await hand.press(button("Send"));
    await page.getByText("Your note has been added").waitFor();

    await hand.step("share");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await hand.press(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }));
    await hand.press(button("Share the meeting"));
    await page.getByText("Copied to clipboard").waitFor();

    await hand.step("meet");
    expect((await ada.call("PATCH", `/api/meetings/${id}`, { date: inDays(-1) })).ok).toBe(true);
    await page.goto("/");
    await page.getByText(/^We met on /).waitFor();
    await page.getByText("1 came").waitFor();

    await hand.step("thank");
    await hand.press(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Club/ }));
    await hand.press(page.getByRole("textbox", { name: "Your note" }));
    await hand.fill("Thank you all for coming!", page.getByRole("textbox", { name: "Your note" }));
    await hand.press(button("Send"));
    await page.getByRole("listitem").filter({ hasText: "Thank you all" }).last().waitFor();

    const steps = await hand.end();
    console.table(steps);
    expect(steps.reduce((sum, { presses }) => sum + presses, 0)).toBeLessThanOrEqual(MOST_PRESSES);
    expect(browser.faults).toEqual([]);
    await page.context().close();
  }, 300_000);
