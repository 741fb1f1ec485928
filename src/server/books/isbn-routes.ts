import { Type } from "@sinclair/typebox";

import { FoundBook, IsbnLookup, TitleSearch } from "#contract/books.ts";
import { LongText } from "#contract/text.ts";
import { writeAs } from "#server/access/caller.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import { countUse, limitText } from "#server/access/limits.ts";
import type { Deps } from "#server/deps.ts";

import { LOOK_UP_LIMIT } from "./look-up-limit.ts";

const Isbn = Type.Object({ isbn: Type.Optional(LongText({ max: 10_000 })) });

export const isbnRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "isbn", tag: "Books" })
    .get(
      "/api/books/isbn/:isbn?",
      async ({ params, query, by }) => {
        writeAs(deps, by, (author) => countUse(deps, author, LOOK_UP_LIMIT));
        const { lookUpIsbn } = await import("./isbn.ts");
        return lookUpIsbn(deps, params.isbn ?? query.isbn ?? "");
      },
      {
        member: true,
        detail: {
          summary: "Look up a book by its ISBN",
          description:
            "Asks Open Library and Google Books. The ISBN may also stand in the path: `/api/books/isbn/9780141439587`.",
        },
        throws: { "too-many": limitText(LOOK_UP_LIMIT), "not-found": "No service knows this ISBN." },
        params: Isbn,
        query: Isbn,
        response: IsbnLookup,
      },
    )
    .get(
      "/api/books/search",
      async ({ query, by }) => {
        writeAs(deps, by, (author) => countUse(deps, author, LOOK_UP_LIMIT));
        const { searchByTitle } = await import("./title-search.ts");
        return searchByTitle(deps, query.q);
      },
      {
        member: true,
        detail: { summary: "Search for a book by its title", description: "At most 10, from Open Library." },
        throws: { "too-many": limitText(LOOK_UP_LIMIT) },
        query: TitleSearch,
        response: Type.Array(FoundBook),
      },
    );
