import { describe, expect, test } from "bun:test";

import type { Meeting } from "#contract/meetings.ts";
import type { Person } from "#tests/support/club.ts";
import { jsonOf } from "#tests/support/json.ts";
import { partOf, partsOf } from "#tests/support/mail-parts.ts";
import { eachMeetingMailClub } from "#tests/support/meeting-mail-club.ts";

const { club, ada, mia, ben, plan, look } = eachMeetingMailClub();

describe("the question for a date", () => {
  const dates = [
    { date: "2026-12-17", time: "19:00" },
    { date: "2026-12-18", time: "19:30" },
  ];
  const datesWithOneMore = [...dates, { date: "2026-12-19", time: "19:00" }];
  const askDates = (id: number, isNotifying: boolean, options = dates): Promise<Meeting> =>
    jsonOf(ada.call("PUT", `/api/meetings/${id}/dates`, { dates: options, tell: isNotifying }));
  const answerDates = (who: Person, id: number, ids: readonly number[]) =>
    jsonOf(who.call("PUT", `/api/meetings/${id}/dates/mine`, { ids }));
  const tokenOf = (mail = "") => /dates\?token=([\w.-]+)/.exec(mail)?.[1] ?? "";

  test("goes to members who haven't answered, once per set of dates", async () => {
    const { id } = await plan();
    await askDates(id, false);
    await look("2026-12-10T12:01:00Z");
    expect(club.mails()).toEqual([]);
    await answerDates(ben, id, []);
    for (let time = 0; time < 2; time += 1) await askDates(id, true);
    await look("2026-12-10T12:02:00Z");
    expect(club.reached()).toEqual(["m0@example.org"]);
    expect(club.mails()[0]).toContain("When should we meet?");
    expect(club.mails()[0]).toContain("Thursday, December 17 at 7:00 PM EST");
    await askDates(id, true, datesWithOneMore);
    await look("2026-12-10T12:03:00Z");
    expect(club.reached()).toEqual(["m0@example.org", "m0@example.org"]);
    // the same set of dates never sends mail twice, even in a new question
    await jsonOf(ada.call("DELETE", `/api/meetings/${id}/dates`));
    await askDates(id, false);
    await answerDates(ben, id, []);
    await askDates(id, true);
    await askDates(id, true, datesWithOneMore);
    await look("2026-12-10T12:04:00Z");
    expect(club.reached()).toEqual(["m0@example.org", "m0@example.org"]);
  });

  test("isn't sent after an answer, an opt-out, or the end", async () => {
    const { id } = await plan();
    const listQueued = (dedupeKey: string) =>
      club.deps.stores.outbox.queue({
        kind: "meeting-dates",
        meetingId: id,
        dedupeKey: dedupeKey,
        period: "2026-12",
        now: "2026-12-10T12:00:00Z",
      });
    await askDates(id, false);
    listQueued(`${id}:2026-12-17T19:00,2026-12-18T19:30`);
    await answerDates(mia, id, []);
    await jsonOf(ben.call("PATCH", "/api/profile", { wantsMeetingMail: false }));
    await look("2026-12-10T12:01:00Z");
    listQueued(`${id}:of other dates`);
    await jsonOf(ada.call("POST", `/api/meetings/${id}/cancel`));
    await look("2026-12-10T12:02:00Z");
    expect(club.mails()).toEqual([]);
    expect(club.db.query("SELECT count(*) AS n FROM outbox WHERE state = 'queued'").get()).toEqual({ n: 0 });
  });

  test("has dates, host and the reader's own link in both parts", async () => {
    const { id } = await plan();
    await jsonOf(ben.call("PUT", `/api/meetings/${id}/host`));
    await askDates(id, true);
    await look("2026-12-10T12:01:00Z");
    const links = [];
    for (const { raw } of club.ses.accepted) {
      const parts = partsOf(raw);
      const [text, html] = [partOf(parts, "text/plain"), partOf(parts, "text/html")];
      for (const part of [text, html]) {
        for (const words of ["December 17 at 7:00 PM", "December 18 at 7:30 PM", "Your host is m1.", "/unsubscribe?"])
          expect(part).toContain(words);
        expect(part).not.toMatch(/undefined|null|\[object/);
      }
      const [textToken, htmlToken] = [tokenOf(text), tokenOf(html)];
      expect([htmlToken, textToken]).toEqual([textToken, expect.stringMatching(/./)]);
      links.push(textToken);
    }
    expect([links.length, new Set(links).size]).toEqual([2, 2]);
  });

  test("isn't sent after the meeting's current date has passed", async () => {
    const { id } = await plan();
    await askDates(id, false);
    const dedupeKey = `${id}:2026-12-17T19:00,2026-12-18T19:30`;
    club.setTime("2026-12-17T03:00:00Z");
    club.deps.stores.outbox.queue({
      kind: "meeting-dates",
      meetingId: id,
      dedupeKey: dedupeKey,
      period: "2026-12",
      now: "2026-12-17T03:00:00Z",
    });
    await look("2026-12-17T03:01:00Z");
    expect(club.mails().filter((mail) => mail.includes("When should we meet?"))).toEqual([]);
  });

  test("has a link that works signed out, and ends with the poll", async () => {
    const { id } = await plan();
    const { dates: namedDates } = await askDates(id, true);
    await look("2026-12-10T12:01:00Z");
    const link = tokenOf(club.mails()[0]);
    const openLink = () => club.visitor.call("GET", `/api/dates?token=${link}`);
    const press = (ids: readonly unknown[], sentToken = link) =>
      club.visitor.call("POST", "/api/dates", { token: sentToken, ids, confirm: true });
    const options = namedDates.map(({ can: _isAvailable, people: _people, ...option }) => option);
    expect(await jsonOf(openLink())).toEqual({
      displayName: "m0",
      meeting: { date: "2026-12-16", time: "19:00", location: "The cellar" },
      dates: options,
      answered: false,
    });
    const response = await press([namedDates[1]?.id]);
    expect([response.status, response.headers.getSetCookie()]).toEqual([200, []]);
    expect((await response.json()).dates.map(({ mine }: { mine: boolean }) => mine)).toEqual([false, true]);
    expect((await press([4711])).status).toBe(422);
    for (const invalidToken of ["", "x", link.replace(/^\d+/, "1"), link.replace(`${id}_1`, `${id}_2`)])
      expect([invalidToken, (await press([], invalidToken)).status]).toEqual([invalidToken, 404]);
    await jsonOf(ada.call("POST", `/api/meetings/${id}/cancel`));
    expect([(await press([])).status, (await openLink()).status]).toEqual([409, 409]);
    await jsonOf(ada.call("POST", `/api/meetings/${id}/restore`));
    expect((await press([])).status).toBe(200);
    await jsonOf(ada.call("DELETE", `/api/meetings/${id}/dates`));
    expect([(await press([])).status, (await openLink()).status]).toEqual([409, 409]);
    // a new question has a new link
    await askDates(id, false, datesWithOneMore);
    expect((await press([])).status).toBe(409);
    club.deps.stores.users.delete(mia.user.id);
    expect((await press([])).status).toBe(404);
  });

  test("has a link that adds dates, and removes them once confirmed", async () => {
    const { id } = await plan();
    const { dates } = await askDates(id, true);
    const [firstId, secondId] = dates.map((date) => date.id);
    await look("2026-12-10T12:01:00Z");
    const link = tokenOf(club.mails()[0]);
    const press = async (ids: unknown[], confirm?: boolean) =>
      (await club.visitor.call("POST", "/api/dates", { token: link, ids, confirm })).status;
    const getOwnDates = async () => {
      const linkPage = await jsonOf(club.visitor.call("GET", `/api/dates?token=${link}`));
      return linkPage.dates.filter((date: { mine: boolean }) => date.mine).map((date: { id: number }) => date.id);
    };
    for (const ids of [[], [firstId], [firstId, secondId]]) {
      expect([ids, await press(ids)]).toEqual([ids, 200]);
      expect(await getOwnDates()).toEqual(ids);
    }
    for (const remainingDates of [[secondId], [firstId], []]) {
      expect([remainingDates, await press(remainingDates), await press(remainingDates, false)]).toEqual([
        remainingDates,
        409,
        409,
      ]);
      expect(await getOwnDates()).toEqual([firstId, secondId]);
    }
    expect(await press([secondId], true)).toBe(200);
    expect(await getOwnDates()).toEqual([secondId]);
    // the same number of dates, but another one
    expect([await press([firstId]), await press([4711])]).toEqual([409, 422]);
    expect([await press([], true), await getOwnDates()]).toEqual([200, []]);
  });

  test("notifies members of the chosen date, if requested", async () => {
    const { id } = await plan();
    const { dates: options } = await askDates(id, false);
    await jsonOf(ada.call("POST", `/api/meetings/${id}/dates/${options[1]?.id}/choose`, { tell: true }));
    await look("2026-12-10T12:01:00Z");
    expect(club.mails()).toHaveLength(2);
    expect(club.mails()[0]).toContain("Friday, December 18");
  });

  test("announces that the earlier date was chosen again", async () => {
    const { id } = await plan();
    const meetingNow = { date: "2026-12-16", time: "18:00" };
    await jsonOf(ada.call("PATCH", `/api/meetings/${id}`, { ...meetingNow, tell: true }));
    await look("2026-12-10T12:01:00Z");
    expect(club.mails()).toHaveLength(2);
    const newDates = { dates: [meetingNow, { date: "2026-12-18", time: "19:00" }] };
    const { dates } = await jsonOf(ada.call("PUT", `/api/meetings/${id}/dates`, newDates));
    await jsonOf(ada.call("POST", `/api/meetings/${id}/dates/${dates[0]?.id}/choose`, { tell: true }));
    await look("2026-12-10T12:02:00Z");
    expect(club.mails()).toHaveLength(4);
  });
});
