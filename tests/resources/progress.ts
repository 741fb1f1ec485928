import type { World } from "#tests/support/access-world.ts";
import { type Person } from "#tests/support/club.ts";
import { OWN_ROW, type TestedResource } from "#tests/support/tested-resource.ts";

/** @returns the id of page 143 in their history, or an unused one */
export async function earlierPage(bookId: number, person: Person): Promise<number> {
  const path = `/api/books/${bookId}/paper`;
  for (const page of [143, 200]) await person.call("PUT", path, { pages: 320, page });
  const response = await person.call("GET", `${path}/history`);
  // members can't see a future book's history
  return response.ok ? (await response.json())[0].id : 1;
}

async function newAnchor({ bookId, files }: World, person: Person): Promise<number> {
  await files();
  const response = await person.call("POST", `/api/books/${bookId}/anchors`, { seconds: 1, fraction: 0.5 });
  // nor its anchors
  return response.status === 201 ? (await response.json()).id : 1;
}

export const resource: TestedResource = {
  ids: {
    anchors: newAnchor,
    text: () => "OEBPS/one.xhtml",
  },
  paths: {
    "GET /api/books/:id/sentences": ({ bookId }) => `/api/books/${bookId}/sentences?section=0`,
  },
  bodies: {
    "POST /api/books/:id/anchors": { seconds: 1, fraction: 0.5 },
    "PUT /api/books/:id/match": { pairs: [] },
    "PUT /api/books/:id/paper": { pages: 320, page: 143 },
    "PUT /api/books/:id/reached": { fraction: 0.5 },
    "POST /api/audiobook-progress": ({ bookId }) => ({ bookId, currentTime: 60, chapter: 0 }),
    "POST /api/books/:id/paper/restore": async ({ bookId }, person) => ({ id: await earlierPage(bookId, person) }),
    "POST /api/reading-progress": ({ bookId }) => ({ bookId, fraction: 0.25, locator: null }),
  },
  effects: {
    "POST /api/audiobook-progress": OWN_ROW,
    "POST /api/books/:id/anchors": { rows: 50 },
    "POST /api/books/:id/paper/restore": OWN_ROW,
    "POST /api/reading-progress": OWN_ROW,
    "PUT /api/books/:id/paper": { rows: 2 },
    "PUT /api/books/:id/reached": { rows: 2 },
  },
  audit: {
    "DELETE /api/books/:id/match": [],
    "PUT /api/books/:id/match": [],
  },
  tables: {
    progress: { privacy: "Your places in books", onDeletion: "deleted" },
    progress_jumps: { privacy: "Your places in books", onDeletion: "deleted" },
    reading_progress: { privacy: "how far and how fast you've read", onDeletion: "deleted" },
    reading_jumps: { privacy: "how far and how fast you've read", onDeletion: "deleted" },
    reached_by_word: { privacy: 'where you said "I\'m here"', onDeletion: "deleted" },
    anchors: { privacy: 'where you said "I\'m here"', onDeletion: "deleted" },
    paper_places: { privacy: "the pages you've read in your paper copies", onDeletion: "deleted" },
    paper_points: { privacy: "the pages you've read in your paper copies", onDeletion: "deleted" },
    paper_jumps: { privacy: "the pages you've read in your paper copies", onDeletion: "deleted" },
  },
};
