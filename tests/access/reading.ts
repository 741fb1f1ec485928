import { expect } from "bun:test";

import { also, json, ofBook, type Row, type Told } from "#tests/support/access-row.ts";
import { asJson, type World } from "#tests/support/access-world.ts";
import type { Person } from "#tests/support/club.ts";
import { jsonOf } from "#tests/support/json.ts";

export const told: Told = {
  "how far and how fast you've read": ["reading_progress", "reading_jumps"],
  [`where you said "I'm here"`]: ["reached_by_word", "anchors"],
  "the pages you've read in your paper copies": ["paper_places", "paper_points", "paper_jumps"],
};

export const rows: readonly Row[] = [
  also("GET /api/books/:id/contents", 401, 200, 200, { to: partOf("contents") }),
  also("GET /api/books/:id/warnings", 401, 403, 200, { to: partOf("warnings") }),
  also("GET /api/books/:id/plan", 401, 200, 200, { to: partOf("plan") }),
  also("GET /api/books/:id/highlights.md", 401, 200, 200, { to: partOf("highlights.md") }),
  also("GET /api/books/:id/text/*", 401, 200, 200, { to: partOf("text/OEBPS/one.xhtml") }),
  also("GET /api/books/:id/place", 401, 200, 200, {
    to: partOf("place"),
    checks: {
      "your own place in both media": async ({ member, other, bookId, files }) => {
        await files();
        await member.call("POST", "/api/reading-progress", { bookId, fraction: 0.25, locator: "here" });
        const place = await jsonOf(other.call("GET", `/api/books/${bookId}/place`));
        expect(place).toMatchObject({ reading: null, listening: null, reached: 0, offer: null });
      },
    },
  }),
  also("GET /api/books/:id/timeline", 401, 200, 200, { to: partOf("timeline") }),
  also("POST /api/books/:id/anchors", 401, 201, 201, {
    ...json({ seconds: 1, fraction: 0.5 }),
    to: partOf("anchors"),
  }),
  also("DELETE /api/anchors/:id", 401, 204, 204, {
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
  }),
  also("PUT /api/books/:id/reached", 401, 200, 200, { ...json({ fraction: 0.5 }), to: partOf("reached") }),
  also("PUT /api/books/:id/paper", 401, 200, 200, {
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
  }),
  also("DELETE /api/books/:id/paper", 401, 204, 204, { to: partOf("paper") }),
  also("POST /api/books/:id/paper/restore", 401, 200, 200, {
    to: partOf("paper/restore"),
    body: async ({ bookId }, who) => asJson({ id: await leftPage(bookId, who) }),
    checks: {
      "only your own history": async ({ member, other, bookId }) => {
        const id = await leftPage(bookId, member);
        expect((await other.call("POST", `/api/books/${bookId}/paper/restore`, { id })).status).toBe(409);
        expect((await jsonOf(member.call("GET", `/api/books/${bookId}/place`))).paper.page).toBe(200);
      },
    },
  }),
  also("GET /api/books/:id/paper/history", 401, 200, 200, { to: partOf("paper/history") }),
  also("GET /api/books/:id/sentences", 401, 200, 200, { to: partOf("sentences?section=0") }),
  also("GET /api/books/:id/match", 401, 403, 200, { to: partOf("match") }),
  also("PUT /api/books/:id/match", 401, 403, 200, { records: [], ...json({ pairs: [] }), to: partOf("match") }),
  also("DELETE /api/books/:id/match", 401, 403, 204, { records: [], to: partOf("match") }),
  also("GET /api/reading-progress", 401, 200, 200, {
    ...ofBook("/api/reading-progress"),
    checks: {
      "only your own place in the text": async ({ member, other, bookId }) => {
        await member.call("POST", "/api/reading-progress", { bookId, fraction: 0.25, locator: "here" });
        const read = await jsonOf(other.call("GET", `/api/reading-progress?bookId=${bookId}&userId=${member.user.id}`));
        expect(read).toMatchObject({ fraction: 0, locator: null, revision: 0 });
      },
    },
  }),
  also("GET /api/reading-progress/history", 401, 200, 200, ofBook("/api/reading-progress/history")),
  also("POST /api/reading-progress", 401, 200, 200, {
    body: ({ bookId }) => asJson({ bookId, fraction: 0.25, locator: null }),
  }),
];

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
