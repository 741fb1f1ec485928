import { expect } from "bun:test";

import { json, madeBy, type Rows, type Told } from "#tests/support/access-row.ts";
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

export const rows: Rows = {
  "GET /api/books/:id/notes": { to: ({ bookId }) => `/api/books/${bookId}/notes` },
  "GET /api/books/:id/notes/count": { to: ({ bookId }) => `/api/books/${bookId}/notes/count` },
  "POST /api/books/:id/notes": {
    ...json({ text: "The turn", fraction: 0 }),
    to: ({ bookId }) => `/api/books/${bookId}/notes`,
  },
  "POST /api/books/:id/notes/open": { records: ["talk-opened"], to: ({ bookId }) => `/api/books/${bookId}/notes/open` },
  "PATCH /api/notes/:id": { ...words, ...at((id) => `/api/notes/${id}`) },
  "DELETE /api/notes/:id": {
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
  },
  "PUT /api/notes/:id/heart": at((id) => `/api/notes/${id}/heart`),
  "DELETE /api/notes/:id/heart": {
    to: async ({ bookId }, who) => {
      const path = `/api/notes/${await newNote(bookId, who)}/heart`;
      await who.call("PUT", path);
      return path;
    },
  },
  "POST /api/notes/:id/replies": { ...words, ...at((id) => `/api/notes/${id}/replies`) },
  "PATCH /api/replies/:id": { ...words, ...atReply },
  "DELETE /api/replies/:id": atReply,
};

function newNote(bookId: number, who: Person): Promise<number> {
  return madeBy(who, `/api/books/${bookId}/notes`, { text: "Dinner begins", fraction: 0 });
}

async function newReply(bookId: number, who: Person): Promise<number> {
  return madeBy(who, `/api/notes/${await newNote(bookId, who)}/replies`, { text: "It does" });
}
