import { describe, expect, test } from "bun:test";

import ICAL from "ical.js";

import { OPERATOR } from "#server/access/caller.ts";
import { readConfig } from "#server/config.ts";
import { updateContent } from "#server/meetings/content.ts";
import { PASSWORD } from "#tests/support/club.ts";
import { perTest } from "#tests/support/each-club.ts";
import { createMailClub } from "#tests/support/mail-club.ts";
import { partOf, partsOf } from "#tests/support/mail-parts.ts";
import { until } from "#tests/support/poll-until.ts";

const club = perTest(() => createMailClub({ members: 2 }));

const HEADERS =
  /^(?:From|To|Subject|Date|Message-ID|MIME-Version|Content-Type|Content-Transfer-Encoding|Auto-Submitted|List-Unsubscribe|List-Unsubscribe-Post):/i;

/** Expects only the club's headers and one recipient in every sent mail. */
function expectHonest(count: number): void {
  expect(club.ses.accepted).toHaveLength(count);
  for (const { to, source, raw } of club.ses.accepted) {
    expect(to + source).not.toMatch(/[\r\n]/);
    const head = (raw.split("\r\n\r\n")[0] ?? "").replaceAll(/\r\n[ \t]+/g, " ");
    const lines = head.split("\r\n");
    expect(lines.filter((line) => !HEADERS.test(line))).toEqual([]);
    expect(lines.filter((line) => /^to:/i.test(line))).toHaveLength(1);
    expect(head).toMatch(/^[\x20-\x7e\r\n\t]*$/);
  }
}

/** Waits for the mail that a registration sends in the background. */
async function untilArrival(): Promise<void> {
  await until(() => club.ses.accepted.length > 0);
}

describe("text that could add a header (E01)", () => {
  const addresses = [
    "mia@example.org\r\nBcc: all@example.org",
    "mia@example.org\nBcc: all@example.org",
    "mia\u2028@example.org",
    "mia@example.org,all@example.org",
    "Mia <mia@example.org>",
    "<mia@example.org>",
    `${"m".repeat(250)}@example.org`,
    "mïa@example.org",
    "mia @example.org",
  ];
  test.each(addresses)("is rejected as an address: %j", async (email) => {
    const registerResponse = await club.visitor.call("POST", "/api/auth/register", club.registration({ email }));
    const changeResponse = await club.people[0]?.call("PATCH", "/api/profile", { email });
    const response = await club.chief.call("POST", "/api/email/test", { email });
    expect([registerResponse.status, changeResponse?.status, response.status]).toEqual([422, 422, 422]);
    expect(club.ses.attempts()).toBe(0);
  });

  test.each(["Mia\r\nBcc: all@example.org", "Mia\nSubject: x", "Mia\u2028x", "M".repeat(250)])(
    "is refused as a username and as a display name: %j",
    async (name) => {
      const statuses = [
        await club.visitor.call("POST", "/api/auth/register", club.registration({ username: name })),
        await club.visitor.call("POST", "/api/auth/register", club.registration({ displayName: name })),
        await club.people[0]?.call("PATCH", "/api/profile", { displayName: name }),
      ].map((answer) => answer?.status);
      expect(statuses).toEqual([422, 422, 422]);
      expect(club.ses.attempts()).toBe(0);
    },
  );

  test("is rejected as the club's name", () => {
    for (const name of ["Club\r\nBcc: all@example.org", "Club\u0007x", "C".repeat(250)])
      expect(() => readConfig({ CLUB_NAME: name })).toThrow("CLUB_NAME");
  });

  test.each(['Mia, "all@example.org" <all@example.org>', "Mïa 🐭 日本", "<all@example.org>"])(
    "stays a name in the welcome mail: %s",
    async (name) => {
      const body = { ...club.registration(), username: name, displayName: name, password: PASSWORD };
      expect((await club.visitor.call("POST", "/api/auth/register", body)).status).toBe(201);
      await untilArrival();
      expectHonest(1);
      expect(club.reached()).toEqual([expect.stringContaining("nora@example.org")]);
    },
  );

  test("never adds a line, even if stored in the database", async () => {
    const hostileText = "x\r\nBcc: all@example.org\r\n\r\nBuy!";
    club.db.run("UPDATE users SET display_name = ?, email = ? WHERE id = ?", [
      hostileText,
      "m0@example.org\r\nBcc: all@example.org",
      club.people[0]?.user.id ?? 0,
    ]);
    updateContent(club.deps, OPERATOR, {
      presidentMessage: hostileText,
      meetingLocation: hostileText,
      welcomeMessage: hostileText,
    });
    expect((await club.chief.call("POST", "/api/email/trigger-monthly")).status).toBe(202);
    await club.settled();
    expectHonest(2);
  });
});

describe("a meeting's location in its mail and calendar file", () => {
  const planMeeting = (location: string) =>
    club.chief.call("POST", "/api/meetings", { date: "2099-03-20", time: "19:00", location });
  const updateMeeting = async (id: number, fields: object) => {
    expect((await club.chief.call("PATCH", `/api/meetings/${id}`, { ...fields, tell: true })).status).toBe(200);
    await until(() => club.ses.accepted.length === 2);
    await club.quiet();
  };
  const calendarOf = (parts: string[]) => /BEGIN:VCALENDAR[^]*END:VCALENDAR/.exec(parts.join("\n"))?.[0] ?? "";

  test.each(["🍷".repeat(300), "בית הקפה של דינה 12, תל אביב; \\, x", "14 <b>Mill</b> Lane 👩‍🍳"])(
    "stays as it was written: %j",
    async (place) => {
      const { id } = await (await planMeeting("The cellar")).json();
      await updateMeeting(id, { location: place });
      expectHonest(2);
      const parts = partsOf(club.ses.accepted[0]?.raw ?? "");
      const calendarEvent = new ICAL.Component(ICAL.parse(calendarOf(parts))).getFirstSubcomponent("vevent");
      expect(calendarEvent?.getFirstPropertyValue("location")).toBe(place);
      expect(partOf(parts, "text/plain")).toContain(place);
      expect(partOf(parts, "text/html")).toContain(place.replace("<b>Mill</b>", "&lt;b&gt;Mill&lt;/b&gt;"));
    },
  );

  test("is one line of at most 300 characters without breaks", async () => {
    for (const invalidPlace of ["x".repeat(500), "🍷".repeat(301), "Here\nand there", "Here\u2028there"])
      expect((await planMeeting(invalidPlace)).status).toBe(422);
    const { id } = await (await planMeeting("The cellar")).json();
    club.db.run("UPDATE meetings SET location = ?", [
      "Here\r\nBcc: all@example.org\r\nATTENDEE:mailto:eve@example.org",
    ]);
    await updateMeeting(id, { time: "20:00" });
    expectHonest(2);
    expect(calendarOf(partsOf(club.ses.accepted[0]?.raw ?? "")).replaceAll("\r\n ", "")).not.toMatch(
      /^(?:ATTENDEE|Bcc):/m,
    );
  });
});

describe("markup in a mail (E02)", () => {
  const hostileText = `<script>alert(1)</script><a href="http://evil.example">x</a>{{7*7}}`;

  test("is text in the welcome mail too, which has a plain-text part", async () => {
    const name = hostileText.slice(0, 60);
    const body = club.registration({ username: name, displayName: name });
    expect((await club.visitor.call("POST", "/api/auth/register", body)).status).toBe(201);
    await untilArrival();
    const [mail] = club.ses.accepted;
    const raw = (mail?.raw ?? "").replaceAll(/=\r\n/g, "").replaceAll("=3D", "=");
    expect(raw).toContain("Content-Type: text/plain");
    const html = raw.slice(raw.indexOf("Content-Type: text/html"));
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(html).not.toContain("<script");
    expect(html).not.toContain('<a href="http://evil');
  });

  test("is text in an announcement, and its subject stays one line", async () => {
    const sendAnnouncement = (subject: string) =>
      club.chief.call("POST", "/api/email/announcements", { subject, message: hostileText });
    expect((await sendAnnouncement("Wine\r\nBcc: all@example.org")).status).toBe(422);
    expect((await sendAnnouncement("<b>Wine</b>, Bcc: all@example.org")).status).toBe(202);
    await until(() => club.ses.accepted.length === 2);
    await club.quiet();
    expectHonest(2);
    const raw = (club.ses.accepted[0]?.raw ?? "").replaceAll(/=\r\n/g, "").replaceAll("=3D", "=");
    expect(raw).toContain("Subject: <b>Wine</b>, Bcc: all@example.org");
    const html = raw.slice(raw.indexOf("Content-Type: text/html"));
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(html).not.toContain("<script");
    expect(html).not.toContain('<a href="http://evil');
  });
});
