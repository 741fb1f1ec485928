import { NOTE_LIMITS } from "#contract/notes.ts";
import type { World } from "#tests/support/access-world.ts";
import { type Person } from "#tests/support/club.ts";
import { madeBy, OWN_ROW, type TestedResource } from "#tests/support/tested-resource.ts";

const text = { text: "The turn" };

export const newNote = ({ bookId }: Pick<World, "bookId">, user: Person): Promise<number> =>
  madeBy(user, `/api/books/${bookId}/notes`, { text: "Dinner begins", fraction: 0 });

export const resource: TestedResource = {
  ids: {
    notes: newNote,
    replies: async (world, who) => madeBy(who, `/api/notes/${await newNote(world, who)}/replies`, { text: "It does" }),
  },
  before: {
    "DELETE /api/notes/:id/heart": (_world, user, path) => user.call("PUT", path),
  },
  bodies: {
    "PATCH /api/notes/:id": text,
    "PATCH /api/replies/:id": text,
    "POST /api/books/:id/notes": { ...text, fraction: 0 },
    "POST /api/notes/:id/replies": text,
  },
  effects: {
    "PATCH /api/notes/:id": { bytes: 20_000 },
    "PATCH /api/replies/:id": { bytes: 8100 },
    "POST /api/books/:id/notes": { rows: 501, bytes: 9_200_000, limit: NOTE_LIMITS[1] },
    "POST /api/notes/:id/replies": { rows: 500, bytes: 4_100_000, limit: NOTE_LIMITS[1] },
    "PUT /api/notes/:id/heart": OWN_ROW,
  },
  audit: {
    "POST /api/books/:id/notes/open": ["talk-opened"],
  },
  tables: {
    notes: { privacy: "Your notes about books, with replies and hearts", onDeletion: "deleted-or-anonymized" },
    note_replies: { privacy: "Your notes about books, with replies and hearts", onDeletion: "deleted-or-anonymized" },
    note_hearts: { privacy: "Your notes about books, with replies and hearts", onDeletion: "deleted" },
    revealed_notes: { privacy: "Your notes about books, with replies and hearts", onDeletion: "deleted" },
    open_talks: { privacy: "Your notes about books, with replies and hearts", onDeletion: "not-about-members" },
  },
};
