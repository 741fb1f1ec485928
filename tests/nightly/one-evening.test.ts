import { afterAll, beforeAll, expect, test } from "bun:test";

import type { Meeting } from "#contract/meetings.ts";
import { localTime } from "#contract/zoned-time.ts";
import { type ApiClient, apiClient, callAsAdmin, PASSWORD, register } from "#tests/support/api-client.ts";
import { type RunningClub, startClub } from "#tests/support/executable.ts";
import { jsonOf } from "#tests/support/json.ts";
import { goodreadsWithReviews } from "#tests/support/large-imports.ts";
import { type MailService, startMailService } from "#tests/support/mail-service.ts";
import { until } from "#tests/support/poll-until.ts";
import { decodeQuotedPrintable } from "#tests/support/ses-server.ts";

let mail: MailService;
let club: RunningClub;
let ada: ApiClient;
let mia: ApiClient;
beforeAll(async () => {
  mail = await startMailService();
  club = await startClub({ environment: { ...mail.environment, LOG_LEVEL: "error" } });
  await club.makeAdmin();
  [ada, mia] = [await callAsAdmin(club), await register(club, "mia")];
  for (const name of ["ben", "otto", "nora"]) await register(club, name);
  expect((await ada.call("PATCH", "/api/email/config", { enabled: true })).status).toBe(200);
}, 60_000);
afterAll(async () => {
  await club.stop();
  mail.close();
});

const inDays = (days: number) => localTime(new Date(Date.now() + days * 86_400_000), "America/New_York").slice(0, 10);
const statusOf = async (answer: Promise<Response>) => (await answer).status;

test("limits a host to two emails and thirty needs", async () => {
  const meetingFields = { date: inDays(9), time: "19:00", location: "The cellar" };
  const { id }: Meeting = await jsonOf(ada.call("POST", "/api/meetings", meetingFields));
  const path = `/api/meetings/${id}`;
  expect(await statusOf(mia.call("PUT", `${path}/host`, {}))).toBe(200);
  const statuses = [];
  for (let index = 0; index < 30; index += 1)
    statuses.push(await statusOf(mia.call("PATCH", path, { location: `Buy here ${index}`, tell: true })));
  expect(statuses).toEqual([200, 200, ...Array.from({ length: 28 }, () => 429)]);
  for (let index = 0; index < 15; index += 1) {
    const dates = [1, 2].map((day) => ({ date: inDays(10 + index + day), time: "19:00" }));
    expect(await statusOf(mia.call("PUT", `${path}/dates`, { dates, tell: true }))).toBe(429);
  }
  for (const date of ["2020-01-08", inDays(-1), inDays(0), ""])
    expect([date, await statusOf(mia.call("PATCH", path, { date }))]).toEqual([date, 422]);
  const needs = [];
  for (let index = 0; index < 40; index += 1)
    needs.push(await statusOf(mia.call("POST", `${path}/needs`, { what: `Ice ${index}`, quantity: 1 })));
  expect(needs).toEqual([...Array.from({ length: 30 }, () => 201), ...Array.from({ length: 10 }, () => 409)]);
  const meeting: Meeting = await jsonOf(ada.call("GET", path));
  expect(meeting).toMatchObject({ date: meetingFields.date, location: "Buy here 1", state: "planned", dates: [] });
  // to five people; the first mail is dropped if the second is queued before it's sent
  const countMails = (place: string) =>
    mail.accepted.filter(({ raw }) => decodeQuotedPrintable(raw).includes(place)).length;
  await until(
    () => countMails("Buy here 1"),
    (count) => count === 5,
  );
  expect(countMails("Buy here")).toBeLessThanOrEqual(10);
});

test("signs in by email", async () => {
  const signIn = (username: string) =>
    apiClient(club.url).call("POST", "/api/auth/login", { username, password: PASSWORD });
  expect(await statusOf(signIn(" MIA@example.ORG "))).toBe(200);
  expect(await statusOf(signIn("mia2@example.org"))).toBe(401);
});

test("imports and undoes a large export", async () => {
  const response = await fetch(`${club.url}/api/shelf/import`, {
    method: "POST",
    headers: { cookie: ada.cookie, "content-type": "text/csv" },
    body: goodreadsWithReviews(900, 1700),
  });
  const { id, add } = await response.json();
  expect([response.status, add.length]).toEqual([201, 900]);
  expect(await jsonOf(ada.call("POST", `/api/shelf/import/${id}/undo`))).toEqual({ removed: 900, kept: [] });
});
