import { describe, expect, test } from "bun:test";

import { jsonOf } from "#tests/support/json.ts";
import { eachMeetingMailClub, REMINDER_DUE } from "#tests/support/meeting-mail-club.ts";

const { club, ada, mia, ben, plan, look } = eachMeetingMailClub();
const tokenOf = (mail = "") => /answer\?token=([\w.-]+)&/.exec(mail)?.[1] ?? "";
const dueTime = REMINDER_DUE;

describe("an answer from a mail's button", () => {
  test("shows the meeting, and answers for its member when pressed", async () => {
    const { id } = await plan();
    await look(dueTime);
    const link = tokenOf(club.mails()[0]);
    const fetchPage = async () => jsonOf(club.visitor.call("GET", `/api/answer?token=${link}`));
    expect(await fetchPage()).toEqual({
      displayName: "m0",
      date: "2026-12-16",
      time: "19:00",
      location: "The cellar",
      bookTitle: null,
      state: "planned",
      mine: null,
    });
    const response = await club.visitor.call("POST", "/api/answer", { token: link, answer: "yes", guests: 1 });
    expect([response.status, response.headers.getSetCookie()]).toEqual([200, []]);
    expect((await fetchPage()).mine).toEqual({ answer: "yes", guests: 1 });
    expect((await jsonOf(mia.call("GET", `/api/meetings/${id}`))).mine).toEqual({ answer: "yes", guests: 1 });
    expect((await jsonOf(ben.call("GET", `/api/meetings/${id}`))).mine).toBeNull();
  });

  test("removes nothing until confirmed, whatever is pressed", async () => {
    const { id } = await plan();
    await look(dueTime);
    const link = tokenOf(club.mails()[0]);
    const pressAnswer = (answer: string, guests?: number, confirm?: boolean) =>
      club.visitor.call("POST", "/api/answer", { token: link, answer, guests, confirm });
    const getOwnAnswer = async () => (await jsonOf(mia.call("GET", `/api/meetings/${id}`))).mine;
    const removeByAnswer = async (answer: string, guests: number | undefined, removedNeeds: string) => {
      const answerBefore = await getOwnAnswer();
      for (const confirm of [undefined, false]) {
        const refusedResponse = await pressAnswer(answer, guests, confirm);
        expect([answer, guests, refusedResponse.status]).toEqual([answer, guests, 409]);
        expect((await refusedResponse.json()).errors).toEqual([{ path: "/confirm", message: removedNeeds }]);
        expect(await getOwnAnswer()).toEqual(answerBefore);
      }
      expect((await pressAnswer(answer, guests, true)).status).toBe(200);
      expect(await getOwnAnswer()).toEqual({ answer, guests: guests ?? 0 });
    };
    for (const [answer, guests] of [["no"], ["maybe"], ["maybe", 1], ["yes", 1], ["yes", 2], ["yes", 2]] as [
      string,
      number?,
    ][]) {
      expect([answer, guests, (await pressAnswer(answer, guests)).status]).toEqual([answer, guests, 200]);
      expect(await getOwnAnswer()).toEqual({ answer, guests: guests ?? 0 });
    }
    await removeByAnswer("yes", 1, "You're coming with 2 guests.");
    await removeByAnswer("yes", undefined, "You're coming with 1 guest.");
    await removeByAnswer("maybe", 3, "You're coming.");
    await removeByAnswer("no", undefined, "You might come with 3 guests.");
    // a member who brings something without having answered
    await jsonOf(mia.call("DELETE", `/api/meetings/${id}/answer`));
    const need = await jsonOf(ada.call("POST", `/api/meetings/${id}/needs`, { what: "Ice", quantity: 2 }));
    await jsonOf(mia.call("PUT", `/api/needs/${need.id}/claim`, { quantity: 1 }));
    await removeByAnswer("no", undefined, "You said that you bring something.");
    // an ended meeting is reported before the confirmation is requested
    await jsonOf(mia.call("PUT", `/api/meetings/${id}/answer`, { answer: "yes" }));
    await ada.call("POST", `/api/meetings/${id}/cancel`);
    expect((await (await pressAnswer("no")).json()).message).toBe("This meeting was canceled.");
  });

  test("rejects other tokens, and expires with the meeting", async () => {
    const { id } = await plan();
    const otherMeeting = await plan({ date: "2026-12-30" });
    await look(dueTime);
    const link = tokenOf(club.mails()[0]);
    const pressAnswer = async (sentToken: string) =>
      (await club.visitor.call("POST", "/api/answer", { token: sentToken, answer: "yes" })).status;
    for (const invalidToken of [
      "",
      "x",
      link.slice(0, -1),
      `${link}x`,
      link.replace(`.${id}.`, `.${otherMeeting.id}.`),
      link.replace(/^\d+/, "1"),
    ]) {
      expect([invalidToken, await pressAnswer(invalidToken)]).toEqual([invalidToken, 404]);
      expect((await club.visitor.call("GET", `/api/answer?token=${invalidToken}`)).status).toBe(404);
    }
    expect((await club.visitor.call("POST", "/api/answer", { token: link })).status).toBe(422);
    await ada.call("POST", `/api/meetings/${id}/cancel`);
    expect(await pressAnswer(link)).toBe(409);
    await ada.call("POST", `/api/meetings/${id}/restore`);
    club.setTime("2026-12-17T02:00:00Z");
    expect(await pressAnswer(link)).toBe(409);
    expect((await jsonOf(club.visitor.call("GET", `/api/answer?token=${link}`))).state).toBe("over");
    club.deps.stores.users.delete(mia.user.id);
    expect(await pressAnswer(link)).toBe(404);
  });

  test("can't be used as an unsubscribe link, or vice versa", async () => {
    await plan();
    await look(dueTime);
    const [mail = ""] = club.mails();
    expect((await club.visitor.call("POST", `/api/unsubscribe?token=${tokenOf(mail)}`)).status).toBe(404);
    const unsubscribeToken = /unsubscribe\?token=([\w.-]+)/.exec(mail)?.[1] ?? "";
    expect((await club.visitor.call("GET", `/api/answer?token=${unsubscribeToken}`)).status).toBe(404);
    expect(await (await club.visitor.call("GET", `/api/unsubscribe?token=${unsubscribeToken}`)).text()).toContain(
      "Stop emails about meetings?",
    );
    const oneClickResponse = await club.visitor.call(
      "POST",
      `/api/unsubscribe?token=${unsubscribeToken}`,
      "List-Unsubscribe=One-Click",
      {
        "content-type": "application/x-www-form-urlencoded",
      },
    );
    expect(oneClickResponse.status).toBe(200);
    expect(club.deps.stores.users.findChoices(mia.user.id)).toEqual({
      wantsMonthlyMail: true,
      wantsMeetingMail: false,
      wantsAnnouncements: true,
      wantsPace: true,
    });
  });
});

describe("the monthly mail", () => {
  const getPreview = (query = "") => jsonOf(ada.call("GET", `/api/email/preview/monthly${query}`));

  test("has its own month's message or none, never an earlier one", async () => {
    await ada.call("PATCH", "/api/content", { presidentMessage: "December's words" });
    expect((await getPreview()).text).toContain("December's words");
    await look("2027-01-01T14:00:00Z");
    const monthlyMails = club.mails().filter((mail) => mail.includes("January 2027 at the club"));
    expect(monthlyMails).toHaveLength(2);
    expect(club.mails().join()).not.toContain("December's words");
  });

  test("can be previewed before its month", async () => {
    club.deps.stores.books.insert({ title: "Emma", author: "Jane Austen", month: "2026-12" }, "2026-01-01");
    const comingBook = club.deps.stores.books.insert(
      { title: "Persuasion", author: "Jane Austen", month: "2027-01" },
      "2026-01-01",
    );
    await plan();
    await plan({ date: "2027-01-13", bookId: comingBook.id });
    await jsonOf(ada.call("PATCH", "/api/months/2027-01", { message: "January's words" }));
    const { subject, text } = await getPreview("?month=2027-01");
    expect(subject).toContain("January 2027: Persuasion");
    for (const part of ["January's words", "Wednesday, January 13, 2027"]) expect(text).toContain(part);
    expect((await getPreview()).subject).toContain("December 2026: Emma");
    expect((await ada.call("GET", "/api/email/preview/monthly?month=soon")).status).toBe(422);
    expect((await jsonOf(ada.call("GET", "/api/months/2027-01"))).mail).toEqual({
      state: "scheduled",
      sendsAt: "2027-01-01T14:00:00.000Z",
      reaches: 2,
    });
    await jsonOf(ada.call("PATCH", "/api/profile", { wantsMonthlyMail: true }));
    await look("2027-01-01T14:00:00Z");
    const mailText = Buffer.from(club.mails().find((mail) => mail.includes("To: ada")) ?? "", "latin1").toString();
    expect(mailText).toContain("January 2027: Persuasion");
    // the member's own links aren't in the preview
    const lines: string[] = text.split("\n").map((line: string) => line.replace(/#.*$/, "").trim());
    expect(lines.filter((line) => !mailText.includes(line))).toEqual([]);
  });
});
