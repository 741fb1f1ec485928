export type ShelfBook = {
  title: string;
  author: string;
  synopsis: string;
  monthsAhead: number;
  cover: string;
};

export const SHELF_BOOKS: readonly ShelfBook[] = [
  {
    title: "The Orchard Ledger",
    author: "Ines Calloway",
    monthsAhead: -2,
    cover: "covers/the-orchard-ledger.webp",
    synopsis:
      "Three generations of one family have written down every apple they ever sold, and nothing else. An auditor is sent to close the accounts, and begins to suspect that the entries for 1953 are not about apples.",
  },
  {
    title: "A Map of Small Lamps",
    author: "Teodor Vance",
    monthsAhead: -1,
    cover: "covers/a-map-of-small-lamps.webp",
    synopsis:
      "The last lamplighter of a hill town is asked to train the electrician who will replace him. In a year of evening rounds, the two of them draw a map of every window that stays lit, and of who is waiting behind it.",
  },
  {
    title: "Snow, with Footnotes",
    author: "Ambrose Kettering",
    monthsAhead: 1,
    cover: "covers/snow-with-footnotes.webp",
    synopsis:
      "A very short novel about a walk to a post box in January, and a very long one, in the notes, about everything that the walker would rather not think of on the way.",
  },
];

/** The book of this month. */
export const STORY = {
  title: "The Last Chapter but One",
  author: "Edith Marrowby",
  synopsis: `In the back room of a wine merchant’s, seven people have spent nine years arguing over the end of a novel that nobody can read: there was only one copy, and a mouse ate the last chapter. Every November they pour a glass, read as far as the fringe, and quarrel until the trains stop.

Then, six days before the meeting, another copy arrives by post, tied up with string. Nobody would dream of opening it alone.

A story about endings, about the company in which we wait for them, and about the best-read mouse on the river.`,
};
