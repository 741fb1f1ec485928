import { afterAll, describe, expect, test } from "bun:test";

import { queueDueMail } from "#server/mail/due-mail.ts";
import { sendDueNotices } from "#server/mail/push/notices.ts";

import { createWorld, type World } from "./support/access-world.ts";
import type { Person } from "./support/club.ts";
import { jsonOf } from "./support/json.ts";
import { everyByte, everyPart, leakWord, wordsIn } from "./support/leaks.ts";
import { createMailClub, type MailClub } from "./support/mail-club.ts";
import { startPushService } from "./support/push-service.ts";
import { isRead, prepareCall, SAMPLE_CALLS, type SampleCall, send } from "./support/sample-calls.ts";

/** Every route of the app. */
const ALL_CALLS = SAMPLE_CALLS;
const TEXT_FIELDS = ["text", "quote", "reply", "question", "questionquote"];

/** Another member fills every field of a note and a question near the book's end. */
function hideText({ deps }: Pick<MailClub, "deps">, bookId: number, userId: number): number {
  const { notes, replies } = deps.stores;
  const place = { bookId, userId, fraction: 0.9, chapter: null, chapterTitle: null };
  const now = deps.clock.now().toISOString();
  const hiddenTexts = { text: leakWord("text", 1), quote: leakWord("quote", 1) };
  const id = notes.insert({ ...place, ...hiddenTexts, kind: "note", now });
  replies.insert({ noteId: id, userId, text: leakWord("reply", 1), now });
  notes.heart(id, userId);
  const question = { text: leakWord("question", 1), quote: leakWord("questionquote", 1) };
  notes.insert({ ...place, ...question, kind: "question", now });
  return id;
}

const fetchResponse = async (world: World, row: SampleCall, person: Person): Promise<string> =>
  everyByte(await send(world, await prepareCall(world, row, person), person));

const readMails = ({ ses }: Pick<MailClub, "ses">): string => ses.accepted.map(({ raw }) => everyPart(raw)).join("\n");

describe("text past a reader's position is in no response, mail or log of", () => {
  /** Read-only calls share a world. */
  let readOnlyWorld: World | null = null;
  afterAll(() => readOnlyWorld?.close());

  test.each(ALL_CALLS.map((row) => [row.call, row] as const))("%s", async (_call, row) => {
    const world = (isRead(row) && readOnlyWorld) || (await createWorld());
    if (world !== readOnlyWorld) hideText(world.club, world.bookId, world.other.user.id);
    if (isRead(row)) readOnlyWorld = world;
    try {
      for (const person of [world.member, world.admin])
        expect([person.user.username, wordsIn(await fetchResponse(world, row, person))]).toEqual([
          person.user.username,
          [],
        ]);
      await world.club.quiet();
      expect(wordsIn([readMails(world.club), ...world.club.logged].join("\n"))).toEqual([]);
    } finally {
      if (!isRead(row)) await world.close();
    }
  });
});

test("no mail or notification in a month contains any", async () => {
  const pushService = startPushService();
  const club = await createMailClub({ now: "2026-11-28T15:00:00Z", environment: { PUSH_ORIGINS: pushService.origin } });
  const [mia, otto] = club.people;
  if (!mia || !otto) throw new Error("The club has no members");
  try {
    const book = club.deps.stores.books.insert(
      { title: "Emma", author: "Jane Austen", month: "2026-12" },
      "2026-11-01",
    );
    await jsonOf(mia.call("POST", "/api/profile/push", pushService.subscription()));
    await jsonOf(mia.call("PUT", `/api/books/${book.id}/reached`, { fraction: 1 }));
    const note = hideText(club, book.id, otto.user.id);
    const meeting = { date: "2026-12-16", time: "19:00", location: "Here", bookId: book.id };
    const { id } = await jsonOf(club.chief.call("POST", "/api/meetings", meeting));
    for (let day = 0; day < 24; day += 1) {
      club.setTime(new Date(Date.parse("2026-11-28T15:00:00Z") + day * 86_400_000).toISOString());
      if (day === 10) {
        await jsonOf(mia.call("POST", `/api/notes/${note}/replies`, { text: leakWord("late", 1) }));
        await jsonOf(mia.call("PUT", `/api/notes/${note}/heart`));
        await jsonOf(club.chief.call("PATCH", `/api/meetings/${id}`, { ...meeting, time: "20:00", tell: true }));
      }
      await queueDueMail(club.deps);
      await sendDueNotices(club.deps);
      await club.quiet();
    }
    // the month's mail, the change and the reminder; the new book, the move and tomorrow's meeting
    expect([club.ses.accepted.length > 6, pushService.received.length]).toEqual([true, 3]);
    expect(wordsIn(readMails(club) + JSON.stringify(pushService.received))).toEqual([]);
  } finally {
    await pushService.stop();
    club.close();
  }
});

test("finds text in a mail's encoded parts and in a ZIP", async () => {
  const word = leakWord("text", 1);
  const encoded = Buffer.from(`<p>${"x".repeat(100)} ${word}</p>`)
    .toString("base64")
    .replace(/.{76}/g, "$&\r\n");
  expect(wordsIn(everyPart(`Subject: a\r\n\r\n${encoded}\r\n\r\n--end`))).toEqual([word]);
  expect(wordsIn(everyPart(`a\r\n\r\n${word.slice(0, 4)}=\r\n${word.slice(4)}`))).toEqual([word]);
  const world = await createWorld();
  try {
    hideText(world.club, world.bookId, world.other.user.id);
    const ownExport = await everyByte(await world.other.call("GET", "/api/profile/export"));
    expect(wordsIn(ownExport).toSorted()).toEqual(TEXT_FIELDS.map((field) => leakWord(field, 1)).toSorted());
  } finally {
    await world.close();
  }
});
