import { Type } from "@sinclair/typebox";

import { Book, BookChange, BookTitle, NewBook } from "#contract/books.ts";
import { IdParams } from "#contract/ids.ts";
import { Nullable } from "#contract/nullable.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

import { changeBook, createBook } from "./books.ts";
import { currentBook } from "./current-book.ts";
import { requireBook } from "./visible-books.ts";

export const bookRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "books", tag: "Books" })
    .get("/api/books", () => deps.stores.books.listTitles(), {
      admin: true,
      detail: { summary: "List all books", description: "With the coming ones." },
      response: Type.Array(BookTitle),
    })
    .get("/api/books/current", () => currentBook(deps), {
      member: true,
      detail: { summary: "Show this month's book", description: "Null while the club has none." },
      response: Nullable(Book),
    })
    .get("/api/books/:id", ({ params, user }) => requireBook(deps, user, params.id), {
      admin: true,
      detail: { summary: "Show a book" },
      params: IdParams,
      response: Book,
    })
    .post("/api/books", async ({ body, by, status }) => status(201, await createBook(deps, body, by)), {
      admin: true,
      detail: { summary: "Add a book" },
      body: NewBook,
      response: { 201: Book },
    })
    .patch("/api/books/:id", ({ params, body, by }) => changeBook(deps, params.id, body, by), {
      admin: true,
      detail: { summary: "Change a book", description: "Null for a cover or a file name removes it." },
      throws: { conflict: "A field in `was` has changed in the meantime." },
      params: IdParams,
      body: BookChange,
      response: Book,
    });
