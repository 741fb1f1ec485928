import { bookCalls } from "#contract/books.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { changeBook, createBook } from "./books.ts";
import { currentBook } from "./current-book.ts";
import { requireBook } from "./visible-books.ts";

export const bookRoutes = (deps: Deps) =>
  routes(deps, bookCalls())
    .on("GET /api/books", () => deps.stores.books.listTitles())
    .on("GET /api/books/current", () => currentBook(deps))
    .on("GET /api/books/:id", ({ params, user }) => requireBook(deps, user, params.id))
    .on("POST /api/books", ({ body, actor }) => createBook(deps, actor, body))
    .on("PATCH /api/books/:id", ({ params, body, actor }) => changeBook(deps, actor, params.id, body));
