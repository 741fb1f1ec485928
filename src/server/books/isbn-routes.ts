import { Type } from "@sinclair/typebox";

import { FoundBook, IsbnLookup, TitleSearch } from "#contract/books.ts";
import { LongText } from "#contract/text.ts";
import { type Caller, writeAs } from "#server/access/caller.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import { countUse, limitText } from "#server/access/limits.ts";
import type { Deps } from "#server/deps.ts";
import { requireOwnScript } from "#server/http/cross-site.ts";

import { lookUpIsbn } from "./isbn.ts";
import { LOOK_UP_LIMIT } from "./look-up-limit.ts";
import { searchByTitle } from "./title-search.ts";

const Isbn = Type.Object({ isbn: Type.Optional(LongText({ max: 10_000 })) });

const NOT_KNOWN = { "too-many": limitText(LOOK_UP_LIMIT), "not-found": "No service knows this ISBN." };
const OWN_PAGES = "A page of another site can't call this; use the POST.";

/** Each look-up is a POST as well, because it counts, and asks services: SPEC's GET takes calls of own scripts alone. */
export const isbnRoutes = (deps: Deps) => {
  const lookUp = async (by: Caller, isbn: string) => {
    writeAs(deps, by, (author) => countUse(deps, author, LOOK_UP_LIMIT));
    return lookUpIsbn(deps, isbn);
  };
  const search = async (by: Caller, title: string) => {
    writeAs(deps, by, (author) => countUse(deps, author, LOOK_UP_LIMIT));
    return searchByTitle(deps, title);
  };
  return guardedRoutes(deps, { name: "isbn", tag: "Books" })
    .get("/api/books/isbn/:isbn?", ({ params, query, by }) => lookUp(by, params.isbn ?? query.isbn ?? ""), {
      transform: ({ request }) => requireOwnScript(request, deps.config),
      member: true,
      detail: {
        summary: "Look up a book by its ISBN",
        description:
          "Asks Open Library and Google Books. The ISBN may also stand in the path: `/api/books/isbn/9780141439587`.",
      },
      throws: { ...NOT_KNOWN, forbidden: OWN_PAGES },
      params: Isbn,
      query: Isbn,
      response: IsbnLookup,
    })
    .post("/api/books/isbn", ({ body, by }) => lookUp(by, body.isbn ?? ""), {
      member: true,
      detail: { summary: "Look up a book by its ISBN", description: "Asks Open Library and Google Books." },
      throws: NOT_KNOWN,
      body: Isbn,
      response: { 200: IsbnLookup },
    })
    .get("/api/books/search", ({ query, by }) => search(by, query.q), {
      transform: ({ request }) => requireOwnScript(request, deps.config),
      member: true,
      detail: { summary: "Search for a book by its title", description: "At most 10, from Open Library." },
      throws: { "too-many": limitText(LOOK_UP_LIMIT), forbidden: OWN_PAGES },
      query: TitleSearch,
      response: Type.Array(FoundBook),
    })
    .post("/api/books/search", ({ body, by }) => search(by, body.q), {
      member: true,
      detail: { summary: "Search for a book by its title", description: "At most 10, from Open Library." },
      throws: { "too-many": limitText(LOOK_UP_LIMIT) },
      body: TitleSearch,
      response: { 200: Type.Array(FoundBook) },
    });
};
