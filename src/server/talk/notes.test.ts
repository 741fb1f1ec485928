import { beforeEach, describe, expect, test } from "bun:test";

import type { Note, Notes } from "#contract/notes.ts";
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

const getNotes = (who = club.mia, query = ""): Promise<Notes> => jsonOf(who.call("GET", club.path(`notes${query}`)));
const saveReached = (fraction: number, who = club.mia) => who.call("PUT", club.path("reached"), { fraction });
const sendNote = (fraction: number, who = club.mia, fields: object = {}) =>
  who.call("POST", club.path("notes"), { text: `At ${fraction}`, fraction, ...fields });
const writeNote = async (fraction: number, who = club.mia, fields: object = {}): Promise<Note> => {
  await saveReached(fraction, who);
  return jsonOf(sendNote(fraction, who, fields));
};
const listTexts = async (who = club.mia, query = "") => (await getNotes(who, query)).notes.map(({ text }) => text);

describe("a note", () => {
  test("belongs to a position in the book and has every field", async () => {
    await saveReached(0.55);
    const response = await sendNote(0.55, club.mia, { text: "  Who let him in?  ", quote: "The door was open." });
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({
      id: 1,
      fraction: 0.55,
      chapter: { index: 5, title: "Chapter 6" },
      text: "Who let him in?",
      quote: "The door was open.",
      kind: "note",
      author: { id: club.mia.user.id, displayName: "mia", photoURL: null },
      createdAt: "2026-03-10T12:00:00.000Z",
      editedAt: null,
      mine: true,
      hearts: 0,
      hearted: false,
      replies: [],
    });
    expect((await getNotes()).notes).toHaveLength(1);
  });

  test("is ordered by position; one chapter can be requested", async () => {
    for (const fraction of [0.5, 0.1, 0.9, 0.12]) await writeNote(fraction);
    expect(await listTexts()).toEqual(["At 0.1", "At 0.12", "At 0.5", "At 0.9"]);
    expect(await listTexts(club.mia, "?chapter=1")).toEqual(["At 0.1", "At 0.12"]);
    expect((await club.mia.call("GET", club.path("notes?chapter=1e1"))).status).toBe(422);
  });

  test("has no chapter in a book without contents", async () => {
    await club.chief.call("PATCH", `/api/books/${club.bookId}`, { ebookFilename: null });
    expect((await writeNote(1)).chapter).toBeNull();
    expect((await getNotes(otto)).ahead).toEqual([{ chapter: null, count: 1 }]);
  });

  test("keeps its chapter when the file is replaced", async () => {
    await writeNote(0.55);
    const chapters = plainChapters([100, 100, 100, 100, 100, 100, 100, 100, 100, 100]);
    await club.giveText({ chapters: chapters.slice(1) });
    expect((await getNotes()).notes[0]).toMatchObject({ chapter: { index: 4, title: "Chapter 6" } });
    await club.giveText({ chapters });
    expect((await getNotes()).notes[0]).toMatchObject({
      fraction: expect.closeTo(0.55, 9),
      chapter: { index: 5, title: "Chapter 6" },
    });
  });

  test("has at most 4,000 characters, a quote 500", async () => {
    const sendAndGetStatus = async (body: object) => (await sendNote(0, club.mia, body)).status;
    expect(await sendAndGetStatus({ text: "🧀".repeat(4000) })).toBe(201);
    expect(await sendAndGetStatus({ text: "🧀".repeat(4001) })).toBe(422);
    expect(await sendAndGetStatus({ text: ` ${"x".repeat(4000)} ` })).toBe(201);
    expect(await sendAndGetStatus({ quote: "🧀".repeat(500) })).toBe(201);
    expect(await sendAndGetStatus({ quote: "x".repeat(501) })).toBe(422);
    for (const text of ["", " \n\u200B", 5, null]) expect(await sendAndGetStatus({ text })).toBe(422);
    for (const fraction of [-0.1, 1.1, "0.5", null]) expect(await sendAndGetStatus({ fraction })).toBe(422);
    expect(await sendAndGetStatus({ kind: "poem" })).toBe(422);
  });

  test("comes back exactly as it was written", async () => {
    for (const text of [
      "<script>alert(1)</script>",
      "שלום\u202E!",
      "Z\u0351\u036B\u0343a",
      "https://example.org/?a=b&c",
    ])
      expect((await jsonOf(sendNote(0, club.mia, { text }))).text).toBe(text);
  });

  test("needs a book the member has read that far", async () => {
    const body = { text: "Hm", fraction: 0 };
    expect((await club.mia.call("POST", "/api/books/4711/notes", body)).status).toBe(404);
    expect((await club.mia.call("GET", "/api/books/4711/notes")).status).toBe(404);
    const refusedResponse = await sendNote(0.1);
    expect(refusedResponse.status).toBe(422);
    expect(await refusedResponse.json()).toMatchObject({
      message:
        "You haven't got that far yet. After a jump, a place counts once you've read or listened there for a minute.",
      errors: [{ path: "/fraction" }],
    });
    expect((await getNotes(club.chief)).notes).toEqual([]);
  });

  test("is limited to 60 a minute, replies included", async () => {
    const { id } = await writeNote(0);
    for (let sentCount = 1; sentCount < 59; sentCount += 1) expect((await sendNote(0)).status).toBe(201);
    const sendReply = () => club.mia.call("POST", `/api/notes/${id}/replies`, { text: "Yes" });
    expect((await sendReply()).status).toBe(201);
    expect((await sendReply()).status).toBe(429);
    expect((await sendNote(0)).status).toBe(429);
    expect((await sendNote(0, otto)).status).toBe(201);
    club.pass(61);
    expect((await sendNote(0)).status).toBe(201);
  });
});

describe("what a member hasn't reached", () => {
  test("is a count by chapter, without titles, in the book's order", async () => {
    for (const fraction of [0.92, 0.55, 0.91, 0.2]) await writeNote(fraction, otto);
    await saveReached(0.3);
    const currentNotes = await getNotes();
    expect(currentNotes).toMatchObject({ reached: 0.3, open: false });
    expect(currentNotes.notes.map(({ text }) => text)).toEqual(["At 0.2"]);
    expect(currentNotes.ahead).toEqual([
      { chapter: 5, count: 1 },
      { chapter: 9, count: 2 },
    ]);
    expect(await getNotes(club.mia, "?chapter=5")).toMatchObject({ notes: [], ahead: [{ chapter: 5, count: 1 }] });
    await saveReached(0.95);
    expect(await listTexts()).toEqual(["At 0.2", "At 0.55", "At 0.91", "At 0.92"]);
    expect((await getNotes()).ahead).toEqual([]);
  });

  test("responds as if it didn't exist, to members and admins", async () => {
    const { id } = await writeNote(0.9, otto);
    const reply = await jsonOf(otto.call("POST", `/api/notes/${id}/replies`, { text: "Well" }));
    const listCalls = (note: number, replyId: number) =>
      [
        ["PATCH", `/api/notes/${note}`, { text: "x" }],
        ["POST", `/api/notes/${note}/replies`, { text: "x" }],
        ["PUT", `/api/notes/${note}/heart`, undefined],
        ["DELETE", `/api/notes/${note}/heart`, undefined],
        ["PATCH", `/api/replies/${replyId}`, { text: "x" }],
      ] as const;
    const listRemovalCalls = (note: number, replyId: number) =>
      [
        ["DELETE", `/api/notes/${note}`, undefined],
        ["DELETE", `/api/replies/${replyId}`, undefined],
      ] as const;
    const listResponses = async (who: Person, calls: readonly (readonly [string, string, object | undefined])[]) => {
      const responses: string[] = [];
      for (const [method, path, body] of calls) {
        const response = await who.call(method, path, body);
        responses.push(`${response.status} ${await response.text()}`);
      }
      return responses;
    };
    const hidden = await listResponses(club.mia, [...listCalls(id, reply.id), ...listRemovalCalls(id, reply.id)]);
    expect(hidden).toEqual(await listResponses(club.mia, [...listCalls(777, 777), ...listRemovalCalls(777, 777)]));
    expect(hidden.every((answer) => answer.startsWith("404"))).toBe(true);
    expect(await listResponses(club.chief, listCalls(id, reply.id))).toEqual(
      await listResponses(club.chief, listCalls(777, 777)),
    );
    expect((await club.chief.call("DELETE", `/api/replies/${reply.id}`)).status).toBe(204);
    expect((await club.chief.call("DELETE", `/api/notes/${id}`)).status).toBe(204);
    expect((await getNotes(otto)).notes).toEqual([]);
  });

  test("keeps your own notes ahead of you, without others' replies", async () => {
    const { id } = await writeNote(0.9);
    await writeNote(0.95, otto);
    await otto.call("POST", `/api/notes/${id}/replies`, { text: "He did it." });
    await club.mia.call("POST", `/api/notes/${id}/replies`, { text: "Or did he?" });
    await saveReached(0.1);
    const { notes, ahead } = await getNotes();
    expect(notes.map(({ text, mine, replies }) => [text, mine, replies.map((reply) => reply.text)])).toEqual([
      ["At 0.9", true, ["Or did he?"]],
    ]);
    expect(ahead).toEqual([{ chapter: 9, count: 1 }]);
    const changedNote = await jsonOf(club.mia.call("PATCH", `/api/notes/${id}`, { text: "Again" }));
    expect(changedNote.replies).toHaveLength(1);
  });
});

describe("the count of what others have written", () => {
  const getCount = async (who = club.mia) => jsonOf(who.call("GET", club.path("notes/count")));

  test("counts readable notes and replies, with the newest time", async () => {
    const { id } = await writeNote(0.2, otto);
    await writeNote(0.9, otto);
    await writeNote(0.1);
    expect(await getCount()).toEqual({ count: 0, newestAt: null });
    await saveReached(0.3);
    expect(await getCount()).toEqual({ count: 1, newestAt: "2026-03-10T12:00:00.000Z" });
    club.pass(60);
    await otto.call("POST", `/api/notes/${id}/replies`, { text: "Hm" });
    await club.mia.call("POST", `/api/notes/${id}/replies`, { text: "My own" });
    expect(await getCount()).toEqual({ count: 2, newestAt: "2026-03-10T12:01:00.000Z" });
    await saveReached(1);
    expect((await getCount()).count).toBe(3);
    expect((await club.mia.call("GET", "/api/books/4711/notes/count")).status).toBe(404);
  });

  test("omits replies to withheld notes, even to your own", async () => {
    const { id } = await writeNote(0.9);
    await saveReached(1, otto);
    await otto.call("POST", `/api/notes/${id}/replies`, { text: "He did it." });
    expect((await getCount()).count).toBe(1);
    await saveReached(0.1);
    expect(await getCount()).toEqual({ count: 0, newestAt: null });
  });
});

describe("replies and hearts", () => {
  test("come with the note, oldest first", async () => {
    const { id } = await writeNote(0.2, otto);
    await saveReached(0.2);
    const response = await club.mia.call("POST", `/api/notes/${id}/replies`, { text: " I thought so. " });
    expect(response.status).toBe(201);
    const reply = await response.json();
    expect(reply).toEqual({
      id: 1,
      text: "I thought so.",
      author: { id: club.mia.user.id, displayName: "mia", photoURL: null },
      createdAt: "2026-03-10T12:00:00.000Z",
      editedAt: null,
      mine: true,
    });
    await otto.call("POST", `/api/notes/${id}/replies`, { text: "Did you?" });
    expect((await getNotes()).notes[0]?.replies.map(({ text, mine }) => [text, mine])).toEqual([
      ["I thought so.", true],
      ["Did you?", false],
    ]);
    expect((await otto.call("PATCH", `/api/replies/${reply.id}`, { text: "No" })).status).toBe(403);
    expect((await otto.call("DELETE", `/api/replies/${reply.id}`)).status).toBe(403);
    club.pass(5);
    const editedReply = await jsonOf(club.mia.call("PATCH", `/api/replies/${reply.id}`, { text: "I feared so." }));
    expect(editedReply).toMatchObject({ text: "I feared so.", editedAt: "2026-03-10T12:00:05.000Z" });
    expect((await club.mia.call("POST", `/api/notes/${id}/replies`, { text: "🧀".repeat(2001) })).status).toBe(422);
    expect((await club.mia.call("DELETE", `/api/replies/${reply.id}`)).status).toBe(204);
    expect((await getNotes()).notes[0]?.replies).toHaveLength(1);
  });

  test("count each member once", async () => {
    const { id } = await writeNote(0, otto);
    const callHeart = (method: string, who: Person) => jsonOf(who.call(method, `/api/notes/${id}/heart`));
    expect(await callHeart("PUT", club.mia)).toMatchObject({ hearts: 1, hearted: true });
    expect(await callHeart("PUT", club.mia)).toMatchObject({ hearts: 1, hearted: true });
    expect(await callHeart("PUT", otto)).toMatchObject({ hearts: 2, hearted: true });
    expect(await callHeart("DELETE", club.mia)).toMatchObject({ hearts: 1, hearted: false });
    expect((await getNotes(otto)).notes[0]).toMatchObject({ hearts: 1, hearted: true });
  });
});

describe("changing and deleting", () => {
  test("marks an edited note, but not an unchanged one", async () => {
    const { id } = await writeNote(0.2, club.mia, { quote: "A door." });
    const updateNote = (body: object) => jsonOf(club.mia.call("PATCH", `/api/notes/${id}`, body));
    expect(await updateNote({ text: " At 0.2 " })).toMatchObject({ editedAt: null });
    club.pass(60);
    expect(await updateNote({ text: "Better" })).toMatchObject({
      text: "Better",
      quote: "A door.",
      editedAt: "2026-03-10T12:01:00.000Z",
    });
    expect((await club.mia.call("PATCH", `/api/notes/${id}`, {})).status).toBe(422);
  });

  test("deletes the replies, and records an admin's call textless", async () => {
    const { id } = await writeNote(0, otto, { text: "Unkind words" });
    await club.mia.call("POST", `/api/notes/${id}/replies`, { text: "Hm" });
    expect((await club.chief.call("DELETE", `/api/notes/${id}`)).status).toBe(204);
    expect(club.db.query("SELECT count(*) AS n FROM note_replies").get()).toEqual({ n: 0 });
    const auditText = await (await club.chief.call("GET", "/api/audit")).text();
    expect(auditText).toContain('"note-removed"');
    expect(auditText).not.toContain("Unkind");
  });

  test("deletes notes with an account, or unlinks its name", async () => {
    await writeNote(0, otto);
    const { id } = await writeNote(0.1);
    await otto.call("POST", `/api/notes/${id}/replies`, { text: "Hm" });
    const paul = club.member("paul");
    await writeNote(0.05, paul);
    club.deps.stores.users.anonymizeNotes(paul.user.id);
    for (const { user } of [otto, paul]) await club.chief.call("DELETE", `/api/users/${user.id}`);
    const { notes } = await getNotes();
    expect(notes.map(({ author, replies }) => [author.displayName, replies.length])).toEqual([
      ["A former member", 0],
      ["mia", 0],
    ]);
  });
});
