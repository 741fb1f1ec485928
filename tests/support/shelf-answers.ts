import type { Nomination } from "#contract/nominations.ts";
import type { Poll } from "#contract/polls.ts";
import type { ShelfPage } from "#contract/shelf.ts";
import type { Wine } from "#contract/wines.ts";

const theo = { id: 7, displayName: "Theo Marsh", photoURL: null };

/** A book's page with the member's review, and two withheld ones. */
export const shelfPage: ShelfPage = {
  id: 7,
  title: "The Wind in the Willows",
  author: "Kenneth Grahame",
  coverImage: null,
  month: "2026-01",
  rating: null,
  spread: null,
  metOn: null,
  evening: null,
  hasEbook: false,
  hasAudiobook: false,
  hasHighlights: false,
  mine: { stars: 4, text: "", finished: "partly" },
  synopsis: "",
  isbn: "9780141439587",
  meeting: null,
  brought: [],
  wines: [],
  reviews: [],
  reviewCount: 3,
};

export const nomination = (id: number, fields: Partial<Nomination> = {}): Nomination => ({
  id,
  title: `Book ${id}`,
  author: "Jane Austen",
  isbn: "",
  synopsis: "",
  coverImage: null,
  reason: "",
  pages: null,
  nominatedBy: theo,
  mine: false,
  state: "open",
  createdAt: "2026-01-05T17:00:00Z",
  ...fields,
});

/** An open poll about the books 1 and 2. */
export const poll: Poll = {
  id: 4,
  month: "2026-02",
  closesAt: "2026-01-20T20:00:00.000Z",
  state: "open",
  votesPerMember: 3,
  options: [1, 2].map((id) => ({ nomination: nomination(id, { state: "on-ballot" }), votes: null })),
  mine: [],
  voted: 0,
  members: 9,
  winnerId: null,
  tied: [],
  adopted: [],
};

/** The same poll, closed with a tie. */
export const closedPoll: Poll = {
  ...poll,
  state: "closed",
  options: [1, 2].map((id) => ({ nomination: nomination(id), votes: 2 })),
  voted: 3,
  tied: [1, 2],
  adopted: [],
};

export const wine: Wine = {
  id: 3,
  name: "Rioja",
  kind: "red",
  note: "Smoky",
  bookId: 7,
  author: { id: 7, displayName: "Theo Marsh", photoURL: null },
  mine: true,
  likes: 1,
  liked: false,
  createdAt: "2026-01-05T17:00:00Z",
};
