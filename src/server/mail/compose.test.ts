import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";

import type { ContentPatch } from "#contract/months.ts";
import { OPERATOR } from "#server/access/caller.ts";
import { updateContent } from "#server/meetings/content.ts";
import { type Club, createClub } from "#tests/support/club.ts";
import { jsonOf } from "#tests/support/json.ts";
import { startMailbox } from "#tests/support/mailbox.ts";

import { composeFile, composeMail } from "./compose.ts";
import { createMonthlyMessages } from "./monthly-message.ts";
import { createUnsubscribeToken } from "./unsubscribe.ts";
import { createWelcomeMessage } from "./welcome-message.ts";

let ses: Awaited<ReturnType<typeof startMailbox>>;
let club: Club;
beforeAll(async () => {
  ses = await startMailbox();
}, 300_000);
afterAll(() => ses.close());
beforeEach(async () => {
  await ses.clear();
  club = await createClub({ now: "2026-12-01T14:00:00Z", environment: ses.environment });
});
afterEach(() => club.close());

const saveContent = (change: ContentPatch) => updateContent(club.deps, OPERATOR, change);
const meeting = { meetingDate: "2026-12-16", meetingTime: "19:00", meetingLocation: "14 Willow Street" };
const addBook = (title: string, author = "Jane Austen", synopsis = "She meddles.") =>
  club.deps.stores.books.insert(
    {
      title,
      author,
      synopsis,
      month: "2026-12",
      isbn: "",
      audiobookNarrator: "",
      audiobookDuration: "",
      coverImage: null,
    },
    "2026-11-01T00:00:00Z",
  );
/** Sends the monthly mail and returns it as a mail client parses it. */
async function sendMonthlyMail(displayName = "Mia", email = "mia@example.org") {
  const unsubscribeUrl = `http://club.example.org/api/unsubscribe?token=${createUnsubscribeToken(club.deps, 1)}`;
  const message = (await createMonthlyMessages(club.deps))({
    displayName,
    unsubscribe: unsubscribeUrl,
    createAnswerUrl: () => "http://club.example.org/answer?token=1.2.x",
    createDatesUrl: () => "http://club.example.org/dates?token=1.2.x",
    findAnswer: () => null,
  });
  const mail = await composeMail(club.deps, message, { displayName, email });
  await club.deps.mailer.send(mail);
  const [parsedMail, ...otherMails] = await ses.mails();
  if (!parsedMail) throw new Error("No mail came");
  expect(otherMails).toEqual([]);
  return { ...parsedMail, head: Buffer.from(mail.raw).toString("latin1").split("\r\n\r\n")[0] ?? "" };
}

describe("the bytes that leave", () => {
  /** Counts CRs without an LF and LFs without a CR. */
  const findBareBreaks = (raw: Uint8Array) =>
    Buffer.from(raw)
      .toString("latin1")
      .match(/\r(?!\n)|(?<!\r)\n/g) ?? [];
  const recipient = { displayName: "Mia\rBcc: x", email: "mia@example.org" };
  const files = [
    { filename: "plain.txt", content: "one\ntwo\rthree\r\nfour", contentType: "text/plain; charset=utf-8" },
    { filename: "late.ics", content: "BEGIN:VCALENDAR\nEND:VCALENDAR\n", contentType: "text/calendar; charset=utf-8" },
    { filename: "späte.txt", content: "é\n".repeat(200), contentType: "text/plain; charset=utf-8" },
    null,
  ];

  test.each([
    "plain",
    "Über\nuns",
    "a\rb\r\nc\nd",
    ".\r.\n.\r\n",
    "\n".repeat(50),
    `${"x".repeat(3000)}\r${"é".repeat(3000)}`,
  ])("have CRLF line breaks whatever was typed: %j", async (typedText) => {
    for (const attachment of files) {
      const html = `<p>${typedText}</p>`;
      const message = { subject: typedText, text: typedText, html, images: [], attachment, unsubscribe: null };
      expect(findBareBreaks((await composeMail(club.deps, message, recipient)).raw)).toEqual([]);
    }
    const file = {
      filename: "a.epub",
      content: Buffer.from("\r\n\n\r".repeat(100)),
      contentType: "application/epub+zip",
    };
    const mailFile = await composeFile(club.deps, { to: "mia@example.org", subject: typedText, text: typedText, file });
    expect(findBareBreaks(mailFile.raw)).toEqual([]);
  });
});

describe("the monthly mail", () => {
  test("has book, meeting, message, and the date as a calendar file", async () => {
    addBook("Emma");
    saveContent({ ...meeting, presidentMessage: "Bring a passage.\n\nAnd a candle." });
    const mail = await sendMonthlyMail();
    expect(mail.subject).toBe("Synopses & Sips Book Club: December 2026: Emma");
    expect(mail.from).toBe('"The Book Mouse" <club@example.org>');
    expect(mail.destination.to).toEqual(['"Mia" <mia@example.org>']);
    for (const body of [mail.body.html ?? "", mail.body.text ?? ""])
      for (const part of [
        "Emma",
        "Jane Austen",
        "Wednesday, December 16, 2026",
        "7:00 PM",
        "14 Willow Street",
        "And a candle.",
        "By Wednesday, December 9: 50% of the book",
        "By Wednesday, December 16: to the end",
      ])
        expect(body).toContain(part);
    const calendarFile = mail.attachments.find(({ contentType }) => contentType === "text/calendar");
    expect(calendarFile?.filename).toBe("synopses_and_sips_meeting.ics");
    expect(Buffer.from(calendarFile?.content ?? "", "base64").toString()).toContain("DTSTART:20261217T000000Z");
  });

  test("names no past meeting", async () => {
    addBook("Emma");
    saveContent({ ...meeting, meetingDate: "2026-11-18" });
    const mail = await sendMonthlyMail();
    expect(mail.body.text).not.toMatch(/MEETING|BY WHEN/);
    expect(mail.attachments.filter(({ contentType }) => contentType === "text/calendar")).toEqual([]);
  });

  test("names the next meeting that wasn't canceled", async () => {
    const ada = club.admin();
    const planMeeting = (date: string) =>
      jsonOf(ada.call("POST", "/api/meetings", { date, time: "19:00", location: "14 Willow Street" }));
    const { id } = await planMeeting("2026-12-09");
    await planMeeting("2026-12-16");
    await ada.call("POST", `/api/meetings/${id}/cancel`);
    const mail = await sendMonthlyMail();
    expect(mail.body.text).toContain("Wednesday, December 16, 2026");
    expect(mail.body.text).not.toContain("December 9");
  });

  test("asks for the date while the meeting has none", async () => {
    const ada = club.admin();
    const { id } = await jsonOf(ada.call("POST", "/api/meetings", { date: "", time: "", location: "" }));
    const dates = ["2026-12-17", "2026-12-18"].map((date) => ({ date, time: "19:00" }));
    await jsonOf(ada.call("PUT", `/api/meetings/${id}/dates`, { dates }));
    const { body, attachments } = await sendMonthlyMail();
    for (const bodyText of [body.html ?? "", body.text ?? ""]) {
      expect(bodyText).toContain("Thursday, December 17 at 7:00 PM EST");
      expect(bodyText).toContain("http://club.example.org/dates?token=1.2.x");
    }
    expect(attachments.filter(({ contentType }) => contentType === "text/calendar")).toEqual([]);
    await ada.call("DELETE", `/api/meetings/${id}/dates`);
    await ses.clear();
    expect((await sendMonthlyMail()).body.text).not.toContain("MEETING");
  });

  test("says if the month's book isn't chosen yet, or is old", async () => {
    expect((await sendMonthlyMail()).body.text).toContain("hasn't been chosen yet");
    await ses.clear();
    club.deps.stores.books.update(addBook("Emma").id, { month: "2026-11" });
    expect((await sendMonthlyMail()).body.text).toContain("Emma by Jane Austen is still on the table");
  });

  test("has its cover inside", async () => {
    const coverImage = `/api/covers/${"a".repeat(64)}.webp`;
    const pixels = await new Bun.Image(Buffer.from(PIXEL, "base64")).webp().bytes();
    await Bun.write(club.deps.disk.absolute(`covers/${"a".repeat(64)}.webp`), pixels);
    club.deps.stores.books.update(addBook("Emma").id, { coverImage });
    const mail = await sendMonthlyMail();
    const coverAttachment = mail.attachments.find(({ cid }) => cid === "cover@bookclub");
    expect(coverAttachment?.contentType).toBe("image/jpeg");
    expect((await new Bun.Image(Buffer.from(coverAttachment?.content ?? "", "base64")).metadata()).format).toBe("jpeg");
    // the parser replaces the cid with the image
    expect(mail.body.html).toMatch(/<img[^>]+src="data:image\/jpeg;base64,/);
  });

  test("is sent without a cover whose file is missing", async () => {
    club.deps.stores.books.update(addBook("Emma").id, { coverImage: `/api/covers/${"b".repeat(64)}.webp` });
    const mail = await sendMonthlyMail();
    expect(mail.attachments.filter(({ cid }) => cid === "cover@bookclub")).toEqual([]);
    expect(mail.body.html).not.toContain("cid:cover");
  });

  test("unsubscribes with one click, by header and by text", async () => {
    const { head, body } = await sendMonthlyMail();
    const unfoldedHead = head.replaceAll(/\r\n\s+/g, " ");
    expect(unfoldedHead).toMatch(
      /^List-Unsubscribe: <http:\/\/club\.example\.org\/api\/unsubscribe\?token=1\.[\w-]{43}>\r?$/m,
    );
    expect(unfoldedHead).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
    expect(body.text).toContain("Stop the monthly email: http://club.example.org/api/unsubscribe?token=1.");
    expect(body.html).toContain('href="http://club.example.org/api/unsubscribe?token=1.');
  });
});

describe("what members typed", () => {
  const hostileText = `<script>alert(1)</script><a href="http://evil.example">x</a>{{7*7}}"'&<img src=x onerror=1>`;

  test("is text everywhere in the mail", async () => {
    addBook(hostileText, hostileText, hostileText);
    saveContent({ ...meeting, meetingLocation: hostileText, presidentMessage: hostileText });
    const { body, subject } = await sendMonthlyMail(hostileText);
    expect(body.html).not.toMatch(/<script|<a href="http:\/\/evil|onerror=1>(?!.*&)|<img src=x/);
    expect(body.html?.match(/&lt;script&gt;/g)?.length).toBeGreaterThanOrEqual(6);
    expect(body.html).toContain("{{7*7}}");
    expect(body.text).toContain(hostileText);
    expect(subject).toContain("<script>");
  });

  const names = [
    "Mia\r\nBcc: all@example.org",
    "Mia\nSubject: Other",
    "Mia\u2028Bcc: all@example.org",
    'Mia" <all@example.org>, "x',
    "Mia, all@example.org",
    "<all@example.org>",
    "Mïa 🐭 日本",
    "x".repeat(250),
  ];
  for (const name of names)
    test(`adds no header or recipient: ${JSON.stringify(name).slice(0, 50)}`, async () => {
      addBook(name.replaceAll(/[\r\n\u2028]/g, " "));
      const { head, destination, subject } = await sendMonthlyMail(name);
      const headers = head.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n");
      expect(headers.filter((line) => /^(?:bcc|cc):/i.test(line))).toEqual([]);
      expect(headers.filter((line) => /^(?:to|subject|from):/i.test(line))).toHaveLength(3);
      expect(head).toMatch(/^[\x20-\x7e\r\n\t]*$/);
      expect(destination.to).toHaveLength(1);
      expect(destination.to[0]).toEndWith("<mia@example.org>");
      expect(subject).toStartWith("Synopses & Sips Book Club: December 2026: ");
    });

  test("as an address stays on its line", async () => {
    const message = await createWelcomeMessage(club.deps, { displayName: "Mia", username: "mia" });
    const mail = await composeMail(club.deps, message, {
      displayName: "Mia",
      email: "a@b.org\r\nBcc: all@example.org",
    });
    expect(mail.to).not.toMatch(/[\r\n]/);
    expect(Buffer.from(mail.raw).toString("latin1").split("\r\n\r\n")[0]).not.toMatch(/^bcc:/im);
  });
});

test("addresses mail servers by the ASCII form of a domain", async () => {
  club.close();
  club = await createClub({ environment: { ...ses.environment, EMAIL_FROM: "Club <club@bücher.example>" } });
  const file = { filename: "a.txt", content: Buffer.from("Hello"), contentType: "text/plain" };
  const mail = { to: "jürgen@müller.example", subject: "Hello", text: "Hello", file };
  expect(await composeFile(club.deps, mail)).toMatchObject({
    from: "club@xn--bcher-kva.example",
    to: "jürgen@xn--mller-kva.example",
  });
});

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
