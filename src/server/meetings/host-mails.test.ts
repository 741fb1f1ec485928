import { expect, test } from "bun:test";

import { HOST_MAILS_MAX } from "#contract/limits.ts";
import type { Meeting } from "#contract/meetings.ts";
import { sendDueNotices } from "#server/mail/push/notices.ts";
import type { Person } from "#tests/support/club.ts";
import { jsonOf } from "#tests/support/json.ts";
import { eachMeetingMailClub } from "#tests/support/meeting-mail-club.ts";

const { club, ada, mia, ben, plan, look } = eachMeetingMailClub();

const host = async (who: Person, id: number) =>
  expect((await who.call("PUT", `/api/meetings/${id}/host`, {})).status).toBe(200);
const stopHosting = (who: Person, id: number) => who.call("DELETE", `/api/meetings/${id}/host`);
const move = (who: Person, id: number, location: string, notify = true) =>
  who.call("PATCH", `/api/meetings/${id}`, { location, tell: notify });
const days = (first: number) => [first, first + 1].map((day) => ({ date: `2027-01-${day}`, time: "19:00" }));
const askDates = (who: Person, id: number, first: number) =>
  who.call("PUT", `/api/meetings/${id}/dates`, { dates: days(first), tell: true });
const mailed = () =>
  club.db.query<{ n: number }, []>("SELECT count(DISTINCT about) AS n FROM outbox WHERE kind LIKE 'meeting-%'").get()
    ?.n;
const at = (time: string) => club.setTime(`2026-12-${time}:00Z`);

async function errorOf(response: Promise<Response>) {
  const answer = await response;
  return [answer.status, Number(answer.headers.get("retry-after"))];
}

test("limits a host to two member mails in 24 hours", async () => {
  const { id } = await plan();
  await host(mia, id);
  expect((await move(mia, id, "The attic")).status).toBe(200);
  at("10T13:00");
  const meeting: Meeting = await jsonOf(askDates(mia, id, 10));
  at("10T14:00");
  const before = await jsonOf(ada.call("GET", `/api/meetings/${id}`));
  const choice = `/api/meetings/${id}/dates/${meeting.dates[0]?.id}/choose`;
  // until the first of the two is a day old
  expect(await errorOf(move(mia, id, "The roof"))).toEqual([429, 22 * 3600]);
  expect(await errorOf(askDates(mia, id, 20))).toEqual([429, 22 * 3600]);
  expect(await errorOf(mia.call("POST", choice, { tell: true }))).toEqual([429, 22 * 3600]);
  expect(await jsonOf(ada.call("GET", `/api/meetings/${id}`))).toEqual(before);
  expect(mailed()).toBe(2);
  expect((await move(mia, id, "The roof", false)).status).toBe(200);
  at("11T12:00");
  expect((await mia.call("POST", choice, { tell: true })).status).toBe(200);
  expect(await errorOf(move(mia, id, "The cellar"))).toEqual([429, 3600]);
  expect(mailed()).toBe(3);
});

test("continues the count for a new host and another meeting", async () => {
  const [one, other, third] = [await plan(), await plan({ date: "2026-12-20" }), await plan({ date: "2026-12-21" })];
  await host(mia, one.id);
  for (const place of ["A", "B"]) await jsonOf(move(mia, one.id, place));
  await stopHosting(mia, one.id);
  await host(mia, one.id);
  expect((await move(mia, one.id, "C")).status).toBe(429);
  await host(mia, other.id);
  expect((await move(mia, other.id, "C")).status).toBe(429);
  await stopHosting(mia, one.id);
  await host(ben, one.id);
  expect((await move(ben, one.id, "C")).status).toBe(429);
  await host(ben, third.id);
  expect((await move(ben, third.id, "C")).status).toBe(200);
  // the meeting's count remains when the host's account is deleted
  club.deps.stores.users.remove(mia.user.id);
  expect((await move(ben, one.id, "C")).status).toBe(429);
});

test("limits hosts to six mails about one meeting until its end", async () => {
  const { id } = await plan({ date: "2026-12-16", time: "19:00" });
  await host(mia, id);
  for (let day = 10; day < 13; day += 1) {
    at(`${day}T13:00`);
    for (const place of ["A", "B"]) await jsonOf(move(mia, id, `${place}${day}`));
  }
  at("15T13:00");
  // 19:00 and two hours, in New York
  expect(await errorOf(move(mia, id, "C"))).toEqual([429, (24 + 13) * 3600]);
  expect((await move(mia, id, "C", false)).status).toBe(200);
  expect([(await move(ada, id, "D")).status, mailed()]).toEqual([200, 7]);
});

test("limits the mails of a host who moves meetings daily", async () => {
  const meetings = [await plan(), await plan({ date: "2026-12-20" }), await plan({ date: "2026-12-21" })];
  for (const { id } of meetings) await host(mia, id);
  const move = async (date: string) => {
    for (const { id } of meetings)
      expect((await mia.call("PATCH", `/api/meetings/${id}`, { date, time: "19:30" })).status).toBe(200);
  };
  const reminded = () =>
    club.db
      .query<{ about: string }, []>("SELECT DISTINCT about FROM outbox WHERE kind = 'reminder'")
      .all()
      .map(({ about }) => about.split(":")[0]);
  const notices = (prefix: string) =>
    club.db.query<{ n: number }, [string]>("SELECT count(*) AS n FROM push_sent WHERE about LIKE ? || '%'").get(prefix)
      ?.n ?? 0;
  for (let day = 1; day <= 12; day += 1) {
    at(`${day + 10}T13:00`);
    await move(`2026-12-${day + 12}`);
    // the reminder for the day after tomorrow is due at nine
    await look(`2026-12-${day + 10}T14:30:00Z`);
    await move(`2026-12-${day + 11}`);
    await sendDueNotices(club.deps);
    await move(`2026-12-${day + 14}`);
    expect([reminded().length <= 2 * day, notices("tomorrow:") <= 2 * day]).toEqual([true, true]);
  }
  const ofOne = meetings.map(({ id }) => reminded().filter((one) => one === String(id)).length);
  expect(Math.max(...ofOne)).toBe(HOST_MAILS_MAX);
  expect(Math.max(...meetings.map(({ id }) => notices(`moved:${id}:`)))).toBe(HOST_MAILS_MAX);
});

test("counts only what sends mail, not repeats or admin actions", async () => {
  const { id } = await plan();
  await host(mia, id);
  for (let time = 0; time < 5; time += 1) await jsonOf(move(mia, id, "The attic"));
  for (let time = 0; time < 5; time += 1) await jsonOf(askDates(mia, id, 10));
  expect(mailed()).toBe(2);
  club.deps.stores.email.enable(false, "2026-12-10T12:00:00.000Z");
  for (const place of ["A", "B", "C"]) await jsonOf(move(mia, id, place));
  club.deps.stores.email.enable(true, "2026-12-10T12:00:00.000Z");
  await ada.call("PUT", `/api/meetings/${id}/host`, { username: ada.user.username });
  for (const place of ["A", "B", "C", "D"]) await jsonOf(move(ada, id, place));
  expect(mailed()).toBe(6);
});

test("ignores mails dated in the future by a wrong clock", async () => {
  const { id } = await plan();
  await host(mia, id);
  at("14T12:00");
  for (const place of ["A", "B"]) await jsonOf(move(mia, id, place));
  at("10T12:00");
  for (const place of ["C", "D"]) await jsonOf(move(mia, id, place));
  expect((await move(mia, id, "E")).status).toBe(429);
});
