import { expect } from "bun:test";

import { also, json, madeBy, type Row, type Told } from "#tests/support/access-row.ts";
import type { World } from "#tests/support/access-world.ts";
import type { Person } from "#tests/support/club.ts";

const words = json({ text: "The turn" });
const at = (path: (id: number) => string) => ({
  to: async ({ bookId }: World, who: Person) => path(await newNote(bookId, who)),
});
const atReply = { to: async ({ bookId }: World, who: Person) => `/api/replies/${await newReply(bookId, who)}` };

export const told: Told = {
  "Your notes about books, with replies and hearts": ["notes", "note_replies", "note_hearts", "open_talks"],
};

export const rows: readonly Row[] = [
  also("GET /api/books/:id/notes", 401, 200, 200, { to: ({ bookId }) => `/api/books/${bookId}/notes` }),
  also("GET /api/books/:id/notes/count", 401, 200, 200, { to: ({ bookId }) => `/api/books/${bookId}/notes/count` }),
  also("POST /api/books/:id/notes", 401, 201, 201, {
    ...json({ text: "The turn", fraction: 0 }),
    to: ({ bookId }) => `/api/books/${bookId}/notes`,
  }),
  also("POST /api/books/:id/notes/open", 401, 403, 200, {
    records: ["talk-opened"],
    to: ({ bookId }) => `/api/books/${bookId}/notes/open`,
  }),
  also("PATCH /api/notes/:id", 401, 200, 200, { ...words, ...at((id) => `/api/notes/${id}`) }),
  also("DELETE /api/notes/:id", 401, 204, 204, {
    ...at((id) => `/api/notes/${id}`),
    checks: {
      "nobody else's note": async ({ member, other, admin, bookId }) => {
        const id = await newNote(bookId, other);
        expect((await member.call("PATCH", `/api/notes/${id}`, { text: "Mine" })).status).toBe(403);
        expect((await admin.call("PATCH", `/api/notes/${id}`, { text: "Mine" })).status).toBe(403);
        expect((await member.call("DELETE", `/api/notes/${id}`)).status).toBe(403);
        expect((await admin.call("DELETE", `/api/notes/${id}`)).status).toBe(204);
      },
    },
  }),
  also(
    "PUT /api/notes/:id/heart",
    401,
    200,
    200,
    at((id) => `/api/notes/${id}/heart`),
  ),
  also("DELETE /api/notes/:id/heart", 401, 200, 200, {
    to: async ({ bookId }, who) => {
      const path = `/api/notes/${await newNote(bookId, who)}/heart`;
      await who.call("PUT", path);
      return path;
    },
  }),
  also("POST /api/notes/:id/replies", 401, 201, 201, { ...words, ...at((id) => `/api/notes/${id}/replies`) }),
  also("PATCH /api/replies/:id", 401, 200, 200, { ...words, ...atReply }),
  also("DELETE /api/replies/:id", 401, 204, 204, atReply),
];

function newNote(bookId: number, who: Person): Promise<number> {
  return madeBy(who, `/api/books/${bookId}/notes`, { text: "Dinner begins", fraction: 0 });
}

async function newReply(bookId: number, who: Person): Promise<number> {
  return madeBy(who, `/api/notes/${await newNote(bookId, who)}/replies`, { text: "It does" });
}
