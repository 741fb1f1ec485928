import { smallCoverUrl } from "#contract/call-url.ts";
import { OWN_ROW, type TestedResource } from "#tests/support/tested-resource.ts";

export const resource: TestedResource = {
  ids: {
    books: ({ bookId }) => bookId,
    "download/audiobook": ({ bookId }) => bookId,
    "download/ebook": ({ bookId }) => bookId,
    isbn: ({ isbn }) => isbn,
  },
  paths: {
    "GET /api/books/search": () => "/api/books/search?q=emma",
    "GET /api/covers/*": ({ cover }) => cover(),
    "GET /api/covers/small/:name": async ({ cover }) => smallCoverUrl(await cover()),
  },
  bodies: {
    "PATCH /api/books/:id": { synopsis: "She meddles." },
    "POST /api/books": { title: "Persuasion", author: "Jane Austen", month: "2027-01" },
    "POST /api/books/search": { q: "emma" },
    "POST /api/books/isbn": ({ isbn }) => ({ isbn }),
  },
  effects: {
    "POST /api/books/isbn": OWN_ROW,
    "POST /api/books/search": OWN_ROW,
  },
  audit: {
    "PATCH /api/books/:id": ["book-changed", "cover-removed", "ebook-removed", "audiobook-removed"],
    "POST /api/books": ["book-created"],
  },
  tables: {
    books: { privacy: "The club's books, meetings and messages", onDeletion: "not-about-members" },
    editions: { privacy: "The club's books, meetings and messages", onDeletion: "not-about-members" },
    match_corrections: { privacy: "The club's books, meetings and messages", onDeletion: "not-about-members" },
  },
};
