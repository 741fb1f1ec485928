import { Type } from "@sinclair/typebox";

import { FoundBook, IsbnLookup, TitleSearch } from "./books.ts";
import { calls } from "./call.ts";
import type { Limit } from "./rate-limit.ts";
import { LongText } from "./text.ts";

/** Admins plan months of books at once. */
export const LOOK_UP_LIMIT: Limit = {
  key: "look-up",
  max: 30,
  per: "hour",
  message: "look up # books and covers an hour",
  forAdmins: false,
};

export const lookUpCalls = () =>
  calls("Books", {
    "GET /api/books/isbn/:isbn?": {
      by: "member",
      summary: "Look up a book by its ISBN",
      description:
        "Asks Open Library and Google Books. The ISBN may also stand in the path: `/api/books/isbn/9780141439587`.",
      params: Isbn,
      query: Isbn,
      response: IsbnLookup,
      isForOwnScripts: true,
      throws: { "not-found": "No service knows this ISBN.", forbidden: OWN_PAGES },
      limits: [LOOK_UP_LIMIT],
    },
    "POST /api/books/isbn": {
      by: "member",
      summary: "Look up a book by its ISBN",
      description: "Asks Open Library and Google Books.",
      body: Isbn,
      response: IsbnLookup,
      throws: { "not-found": "No service knows this ISBN." },
      limits: [LOOK_UP_LIMIT],
    },
    "GET /api/books/search": {
      by: "member",
      summary: "Search for a book by its title",
      description: "At most 10, from Open Library.",
      query: TitleSearch,
      response: Type.Array(FoundBook),
      isForOwnScripts: true,
      throws: { forbidden: OWN_PAGES },
      limits: [LOOK_UP_LIMIT],
    },
    "POST /api/books/search": {
      by: "member",
      summary: "Search for a book by its title",
      description: "At most 10, from Open Library.",
      body: TitleSearch,
      response: Type.Array(FoundBook),
      limits: [LOOK_UP_LIMIT],
    },
  });

const Isbn = Type.Object({ isbn: Type.Optional(LongText({ max: 10_000 })) });

const OWN_PAGES = "A page of another site can't call this; use the POST.";
