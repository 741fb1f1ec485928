import { expect, test } from "bun:test";

import { newBookmark } from "#tests/resources/bookmarks.ts";
import { earlierPage } from "#tests/resources/progress.ts";
import { inWorld } from "#tests/support/access-world.ts";
import type { Person } from "#tests/support/club.ts";
import { sendForm } from "#tests/support/forms.ts";
import { jsonOf } from "#tests/support/json.ts";

test(
  "AZ10 GET /api/books/current: no path of the disk",
  inWorld(async ({ club, member, files }) => {
    await files();
    const text = JSON.stringify(await jsonOf(member.call("GET", "/api/books/current")));
    expect(text).toContain("a.m4b");
    expect(text).not.toMatch(/books\/\d|sha256/);
    expect(text).not.toContain(club.config.storageDir);
  }),
);

test(
  "AZ12 PATCH /api/books/:id: 404 only after the role",
  inWorld(async ({ member, admin }) => {
    const change = (person: Person) => person.call("PATCH", "/api/books/4711", { title: "x" });
    expect([(await change(member)).status, (await change(admin)).status]).toEqual([403, 404]);
  }),
);

test(
  "AZ13 GET /api/books/isbn/:isbn?: the ISBN as a query, too",
  inWorld(async ({ member, isbn }) => {
    const [inPath, asQuery] = [`/api/books/isbn/${isbn}`, `/api/books/isbn?isbn=${isbn}`];
    expect(await jsonOf(member.call("GET", asQuery))).toEqual(await jsonOf(member.call("GET", inPath)));
  }),
);

test(
  "AZ13 GET /api/books/isbn/:isbn?: no lookup for visitors",
  inWorld(async ({ club, member, isbn, traces }) => {
    await club.visitor.call("GET", `/api/books/isbn/${isbn}`);
    expect(traces().asked).toBe(0);
    await member.call("GET", `/api/books/isbn/${isbn}`);
    expect(traces().asked).toBeGreaterThan(0);
  }),
);

test(
  "AZ15 GET /api/audiobook-progress: only your own place",
  inWorld(async ({ member, other, bookId }) => {
    await member.call("POST", "/api/audiobook-progress", { bookId, currentTime: 60, chapter: 0 });
    const path = `/api/audiobook-progress?bookId=${bookId}&userId=${member.user.id}`;
    expect((await jsonOf(other.call("GET", path))).currentTime).toBe(0);
    expect((await jsonOf(member.call("GET", path))).currentTime).toBe(60);
  }),
);

test(
  "AZ16 POST /api/audiobook-progress: your own position",
  inWorld(async ({ member, other, bookId }) => {
    const body = { bookId, currentTime: 99, chapter: 0, userId: member.user.id };
    await other.call("POST", `/api/audiobook-progress?userId=${member.user.id}`, body);
    expect((await jsonOf(member.call("GET", `/api/audiobook-progress?bookId=${bookId}`))).currentTime).toBe(0);
  }),
);

test(
  "GET /api/books/:id/place: your own place in both media",
  inWorld(async ({ member, other, bookId, files }) => {
    await files();
    await member.call("POST", "/api/reading-progress", { bookId, fraction: 0.25, locator: "here" });
    const progress = await jsonOf(other.call("GET", `/api/books/${bookId}/place`));
    expect(progress).toMatchObject({ reading: null, listening: null, reached: 0, offer: null });
  }),
);

test(
  "DELETE /api/anchors/:id: only your own anchors",
  inWorld(async (world) => {
    await world.files();
    const path = `/api/books/${world.bookId}/anchors`;
    const { id } = await jsonOf(world.member.call("POST", path, { seconds: 1, fraction: 0.5 }));
    expect((await world.other.call("DELETE", `/api/anchors/${id}`)).status).toBe(404);
    expect((await world.member.call("DELETE", `/api/anchors/${id}`)).status).toBe(204);
  }),
);

test(
  "PUT /api/books/:id/paper: only your own paper copy",
  inWorld(async ({ member, other, bookId }) => {
    await member.call("PUT", `/api/books/${bookId}/paper`, { pages: 320, page: 143 });
    expect(await jsonOf(other.call("GET", `/api/books/${bookId}/place`))).toMatchObject({
      paper: null,
      reached: 0,
    });
    expect((await other.call("DELETE", `/api/books/${bookId}/paper`)).status).toBe(204);
    const { paper } = await jsonOf(member.call("GET", `/api/books/${bookId}/place`));
    expect(paper).toEqual({ page: 143, pages: 320 });
  }),
);

test(
  "POST /api/books/:id/paper/restore: only your own history",
  inWorld(async ({ member, other, bookId }) => {
    const id = await earlierPage(bookId, member);
    expect((await other.call("POST", `/api/books/${bookId}/paper/restore`, { id })).status).toBe(409);
    expect((await jsonOf(member.call("GET", `/api/books/${bookId}/place`))).paper.page).toBe(200);
  }),
);

test(
  "GET /api/reading-progress: only your own place in the text",
  inWorld(async ({ member, other, bookId }) => {
    await member.call("POST", "/api/reading-progress", { bookId, fraction: 0.25, locator: "here" });
    const otherProgress = await jsonOf(
      other.call("GET", `/api/reading-progress?bookId=${bookId}&userId=${member.user.id}`),
    );
    expect(otherProgress).toMatchObject({ fraction: 0, locator: null, revision: 0 });
  }),
);

test(
  "GET /api/bookmarks: only your own bookmarks",
  inWorld(async ({ member, other, bookId }) => {
    await newBookmark({ bookId }, member);
    expect(await jsonOf(other.call("GET", `/api/bookmarks?bookId=${bookId}&userId=${member.user.id}`))).toEqual([]);
  }),
);

test(
  "DELETE /api/bookmarks/:id: nobody else's bookmark",
  inWorld(async ({ member, other, admin, bookId }) => {
    const id = await newBookmark({ bookId }, member);
    for (const person of [other, admin]) expect((await person.call("DELETE", `/api/bookmarks/${id}`)).status).toBe(404);
    expect(await jsonOf(member.call("GET", `/api/bookmarks?bookId=${bookId}`))).toHaveLength(1);
  }),
);

test(
  "PATCH /api/bookmarks/:id: nobody else's note",
  inWorld(async ({ member, other, admin, bookId }) => {
    const id = await newBookmark({ bookId }, member);
    for (const person of [other, admin])
      expect((await person.call("PATCH", `/api/bookmarks/${id}`, { note: "Mine" })).status).toBe(404);
    expect(await jsonOf(member.call("GET", `/api/bookmarks?bookId=${bookId}`))).toMatchObject([{ note: "" }]);
  }),
);

test(
  "AZ14 POST /api/upload/:kind: each kind, and no other",
  inWorld(async ({ club, member, admin, form }) => {
    for (const kind of ["ebook", "audiobook", "cover"] as const) {
      const { bytes } = await form(kind);
      const send = async (cookie: string) => (await sendForm(club, { cookie }, `/api/upload/${kind}`, bytes)).status;
      expect([await send(""), await send(member.cookie), await send(admin.cookie)]).toEqual([401, 403, 201]);
    }
    const { bytes } = await form("ebook");
    for (const kind of ["other", "..", "ebook%2f", "__proto__"])
      expect((await sendForm(club, admin, `/api/upload/${kind}`, bytes)).status).toBe(404);
  }),
);

test(
  "AZ17 GET /api/download/ebook/:id: past books too",
  inWorld(async ({ member, admin, files, bookId }) => {
    await files();
    const newerBook = { title: "Persuasion", author: "Jane Austen", month: "2026-12" };
    await admin.call("PATCH", `/api/books/${bookId}`, { month: "2026-11" });
    await jsonOf(admin.call("POST", "/api/books", newerBook));
    expect((await jsonOf(member.call("GET", "/api/books/current"))).title).toBe("Persuasion");
    expect((await member.call("GET", `/api/download/ebook/${bookId}`)).status).toBe(200);
  }),
);

test(
  "AZ18 GET /api/download/audiobook/:id: each range is guarded",
  inWorld(async ({ club, member, files, bookId }) => {
    await files();
    for (const range of ["bytes=0-0", "bytes=0-", "bytes=-5", "bytes=100-200", "bytes=9-2", "items=0-1"]) {
      const fetchRange = (person: Pick<Person, "call">) =>
        person.call("GET", `/api/download/audiobook/${bookId}`, undefined, { range });
      const refusedResponse = await fetchRange(club.visitor);
      expect([refusedResponse.status, refusedResponse.headers.get("content-range")]).toEqual([401, null]);
      expect((await fetchRange(member)).status).toBeOneOf([200, 206]);
    }
  }),
);
