import { expect, test } from "bun:test";

import { HOST_MAILS_MAX } from "#contract/limits.ts";
import type { Meeting } from "#contract/meetings.ts";
import { sendDueNotices } from "#server/mail/push/notices.ts";
import type { Person } from "#tests/support/club.ts";
import { jsonOf } from "#tests/support/json.ts";
import { eachMeetingMailClub } from "#tests/support/meeting-mail-club.ts";

const { club, ada, mia, ben, plan, look } = eachMeetingMailClub();

const takeHosting = async (who: Person, id: number) =>
  expect((await who.call("PUT", `/api/meetings/${id}/host`, {})).status).toBe(200);
const stopHosting = (who: Person, id: number) => who.call("DELETE", `/api/meetings/${id}/host`);
const moveMeeting = (who: Person, id: number, location: string, notify = true) =>
  who.call("PATCH", `/api/meetings/${id}`, { location, tell: notify });
const createDates = (firstDay: number) =>
  [firstDay, firstDay + 1].map((day) => ({ date: `2027-01-${day}`, time: "19:00" }));
const askDates = (who: Person, id: number, firstDay: number) =>
  who.call("PUT", `/api/meetings/${id}/dates`, { dates: createDates(firstDay), tell: true });
const listMails = () =>
  club.db.query<{ n: number }, []>("SELECT count(DISTINCT about) AS n FROM outbox WHERE kind LIKE 'meeting-%'").get()
    ?.n;
const setTime = (time: string) => club.setTime(`2026-12-${time}:00Z`);

async function errorOf(response: Promise<Response>) {
  const answer = await response;
  return [answer.status, Number(answer.headers.get("retry-after"))];
}

test("limits a host to two member mails in 24 hours", async () => {
  const { id } = await plan();
  await takeHosting(mia, id);
  expect((await moveMeeting(mia, id, "The attic")).status).toBe(200);
  setTime("10T13:00");
  const meeting: Meeting = await jsonOf(askDates(mia, id, 10));
  setTime("10T14:00");
  const meetingBefore = await jsonOf(ada.call("GET", `/api/meetings/${id}`));
  const choicePath = `/api/meetings/${id}/dates/${meeting.dates[0]?.id}/choose`;
  // until the first of the two is a day old
  expect(await errorOf(moveMeeting(mia, id, "The roof"))).toEqual([429, 22 * 3600]);
  expect(await errorOf(askDates(mia, id, 20))).toEqual([429, 22 * 3600]);
  expect(await errorOf(mia.call("POST", choicePath, { tell: true }))).toEqual([429, 22 * 3600]);
  expect(await jsonOf(ada.call("GET", `/api/meetings/${id}`))).toEqual(meetingBefore);
  expect(listMails()).toBe(2);
  expect((await moveMeeting(mia, id, "The roof", false)).status).toBe(200);
  setTime("11T12:00");
  expect((await mia.call("POST", choicePath, { tell: true })).status).toBe(200);
  expect(await errorOf(moveMeeting(mia, id, "The cellar"))).toEqual([429, 3600]);
  expect(listMails()).toBe(3);
});

test("continues the count for a new host and another meeting", async () => {
  const [firstMeeting, secondMeeting, thirdMeeting] = [
    await plan(),
    await plan({ date: "2026-12-20" }),
    await plan({ date: "2026-12-21" }),
  ];
  await takeHosting(mia, firstMeeting.id);
  for (const place of ["A", "B"]) await jsonOf(moveMeeting(mia, firstMeeting.id, place));
  await stopHosting(mia, firstMeeting.id);
  await takeHosting(mia, firstMeeting.id);
  expect((await moveMeeting(mia, firstMeeting.id, "C")).status).toBe(429);
  await takeHosting(mia, secondMeeting.id);
  expect((await moveMeeting(mia, secondMeeting.id, "C")).status).toBe(429);
  await stopHosting(mia, firstMeeting.id);
  await takeHosting(ben, firstMeeting.id);
  expect((await moveMeeting(ben, firstMeeting.id, "C")).status).toBe(429);
  await takeHosting(ben, thirdMeeting.id);
  expect((await moveMeeting(ben, thirdMeeting.id, "C")).status).toBe(200);
  // the meeting's count remains when the host's account is deleted
  club.deps.stores.users.delete(mia.user.id);
  expect((await moveMeeting(ben, firstMeeting.id, "C")).status).toBe(429);
});

test("limits hosts to six mails about one meeting until its end", async () => {
  const { id } = await plan({ date: "2026-12-16", time: "19:00" });
  await takeHosting(mia, id);
  for (let day = 10; day < 13; day += 1) {
    setTime(`${day}T13:00`);
    for (const place of ["A", "B"]) await jsonOf(moveMeeting(mia, id, `${place}${day}`));
  }
  setTime("15T13:00");
  // 19:00 and two hours, in New York
  expect(await errorOf(moveMeeting(mia, id, "C"))).toEqual([429, (24 + 13) * 3600]);
  expect((await moveMeeting(mia, id, "C", false)).status).toBe(200);
  expect([(await moveMeeting(ada, id, "D")).status, listMails()]).toEqual([200, 7]);
});

test("limits the mails of a host who moves meetings daily", async () => {
  const meetings = [await plan(), await plan({ date: "2026-12-20" }), await plan({ date: "2026-12-21" })];
  for (const { id } of meetings) await takeHosting(mia, id);
  const moveMeeting = async (date: string) => {
    for (const { id } of meetings)
      expect((await mia.call("PATCH", `/api/meetings/${id}`, { date, time: "19:30" })).status).toBe(200);
  };
  const listReminded = () =>
    club.db
      .query<{ about: string }, []>("SELECT DISTINCT about FROM outbox WHERE kind = 'reminder'")
      .all()
      .map(({ about }) => about.split(":")[0]);
  const listNotices = (prefix: string) =>
    club.db.query<{ n: number }, [string]>("SELECT count(*) AS n FROM push_sent WHERE about LIKE ? || '%'").get(prefix)
      ?.n ?? 0;
  for (let day = 1; day <= 12; day += 1) {
    setTime(`${day + 10}T13:00`);
    await moveMeeting(`2026-12-${day + 12}`);
    // the reminder for the day after tomorrow is due at nine
    await look(`2026-12-${day + 10}T14:30:00Z`);
    await moveMeeting(`2026-12-${day + 11}`);
    await sendDueNotices(club.deps);
    await moveMeeting(`2026-12-${day + 14}`);
    expect([listReminded().length <= 2 * day, listNotices("tomorrow:") <= 2 * day]).toEqual([true, true]);
  }
  const remindersByMeeting = meetings.map(({ id }) => listReminded().filter((one) => one === String(id)).length);
  expect(Math.max(...remindersByMeeting)).toBe(HOST_MAILS_MAX);
  expect(Math.max(...meetings.map(({ id }) => listNotices(`moved:${id}:`)))).toBe(HOST_MAILS_MAX);
});

test("counts only what sends mail, not repeats or admin actions", async () => {
  const { id } = await plan();
  await takeHosting(mia, id);
  for (let time = 0; time < 5; time += 1) await jsonOf(moveMeeting(mia, id, "The attic"));
  for (let time = 0; time < 5; time += 1) await jsonOf(askDates(mia, id, 10));
  expect(listMails()).toBe(2);
  club.deps.stores.email.enable(false, "2026-12-10T12:00:00.000Z");
  for (const place of ["A", "B", "C"]) await jsonOf(moveMeeting(mia, id, place));
  club.deps.stores.email.enable(true, "2026-12-10T12:00:00.000Z");
  await ada.call("PUT", `/api/meetings/${id}/host`, { username: ada.user.username });
  for (const place of ["A", "B", "C", "D"]) await jsonOf(moveMeeting(ada, id, place));
  expect(listMails()).toBe(6);
});

test("ignores mails dated in the future by a wrong clock", async () => {
  const { id } = await plan();
  await takeHosting(mia, id);
  setTime("14T12:00");
  for (const place of ["A", "B"]) await jsonOf(moveMeeting(mia, id, place));
  setTime("10T12:00");
  for (const place of ["C", "D"]) await jsonOf(moveMeeting(mia, id, place));
  expect((await moveMeeting(mia, id, "E")).status).toBe(429);
});
