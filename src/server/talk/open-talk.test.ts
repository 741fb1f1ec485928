import { beforeEach, describe, expect, test } from "bun:test";

import type { Notes } from "#contract/notes.ts";
import type { Person } from "#tests/support/club.ts";
import { perTest } from "#tests/support/each-club.ts";
import { jsonOf } from "#tests/support/json.ts";
import { plainChapters } from "#tests/support/reading-book.ts";
import { createReadingClub } from "#tests/support/reading-club.ts";

const club = perTest(() => createReadingClub());
let otto: Person;
beforeEach(async () => {
  otto = club.member("otto");
  await club.giveText({ chapters: plainChapters([100, 100, 100, 100, 100, 100, 100, 100, 100, 100]) });
});

const getNotes = (who = club.mia): Promise<Notes> => jsonOf(who.call("GET", club.path("notes")));
const saveReached = (fraction: number, who = club.mia) => who.call("PUT", club.path("reached"), { fraction });
const sendNote = (fraction: number, who = club.mia, fields: object = {}) =>
  who.call("POST", club.path("notes"), { text: `At ${fraction}`, fraction, ...fields });

describe("questions for the meeting", () => {
  test("are written by admins anywhere, shown as members read", async () => {
    expect((await sendNote(0, club.mia, { kind: "question" })).status).toBe(403);
    const response = await sendNote(0.9, club.chief, { kind: "question", text: "Was it fair?" });
    expect(response.status).toBe(201);
    expect((await getNotes()).notes).toEqual([]);
    expect((await getNotes()).ahead).toEqual([{ chapter: 9, count: 1 }]);
    await saveReached(0.9);
    expect((await getNotes()).notes).toMatchObject([{ kind: "question", text: "Was it fair?" }]);
    await sendNote(0.9, club.mia);
    const fetchNotes = (kind: string) => club.mia.call("GET", club.path(`notes?kind=${kind}`));
    expect((await jsonOf(fetchNotes("question"))).notes).toMatchObject([{ text: "Was it fair?" }]);
    expect((await jsonOf(fetchNotes("note"))).notes).toMatchObject([{ text: "At 0.9" }]);
    expect((await fetchNotes("poem")).status).toBe(422);
  });

  test("are limited, and listed without replies for Home", async () => {
    const statuses = [];
    for (let at = 0; at < 51; at += 1) statuses.push((await sendNote(0, club.chief, { kind: "question" })).status);
    expect(statuses).toEqual([...Array.from({ length: 50 }, () => 201), 409]);
    const [question] = (await getNotes()).notes;
    await jsonOf(club.mia.call("POST", `/api/notes/${question?.id}/replies`, { text: "Yes" }));
    const homeNotes: Notes = await jsonOf(club.mia.call("GET", club.path("notes?kind=question&replies=false")));
    expect([homeNotes.notes.length, homeNotes.notes.flatMap(({ replies }) => replies)]).toEqual([50, []]);
    expect((await getNotes()).notes.flatMap(({ replies }) => replies)).toHaveLength(1);
    expect((await club.chief.call("DELETE", `/api/notes/${question?.id}`)).status).toBe(204);
    expect((await sendNote(0, club.chief, { kind: "question" })).status).toBe(201);
  });
});

describe("the talk opens", () => {
  const setDay = (day: string) => club.setTime(`${day}T23:30:00Z`);
  beforeEach(async () => {
    await saveReached(0.9, otto);
    await sendNote(0.9, otto);
  });

  test("when the last meeting about the book is over", async () => {
    const planMeeting = (date: string) =>
      club.chief.call("POST", "/api/meetings", { date, time: "19:00", location: "", bookId: club.bookId });
    await planMeeting("2026-03-11");
    await planMeeting("2026-03-13");
    setDay("2026-03-12");
    expect(await getNotes()).toMatchObject({ open: false, notes: [] });
    setDay("2026-03-14");
    expect(await getNotes()).toMatchObject({ open: true, reached: 0, notes: [{ text: "At 0.9" }], ahead: [] });
    expect((await sendNote(1)).status).toBe(201);
  });

  test("for good when an admin opens it, even between meetings", async () => {
    const planMeeting = (date: string) =>
      club.chief.call("POST", "/api/meetings", { date, time: "19:00", location: "", bookId: club.bookId });
    await planMeeting("2026-03-11");
    setDay("2026-03-12");
    expect(await jsonOf(club.chief.call("POST", club.path("notes/open")))).toEqual({ open: true });
    await planMeeting("2026-03-13");
    expect(await getNotes()).toMatchObject({ open: true, notes: [{ text: "At 0.9" }] });
  });

  test("not by a canceled meeting", async () => {
    const body = { date: "2026-03-11", time: "19:00", location: "", bookId: club.bookId };
    const { id } = await jsonOf(club.chief.call("POST", "/api/meetings", body));
    await club.chief.call("POST", `/api/meetings/${id}/cancel`, {});
    setDay("2026-03-14");
    expect(await getNotes()).toMatchObject({ open: false, notes: [] });
  });

  test("opens once the book is no longer current, not before", async () => {
    const nextBook = club.deps.stores.books.insert({ title: "Emma", author: "Jane", month: "2026-04" }, "2026-03-01");
    const getNextNotes = (who = club.chief) => jsonOf(who.call("GET", `/api/books/${nextBook.id}/notes`));
    expect((await getNotes()).open).toBe(false);
    expect((await getNextNotes()).open).toBe(false);
    setDay("2026-04-02");
    expect(await getNotes()).toMatchObject({ open: true, notes: [{ text: "At 0.9" }] });
    expect((await getNextNotes(club.mia)).open).toBe(false);
  });

  test("when an admin opens it", async () => {
    expect((await club.mia.call("POST", club.path("notes/open"))).status).toBe(403);
    expect((await club.chief.call("POST", "/api/books/4711/notes/open")).status).toBe(404);
    expect((await getNotes()).open).toBe(false);
    expect(await jsonOf(club.chief.call("POST", club.path("notes/open")))).toEqual({ open: true });
    expect(await getNotes()).toMatchObject({ open: true, notes: [{ text: "At 0.9" }] });
  });
});
