import { expect } from "bun:test";

import { json, ofBook, type Rows, type Told } from "#tests/support/access-row.ts";
import { asJson, type World } from "#tests/support/access-world.ts";
import type { Person } from "#tests/support/club.ts";
import { jsonOf } from "#tests/support/json.ts";

export const told: Told = {
  "how far and how fast you've read": ["reading_progress", "reading_jumps"],
  [`where you said "I'm here"`]: ["reached_by_word", "anchors"],
  "the pages you've read in your paper copies": ["paper_places", "paper_points", "paper_jumps"],
};

export const rows: Rows = {
  "GET /api/books/:id/contents": { to: partOf("contents") },
  "GET /api/books/:id/warnings": { to: partOf("warnings") },
  "GET /api/books/:id/plan": { to: partOf("plan") },
  "GET /api/books/:id/highlights.md": { to: partOf("highlights.md") },
  "GET /api/books/:id/text/*": { to: partOf("text/OEBPS/one.xhtml") },
  "GET /api/books/:id/place": {
    to: partOf("place"),
    checks: {
      "your own place in both media": async ({ member, other, bookId, files }) => {
        await files();
        await member.call("POST", "/api/reading-progress", { bookId, fraction: 0.25, locator: "here" });
        const place = await jsonOf(other.call("GET", `/api/books/${bookId}/place`));
        expect(place).toMatchObject({ reading: null, listening: null, reached: 0, offer: null });
      },
    },
  },
  "GET /api/books/:id/timeline": { to: partOf("timeline") },
  "POST /api/books/:id/anchors": { ...json({ seconds: 1, fraction: 0.5 }), to: partOf("anchors") },
  "DELETE /api/anchors/:id": {
    to: async (world, who) => {
      const path = await partOf("anchors")(world);
      const made = await who.call("POST", path, { seconds: 1, fraction: 0.5 });
      return `/api/anchors/${made.status === 201 ? (await made.json()).id : 1}`;
    },
    checks: {
      "only your own anchors": async (world) => {
        const path = await partOf("anchors")(world);
        const { id } = await jsonOf(world.member.call("POST", path, { seconds: 1, fraction: 0.5 }));
        expect((await world.other.call("DELETE", `/api/anchors/${id}`)).status).toBe(404);
        expect((await world.member.call("DELETE", `/api/anchors/${id}`)).status).toBe(204);
      },
    },
  },
  "PUT /api/books/:id/reached": { ...json({ fraction: 0.5 }), to: partOf("reached") },
  "PUT /api/books/:id/paper": {
    ...json({ pages: 320, page: 143 }),
    to: partOf("paper"),
    checks: {
      "only your own paper copy": async ({ member, other, bookId }) => {
        await member.call("PUT", `/api/books/${bookId}/paper`, { pages: 320, page: 143 });
        expect(await jsonOf(other.call("GET", `/api/books/${bookId}/place`))).toMatchObject({
          paper: null,
          reached: 0,
        });
        expect((await other.call("DELETE", `/api/books/${bookId}/paper`)).status).toBe(204);
        const { paper } = await jsonOf(member.call("GET", `/api/books/${bookId}/place`));
        expect(paper).toEqual({ page: 143, pages: 320 });
      },
    },
  },
  "DELETE /api/books/:id/paper": { to: partOf("paper") },
  "POST /api/books/:id/paper/restore": {
    to: partOf("paper/restore"),
    body: async ({ bookId }, who) => asJson({ id: await leftPage(bookId, who) }),
    checks: {
      "only your own history": async ({ member, other, bookId }) => {
        const id = await leftPage(bookId, member);
        expect((await other.call("POST", `/api/books/${bookId}/paper/restore`, { id })).status).toBe(409);
        expect((await jsonOf(member.call("GET", `/api/books/${bookId}/place`))).paper.page).toBe(200);
      },
    },
  },
  "GET /api/books/:id/paper/history": { to: partOf("paper/history") },
  "GET /api/books/:id/sentences": { to: partOf("sentences?section=0") },
  "GET /api/books/:id/match": { to: partOf("match") },
  "PUT /api/books/:id/match": { records: [], ...json({ pairs: [] }), to: partOf("match") },
  "DELETE /api/books/:id/match": { records: [], to: partOf("match") },
  "GET /api/reading-progress": {
    ...ofBook("/api/reading-progress"),
    checks: {
      "only your own place in the text": async ({ member, other, bookId }) => {
        await member.call("POST", "/api/reading-progress", { bookId, fraction: 0.25, locator: "here" });
        const read = await jsonOf(other.call("GET", `/api/reading-progress?bookId=${bookId}&userId=${member.user.id}`));
        expect(read).toMatchObject({ fraction: 0, locator: null, revision: 0 });
      },
    },
  },
  "GET /api/reading-progress/history": ofBook("/api/reading-progress/history"),
  "POST /api/reading-progress": { body: ({ bookId }) => asJson({ bookId, fraction: 0.25, locator: null }) },
};

/** @returns the id of page 143 in their history, or one that nobody has */
async function leftPage(bookId: number, who: Person): Promise<number> {
  const path = `/api/books/${bookId}/paper`;
  for (const page of [143, 200]) await who.call("PUT", path, { pages: 320, page });
  const answer = await who.call("GET", `${path}/history`);
  // a coming book has no history for members
  return answer.ok ? (await answer.json())[0].id : 1;
}

function partOf(rest: string) {
  return async (world: World) => {
    await world.files();
    return `/api/books/${world.bookId}/${rest}`;
  };
}
