import { expect, test } from "bun:test";

import type { Meeting } from "#contract/meetings.ts";
import { localTime } from "#contract/zoned-time.ts";
import { callAsAdmin, register } from "#tests/support/api-client.ts";
import { startBrowserClub } from "#tests/support/browser-club.ts";
import { jsonOf } from "#tests/support/json.ts";

const { club, adminPage } = await startBrowserClub();

const inDays = (days: number) => localTime(new Date(Date.now() + days * 86_400_000), "America/New_York").slice(0, 10);

test("tells two members named Ann apart in answers and dates", async () => {
  const ada = await callAsAdmin(club);
  const anns = [await register(club, "ann", "Ann"), await register(club, "anna", "Ann")];
  const ids: number[] = [];
  for (const ann of anns) ids.push((await jsonOf(ann.call("GET", "/api/auth/user"))).id);
  const names = ids.map((id) => `Ann (member ${id})`);
  const plan = { date: inDays(9), time: "19:00", location: "The cellar" };
  const { id }: Meeting = await jsonOf(ada.call("POST", "/api/meetings", plan));
  const path = `/api/meetings/${id}`;
  for (const ann of anns) await jsonOf(ann.call("PUT", `${path}/answer`, { answer: "yes" }));

  const page = await adminPage();
  await page.getByText("2 coming").first().click();
  for (const name of names) await page.getByText(name).first().waitFor({ timeout: 10_000 });

  const dates = [10, 11].map((days) => ({ date: inDays(days), time: "19:00" }));
  const polled: Meeting = await jsonOf(ada.call("PUT", `${path}/dates`, { dates }));
  const dateIds = polled.dates.map((date) => date.id);
  for (const [index, ann] of anns.entries())
    await jsonOf(ann.call("PUT", `${path}/dates/mine`, { ids: dateIds.slice(index, index + 1) }));
  await page.goto(`/meetings/${id}/host`);
  for (const name of names) {
    await page.getByText(`1 can come: ${name}`).waitFor({ timeout: 10_000 });
    await page.getByText(`1 can't come: ${name}`).waitFor({ timeout: 10_000 });
  }
  const meeting: Meeting = await jsonOf(ada.call("GET", path));
  expect(meeting.people.map(({ user }) => [user.displayName, user.id]).toSorted()).toEqual(
    ids.map((memberId) => ["Ann", memberId]),
  );
  await page.context().close();
}, 200_000);
