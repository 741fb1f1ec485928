import { describe, expect, test } from "bun:test";

import type { Meeting } from "#contract/meetings.ts";
import type { Person } from "#tests/support/club.ts";
import { jsonOf } from "#tests/support/json.ts";
import { everyPart } from "#tests/support/leaks.ts";
import { partsOf } from "#tests/support/mail-parts.ts";
import { eachMeetingMailClub, REMINDER_DUE } from "#tests/support/meeting-mail-club.ts";

const { club, ada, mia, ben, plan, look } = eachMeetingMailClub();
const updateMeeting = (id: number, fields: object): Promise<Meeting> =>
  jsonOf(ada.call("PATCH", `/api/meetings/${id}`, fields));
const answerMeeting = (who: Person, id: number, body: object) =>
  jsonOf(who.call("PUT", `/api/meetings/${id}/answer`, body));
const dueTime = REMINDER_DUE;

describe("the reminder", () => {
  test("goes out at 9 two days before, except to who declined", async () => {
    const { id } = await plan();
    await answerMeeting(ben, id, { answer: "no" });
    await jsonOf(ada.call("POST", `/api/meetings/${id}/needs`, { what: "Red wine", quantity: 2 }));
    await look("2026-12-14T13:59:59Z");
    expect(club.mails()).toEqual([]);
    for (const time of [dueTime, "2026-12-14T14:01:00Z", "2026-12-13T12:00:00Z", "2026-12-16T23:00:00Z"])
      await look(time);
    const [mail, ...otherMails] = club.mails();
    expect(otherMails).toEqual([]);
    expect(mail).toContain("To: m0 <m0@example.org>");
    expect(mail).toContain("We meet on Wednesday, December 16");
    expect(mail).toContain("Still needed: 2");
    for (const part of ["I'm coming: http", "I can't: http", "&answer=yes", "&answer=no", "text/calendar"])
      expect(mail).toContain(part);
  });

  test("isn't sent when planned or moved within two days, canceled", async () => {
    const movedId = await plan({ date: "2026-12-15" });
    const canceledId = await plan();
    await ada.call("POST", `/api/meetings/${canceledId.id}/cancel`);
    club.setTime("2026-12-14T14:30:00Z");
    await updateMeeting(movedId.id, { date: "2026-12-16", time: "18:00" });
    await plan();
    await look("2026-12-14T15:00:00Z");
    expect(club.mails()).toEqual([]);
  });

  test("is sent late until the meeting begins, and for a new date", async () => {
    const { id } = await plan();
    await look("2026-12-16T23:59:00Z");
    expect(club.mails()).toHaveLength(2);
    await updateMeeting(id, { date: "2026-12-30" });
    await look("2026-12-28T14:00:00Z");
    expect(club.mails()).toHaveLength(4);
  });

  test("skips members who don't want it, even once queued", async () => {
    const { id } = await plan();
    await jsonOf(mia.call("PATCH", "/api/profile", { wantsMeetingMail: false }));
    club.setTime(dueTime);
    club.deps.stores.outbox.queue({
      kind: "reminder",
      meetingId: id,
      dedupeKey: `${id}:2026-12-16`,
      period: "2026-12",
      now: dueTime,
    });
    await answerMeeting(ben, id, { answer: "no" });
    await look(dueTime);
    expect(club.mails()).toEqual([]);
    expect(club.db.query("SELECT count(*) AS n FROM outbox").get()).toEqual({ n: 0 });
  });

  test("isn't caught up when due before email was enabled", async () => {
    await plan();
    club.deps.stores.email.enable(true, "2026-12-14T14:00:01.000Z");
    await look("2026-12-14T15:00:00Z");
    expect(club.mails()).toEqual([]);
  });
});

describe("a change", () => {
  test("reaches everyone once with a file that updates the event", async () => {
    const { id, uid } = await plan();
    await updateMeeting(id, { time: "20:00" });
    await club.quiet();
    expect(club.mails()).toEqual([]);
    await updateMeeting(id, { date: "2026-12-17", tell: true });
    await updateMeeting(id, { date: "2026-12-17", tell: true });
    await club.quiet();
    expect(club.mails()).toHaveLength(2);
    for (const mail of club.mails()) {
      expect(mail).toMatch(/Changed: our meeting on Thursday,\s+December 17/);
      const file = Buffer.from(
        /text\/calendar[^]*?\r\n\r\n([\w+/=\r\n]+)\r\n/.exec(mail)?.[1] ?? "",
        "base64",
      ).toString();
      for (const line of [`UID:${uid}`, "SEQUENCE:2", "STATUS:CONFIRMED", "DTSTART:20261218T010000Z"])
        expect(file.replaceAll("\r\n ", "")).toContain(line);
    }
  });

  test("names the day once, and quotes the reader's answer", async () => {
    const { id } = await plan();
    await answerMeeting(mia, id, { answer: "yes", guests: 2 });
    await updateMeeting(id, { date: "2026-12-17", tell: true });
    await club.quiet();
    const listMailParts = (type: string, name: string) =>
      club.ses.accepted
        .filter(({ to }) => to.startsWith(name))
        .flatMap(({ raw }) => partsOf(raw).filter((part) => part.includes(`Content-Type: ${type}`)));
    const texts = ["m0@", "m1@"].flatMap((name) => listMailParts("text/plain", name));
    expect(texts.map((text) => text.match(/December 17/gi)?.length)).toEqual([1, 1]);
    expect(texts.map((text) => /You said[^\r\n]*/.exec(text)?.[0])).toEqual([
      "You said you're coming with 2 guests. Is that still right?",
      undefined,
    ]);
    const page = listMailParts("text/html", "m0@").join();
    expect(page).toContain("coming with 2 guests. Is that still right?");
    expect(page.match(/December 17/g)).toHaveLength(1);
  });

  test("announces a cancellation without asking, and a restore", async () => {
    const { id } = await plan();
    await jsonOf(ada.call("POST", `/api/meetings/${id}/cancel`, { tell: true }));
    await club.quiet();
    expect(club.mails()).toHaveLength(2);
    expect(club.mails()[0]).toContain("is canceled");
    expect(club.mails()[0]).not.toContain("/answer?token=");
    await jsonOf(ada.call("POST", `/api/meetings/${id}/restore`, { tell: true }));
    await club.quiet();
    expect(club.mails()).toHaveLength(4);
  });

  test("doesn't promise what calendars ignore, says what to delete", async () => {
    const { id } = await plan();
    const mailsAfter = async (act: () => Promise<unknown>) => {
      const sentBefore = club.ses.accepted.length;
      await act();
      await club.quiet();
      const raw = club.ses.accepted.slice(sentBefore).map(({ raw }) => everyPart(raw));
      expect(raw).toHaveLength(2);
      const texts = raw.map((text) => text.replaceAll(/\s+/g, " "));
      return { text: texts[0] ?? "", hasFile: (texts[0] ?? "").includes("BEGIN:VCALENDAR") };
    };
    const removalHint = "If the meeting is in your calendar, delete it there.";
    await jsonOf(ada.call("PUT", `/api/meetings/${id}/host`));
    const movedMails = await mailsAfter(() => updateMeeting(id, { time: "20:00", tell: true }));
    expect(movedMails.text).toContain("If the old entry stays in yours, delete it.");
    const canceledMails = await mailsAfter(() => ada.call("POST", `/api/meetings/${id}/cancel`, { tell: true }));
    expect(canceledMails.text).toContain(`${removalHint} The attached file does that in some calendars.`);
    expect(canceledMails.text).toContain("STATUS:CANCELLED");
    expect(movedMails.text).toMatch(/\bada hosts\./i);
    expect(canceledMails.text.split("BEGIN:VCALENDAR")[0]).not.toContain("hosts.");
    await jsonOf(ada.call("POST", `/api/meetings/${id}/restore`));
    const mailsWithoutTime = await mailsAfter(() => updateMeeting(id, { time: "", tell: true }));
    expect(mailsWithoutTime.text).toContain("If the meeting is in your calendar, correct it there.");
    const mailWithoutDate = await mailsAfter(() => updateMeeting(id, { date: "", tell: true }));
    expect(mailWithoutDate.text).toContain(removalHint);
    for (const { text, hasFile } of [movedMails, canceledMails, mailsWithoutTime, mailWithoutDate]) {
      expect(text.includes("attached file")).toBe(hasFile);
      expect(text).not.toContain("file updates the meeting in your calendar");
    }
  });

  test("names a future book only in its own reminder", async () => {
    const addBook = (title: string, month: string) =>
      club.deps.stores.books.insert({ title, author: "Jane Austen", month }, "2026-12-01").id;
    addBook("Emma", "2026-12");
    const { id } = await plan({ date: "2027-01-13", bookId: addBook("Persuasion", "2027-01") });
    await updateMeeting(id, { time: "20:00", tell: true });
    await club.quiet();
    const joinMailTexts = () => club.ses.accepted.map(({ raw }) => everyPart(raw)).join("\n");
    const findLink = () => /answer\?token=([\w.-]+)&/.exec(club.mails().at(-1) ?? "")?.[1];
    const listSubjects = async () =>
      (await jsonOf(club.visitor.call("GET", `/api/answer?token=${findLink()}`))).bookTitle as unknown;
    expect(club.mails()).toHaveLength(2);
    expect(joinMailTexts().includes("Persuasion")).toBe(false);
    expect(await listSubjects()).toBeNull();
    await look("2027-01-11T14:00:00Z");
    expect(club.mails().at(-1)).toContain("We'll talk about Persuasion");
    expect(await listSubjects()).toBe("Persuasion");
  });

  test("goes out once in its latest form if announced twice", async () => {
    const { id } = await plan();
    club.deps.stores.email.enable(false, "2026-12-10T12:00:00.000Z");
    await updateMeeting(id, { time: "20:00" });
    club.deps.stores.email.enable(true, "2026-12-10T12:00:00.000Z");
    club.deps.stores.outbox.queue({
      kind: "meeting-changed",
      dedupeKey: `${id}:1`,
      period: "2026-12",
      now: "2026-12-10",
    });
    await updateMeeting(id, { time: "21:00", tell: true });
    await club.quiet();
    expect(club.mails()).toHaveLength(2);
    for (const mail of club.mails()) expect(mail).toContain("9:00 PM");
  });

  test("sends nothing while mail is off", async () => {
    const { id } = await plan();
    club.deps.stores.email.enable(false, "2026-12-10T12:00:00.000Z");
    await updateMeeting(id, { time: "20:00", tell: true });
    expect(club.db.query("SELECT count(*) AS n FROM outbox").get()).toEqual({ n: 0 });
  });
});

describe("an announcement", () => {
  const sendAnnouncement = (body: object, who = ada) => who.call("POST", "/api/email/announcements", body);

  test("goes once to each recipient, even if the service fails", async () => {
    await jsonOf(mia.call("PATCH", "/api/profile", { wantsAnnouncements: false }));
    const response = await sendAnnouncement({ subject: " A toast ", message: "To all of you.\n\nAnd to <Leopold>." });
    expect([response.status, await response.json()]).toEqual([202, { id: 1, reaches: 1 }]);
    await club.quiet();
    expect(club.mails()).toHaveLength(1);
    expect(club.mails()[0]).toContain("Subject: A toast\r\n");
    expect(club.mails()[0]).toContain("&lt;Leopold&gt;");
  });

  test("isn't sent twice when it's sent again within an hour", async () => {
    const announcement = { subject: "A toast", message: "To all of you." };
    const responses = await Promise.all([
      sendAnnouncement(announcement),
      sendAnnouncement(announcement, club.admin("bea")),
    ]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([202, 409]);
    const messages = await Promise.all(responses.map(async (response) => (await response.json()).message));
    expect(messages).toContain("Members got this announcement less than an hour ago.");
    expect((await sendAnnouncement({ ...announcement, subject: "Another toast" })).status).toBe(202);
    club.setTime("2026-12-10T13:00:00Z");
    expect((await sendAnnouncement(announcement)).status).toBe(202);
  });

  test("reaches each once when refused for one, cut for another", async () => {
    club.ses.treat((number) =>
      number === 0
        ? { kind: "error", status: 400, code: "MessageRejected" }
        : { kind: "error", status: 500, code: "x", accepted: true },
    );
    await sendAnnouncement({ subject: "A toast", message: "To all of you." });
    await club.quiet();
    club.ses.treat(() => ({ kind: "ok" }));
    await look("2026-12-11T12:00:00Z");
    expect(club.ses.accepted.map(({ to }) => to)).toEqual(["m1@example.org"]);
    const outbox = await jsonOf(ada.call("GET", "/api/email/outbox"));
    expect(outbox.rows.map(({ state }: { state: string }) => state)).toEqual(["failed", "unknown"]);
  });

  test("is refused while mail is off, and when something is missing", async () => {
    for (const body of [
      {},
      { subject: "x" },
      { subject: "", message: "x" },
      { subject: "a\nb", message: "x" },
      { subject: "x".repeat(121), message: "x" },
      { subject: "x", message: " " },
      { subject: "x", message: "x".repeat(5001) },
    ])
      expect((await sendAnnouncement(body)).status).toBe(422);
    club.deps.stores.email.enable(false, "2026-12-10T12:00:00.000Z");
    expect((await sendAnnouncement({ subject: "x", message: "x" })).status).toBe(409);
  });
});

describe("the warning about the coming month", () => {
  test("goes to admins three days before, and lists what is missing", async () => {
    await look("2026-12-29T13:59:00Z");
    expect(club.mails()).toEqual([]);
    for (const time of ["2026-12-29T14:00:00Z", "2026-12-30T14:00:00Z", "2027-01-01T04:59:00Z"]) await look(time);
    expect(club.mails()).toHaveLength(1);
    const [mail] = club.mails();
    expect(mail).toContain("To: ada <ada@example.org>");
    for (const part of [
      "January 2027 isn't ready yet",
      "- a book",
      "- a meeting",
      "- a message from the team",
      "/admin",
    ])
      expect(mail).toContain(part);
  });
});
