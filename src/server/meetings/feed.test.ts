import { describe, expect, test } from "bun:test";

import ICAL from "ical.js";
import { sync } from "node-ical";

import type { Meeting } from "#contract/meetings.ts";
import { createClub } from "#tests/support/club.ts";
import { eachClub } from "#tests/support/each-club.ts";
import { jsonOf } from "#tests/support/json.ts";

const { club, ada, mia } = eachClub(["ada", "mia"], {
  now: "2026-03-02T12:00:00Z",
  environment: { PUBLIC_URL: "http://club.example.org" },
});

const planMeeting = (fields: object = {}): Promise<Meeting> =>
  jsonOf(ada.call("POST", "/api/meetings", { date: "2026-03-04", time: "19:00", location: "The cellar", ...fields }));
const makeAddress = async (who = mia): Promise<string> =>
  new URL((await jsonOf(who.call("POST", "/api/profile/calendar"))).url).pathname;
const fetchFeed = (path: string, headers = {}) => club.visitor.call("GET", path, undefined, headers);

/** The result of two other parsers, which must be equal. */
function parse(text: string) {
  const eventsByIcal = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((component) => {
    const event = new ICAL.Event(component);
    return {
      uid: event.uid,
      summary: event.summary,
      location: event.location,
      description: event.description,
      sequence: event.sequence,
      status: component.getFirstPropertyValue("status"),
      start: event.startDate.toJSDate().toISOString(),
      end: event.endDate.toJSDate().toISOString(),
    };
  });
  const eventsByNode = Object.values(sync.parseICS(text)).flatMap((event) =>
    event?.type === "VEVENT"
      ? [
          {
            uid: event.uid,
            summary: String(event.summary),
            location: String(event.location ?? ""),
            description: String(event.description),
            sequence: Number(event.sequence),
            status: event.status,
            start: event.start.toISOString(),
            end: event.end?.toISOString(),
          },
        ]
      : [],
  );
  expect(eventsByNode.map((event) => JSON.stringify(event))).toEqual(
    eventsByIcal.map((event) => JSON.stringify({ ...event, location: event.location ?? "" })),
  );
  return eventsByIcal;
}
const readEvents = async (path: string) => parse(await (await fetchFeed(path)).text());

describe("a member's calendar", () => {
  test("has a secret address until it is replaced or removed", async () => {
    expect(await jsonOf(mia.call("GET", "/api/profile/calendar"))).toEqual({ url: null });
    const response = await mia.call("POST", "/api/profile/calendar");
    expect(response.status).toBe(201);
    const { url } = await response.json();
    expect(url).toMatch(/^http:\/\/club\.example\.org\/calendar\/[\w-]{43}\.ics$/);
    expect(await jsonOf(mia.call("GET", "/api/profile/calendar"))).toEqual({ url });
    expect(await jsonOf(ada.call("GET", "/api/profile/calendar"))).toEqual({ url: null });
    const path = new URL(url).pathname;
    expect((await fetchFeed(path)).status).toBe(200);
    const nextAddress = await makeAddress();
    expect([(await fetchFeed(path)).status, (await fetchFeed(nextAddress)).status]).toEqual([404, 200]);
    expect(await jsonOf(mia.call("DELETE", "/api/profile/calendar"))).toEqual({ url: null });
    expect((await fetchFeed(nextAddress)).status).toBe(404);
  });

  test("ends with the member's account, and isn't in the log", async () => {
    const path = await makeAddress();
    await fetchFeed(path);
    expect(club.logged.join("\n")).toContain("/calendar/…");
    expect(club.logged.join("\n")).not.toContain(path.slice("/calendar/".length, -4));
    club.deps.stores.users.delete(mia.user.id);
    expect((await fetchFeed(path)).status).toBe(404);
    for (const wrongPath of ["/calendar/x.ics", `${path.slice(0, -5)}.ics`, "/calendar/", "/calendar/..%2f.ics"])
      expect((await fetchFeed(wrongPath)).status).toBe(404);
  });

  test("lists every dated meeting from last year on in two parsers", async () => {
    const path = await makeAddress();
    expect(await readEvents(path)).toEqual([]);
    await planMeeting({ date: "2025-03-01" });
    await planMeeting({ date: "2025-03-02", location: "Long ago" });
    await planMeeting({ date: "2026-07-01", location: `${"Straße 🍷, ".repeat(20)}; \\ end` });
    await planMeeting({ date: "2026-11-01", time: "01:30" });
    await planMeeting({ date: "2026-03-08", time: "02:30", location: "" });
    expect((await readEvents(path)).map(({ start, end }) => [start, end])).toEqual([
      ["2025-03-03T00:00:00.000Z", "2025-03-03T02:00:00.000Z"],
      ["2026-03-08T07:30:00.000Z", "2026-03-08T09:30:00.000Z"],
      ["2026-07-01T23:00:00.000Z", "2026-07-02T01:00:00.000Z"],
      ["2026-11-01T05:30:00.000Z", "2026-11-01T07:30:00.000Z"],
    ]);
    const text = await (await fetchFeed(path)).text();
    for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(text).toContain("REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n");
    expect(text).toContain("X-WR-CALNAME:Synopses & Sips Book Club\r\n");
  });

  test("keeps commas, semicolons and backslashes in every text", async () => {
    const name = String.raw`Bread, Wine; and Books \ more`;
    const otherClub = await createClub({ now: "2026-03-02T12:00:00Z", environment: { CLUB_NAME: name } });
    const admin = otherClub.admin();
    const location = String.raw`The cellar; left, then \ down`;
    await jsonOf(admin.call("POST", "/api/meetings", { date: "2026-03-04", time: "19:00", location }));
    const { url } = await jsonOf(admin.call("POST", "/api/profile/calendar"));
    const text = await (await otherClub.visitor.call("GET", new URL(url).pathname)).text();
    expect(text.replaceAll(/\r\n /g, "")).toContain(String.raw`X-WR-CALNAME:Bread\, Wine\; and Books \\ more` + "\r\n");
    expect(parse(text)).toMatchObject([{ summary: `${name} Meeting`, location }]);
    otherClub.close();
  });

  test("shows a meeting without a time as all-day until it has one", async () => {
    const path = await makeAddress();
    const { id, uid } = await planMeeting({ date: "2026-03-31", time: "", location: "" });
    const text = await (await fetchFeed(path)).text();
    expect(text).toContain("DTSTART;VALUE=DATE:20260331\r\n");
    expect(text).toContain("DTEND;VALUE=DATE:20260401\r\n");
    const [component] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent");
    if (!component) throw new Error("No event");
    const { startDate, endDate, uid: uidByIcal } = new ICAL.Event(component);
    expect([uidByIcal, startDate.isDate, startDate.toString(), endDate.toString()]).toEqual([
      uid,
      true,
      "2026-03-31",
      "2026-04-01",
    ]);
    const [nodeEvent] = Object.values(sync.parseICS(text)).filter((event) => event?.type === "VEVENT");
    expect([nodeEvent?.uid, nodeEvent?.datetype]).toEqual([uid, "date"]);
    await jsonOf(ada.call("PATCH", `/api/meetings/${id}`, { time: "19:00", location: "The cellar" }));
    expect((await readEvents(path)).map(({ uid: sameUid, start }) => [sameUid, start])).toEqual([
      [uid, "2026-03-31T23:00:00.000Z"],
    ]);
  });

  test("says 7 PM in summer and winter through a year of meetings", async () => {
    const path = await makeAddress();
    const days = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}-18`);
    const plannedMeetings: Meeting[] = [];
    for (const date of days) plannedMeetings.push(await planMeeting({ date }));
    await ada.call("PATCH", `/api/meetings/${plannedMeetings[6]?.id}`, { date: "2026-07-25" });
    await ada.call("POST", `/api/meetings/${plannedMeetings[9]?.id}/cancel`);
    const events = await readEvents(path);
    expect(events.map(({ uid }) => uid)).toEqual(plannedMeetings.map(({ uid }) => uid));
    expect(events.map(({ start, status, sequence }) => `${start.slice(5, 16)} ${status} ${sequence}`)).toEqual([
      "01-19T00:00 CONFIRMED 0",
      "02-19T00:00 CONFIRMED 0",
      "03-18T23:00 CONFIRMED 0",
      "04-18T23:00 CONFIRMED 0",
      "05-18T23:00 CONFIRMED 0",
      "06-18T23:00 CONFIRMED 0",
      "07-25T23:00 CONFIRMED 1",
      "08-18T23:00 CONFIRMED 0",
      "09-18T23:00 CONFIRMED 0",
      "10-18T23:00 CANCELLED 1",
      "11-19T00:00 CONFIRMED 0",
      "12-19T00:00 CONFIRMED 0",
    ]);
  });

  test("follows a moved, canceled and restored meeting by one UID", async () => {
    const path = await makeAddress();
    const { id, uid } = await planMeeting();
    const readEvent = async () => (await readEvents(path))[0];
    expect(await readEvent()).toMatchObject({ uid, sequence: 0, status: "CONFIRMED" });
    club.setTime("2026-03-03T12:00:00Z");
    await ada.call("PATCH", `/api/meetings/${id}`, { date: "2026-04-01", time: "20:00" });
    expect(await readEvent()).toMatchObject({ uid, sequence: 1, start: "2026-04-02T00:00:00.000Z" });
    await ada.call("POST", `/api/meetings/${id}/cancel`);
    expect(await readEvent()).toMatchObject({ uid, sequence: 2, status: "CANCELLED" });
    const text = await (await fetchFeed(path)).text();
    expect(text).toContain("DTSTAMP:20260303T120000Z\r\n");
    expect(text).toContain("LAST-MODIFIED:20260303T120000Z\r\n");
    await ada.call("POST", `/api/meetings/${id}/restore`);
    expect(await readEvent()).toMatchObject({ uid, sequence: 3, status: "CONFIRMED" });
  });

  test("has the event of the single file, plus your answer", async () => {
    const path = await makeAddress();
    const { id } = await planMeeting();
    const listLines = (text: string) => text.split("\r\n").filter((line) => !/^(X-|REFRESH|DESCRIPTION)/.test(line));
    const singleFile = await (await mia.call("GET", "/api/calendar/meeting.ics")).text();
    expect(listLines(await (await fetchFeed(path)).text())).toEqual(listLines(singleFile));
    await mia.call("PUT", `/api/meetings/${id}/answer`, { answer: "yes", guests: 2 });
    expect((await readEvents(path))[0]?.description).toEndWith("\nYou're coming with 2 guests.");
    expect((await readEvents(await makeAddress(ada)))[0]?.description).not.toContain("coming");
  });

  test("doesn't name a future month's book before the 1st", async () => {
    const path = await makeAddress();
    const insertBook = (title: string, month: string) =>
      club.deps.stores.books.insert({ title, author: "Jane Austen", month }, "2026-01-01T00:00:00Z").id;
    insertBook("Emma", "2026-03");
    await planMeeting({ date: "2026-04-15", bookId: insertBook("Persuasion", "2026-04") });
    expect((await readEvents(path))[0]?.summary).toBe("Synopses & Sips Book Club Meeting");
    club.setTime("2026-04-01T12:00:00Z");
    expect((await readEvents(path))[0]?.summary).toBe("Synopses & Sips Book Club Meeting: Persuasion");
  });

  test("can't get an extra line from a place's text", async () => {
    const path = await makeAddress();
    await planMeeting();
    club.db.run("UPDATE meetings SET location = ?", ["Here\r\nATTENDEE:mailto:eve@example.org\u2028X:1"]);
    const text = (await (await fetchFeed(path)).text()).replaceAll("\r\n ", "");
    expect(text.split("\r\n").filter((line) => /^(?:ATTENDEE|X):/.test(line))).toEqual([]);
  });

  test("keeps its ETag while unchanged, and 60 fetches a minute", async () => {
    const path = await makeAddress();
    const { id } = await planMeeting();
    const etag = (await fetchFeed(path)).headers.get("etag") ?? "";
    club.setTime("2026-03-02T12:30:00Z");
    const unchangedResponse = await fetchFeed(path, { "if-none-match": `W/${etag}, "x"` });
    expect([unchangedResponse.status, await unchangedResponse.text(), unchangedResponse.headers.get("etag")]).toEqual([
      304,
      "",
      etag,
    ]);
    await ada.call("PATCH", `/api/meetings/${id}`, { time: "20:00" });
    expect((await fetchFeed(path, { "if-none-match": etag })).status).toBe(200);
    const statuses = new Map<number, number>();
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const { status } = await fetchFeed(path, { "if-none-match": etag });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 200: 58, 429: 42 });
    expect((await fetchFeed(path)).headers.get("retry-after")).toBe("60");
    club.setTime("2026-03-02T12:31:01Z");
    const headResponse = await club.visitor.call("HEAD", await makeAddress());
    expect([headResponse.status, await headResponse.text()]).toEqual([200, ""]);
  });
});

test.each(["http://my_club:3000", "http://[fd00::5]:3000", "http://club.example.org."])(
  "a calendar comes from a club at %s, which is no name for email",
  async (address) => {
    const otherClub = await createClub({ environment: { PUBLIC_URL: address } });
    const chief = otherClub.admin();
    await chief.call("POST", "/api/meetings", { date: "2026-03-14", time: "19:00", location: "The cellar" });
    const { url } = await jsonOf(chief.call("POST", "/api/profile/calendar"));
    for (const [who, path] of [
      [otherClub.visitor, new URL(url).pathname],
      [chief, "/api/calendar/meeting.ics"],
    ] as const) {
      const response = await who.call("GET", path);
      expect([response.status, await response.text()]).toEqual([200, expect.stringContaining("The cellar")]);
    }
    otherClub.close();
  },
);
