import { afterAll, beforeAll, expect, test } from "bun:test";

import { localTime } from "#contract/zoned-time.ts";
import type { ApiClient } from "#tests/support/api-client.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { callAsAdmin, PASSWORD, register } from "#tests/support/callers.ts";
import { type RunningClub, startClub } from "#tests/support/executable.ts";
import { jsonOf } from "#tests/support/json.ts";
import { until } from "#tests/support/until.ts";

let browser: Awaited<ReturnType<typeof openBrowser>>;
let club: RunningClub;
let ada: ApiClient;

beforeAll(async () => {
  browser = await openBrowser();
  club = await startClub({ environment: { LOG_LEVEL: "error" } });
  await club.makeAdmin();
  ada = await callAsAdmin(club);
  for (const username of ["mia"]) await register(club, username);
});
afterAll(async () => {
  await browser.close();
  await club.stop();
});

const inDays = (days: number) => localTime(new Date(Date.now() + days * 86_400_000), "America/New_York").slice(0, 10);

test("a member takes the turn, asks for a date by touch, answers offline, and chooses it", async () => {
  const { id } = await jsonOf(ada.call("POST", "/api/meetings", { date: "", time: "19:00", location: "The cellar" }));
  const show = () => jsonOf(ada.call("GET", `/api/meetings/${id}`));
  const page = await browser.signedIn({ club, width: 390, touch: true }, "mia", PASSWORD);
  await page.getByRole("button", { name: "I'll host" }).tap();
  await page.getByText("You're hosting: place, what you need, questions").tap();
  await page.getByText("Not sure yet? Ask the members").tap();
  for (const [row, days] of [
    [1, 8],
    [2, 9],
  ] as const)
    await page.getByLabel(`Date ${row}`).fill(inDays(days));
  await page.getByRole("button", { name: "Ask the members" }).tap();
  const first = page.getByRole("button", { name: /, 7:00 PM$/ }).first();
  await first.waitFor();

  await page.context().setOffline(true);
  await first.tap();
  await page.getByText("Saved on this device").waitFor();
  expect((await show()).datesAnswered).toBe(0);
  await page.context().setOffline(false);
  await until(async () => (await show()).datesAnswered === 1);

  await page.getByText(/^Choose the date/).tap();
  await page
    .getByRole("button", { name: /^Choose / })
    .first()
    .tap();
  await page.getByText(/becomes? “coming”/).waitFor();
  await page.getByRole("button", { name: "Set the date" }).tap();
  await until(async () => (await show()).date !== "");
  const chosen = await show();
  expect([chosen.dates, chosen.answers.yes, chosen.host.displayName]).toEqual([[], 1, "mia"]);
});
