import { LOOK_UP_LIMIT, lookUpCalls } from "#contract/look-ups.ts";
import { type Caller, writeAs } from "#server/access/caller.ts";
import { consumeLimit } from "#server/access/limits.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { lookUpIsbn } from "./isbn.ts";
import { searchByTitle } from "./title-search.ts";

/** Each look-up is a POST as well, because it counts, and asks services: SPEC's GET takes calls of own scripts alone. */
export const isbnRoutes = (deps: Deps) => {
  const lookUp = async (actor: Caller, isbn: string) => {
    writeAs(deps, actor, (author) => consumeLimit(deps, author, LOOK_UP_LIMIT));
    return lookUpIsbn(deps, isbn);
  };
  const search = async (actor: Caller, title: string) => {
    writeAs(deps, actor, (author) => consumeLimit(deps, author, LOOK_UP_LIMIT));
    return searchByTitle(deps, title);
  };
  return routes(deps, lookUpCalls())
    .on("GET /api/books/isbn/:isbn?", ({ params, query, actor }) => lookUp(actor, params.isbn ?? query.isbn ?? ""))
    .on("POST /api/books/isbn", ({ body, actor }) => lookUp(actor, body.isbn ?? ""))
    .on("GET /api/books/search", ({ query, actor }) => search(actor, query.q))
    .on("POST /api/books/search", ({ body, actor }) => search(actor, body.q));
};
