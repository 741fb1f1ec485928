import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";

import { Book, BookChange, BookTitle, NewBook } from "#contract/books.ts";
import { IdParams } from "#contract/ids.ts";
import { Nullable } from "#contract/nullable.ts";
import { guards } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";
import { synchronous } from "#server/http/synchronous.ts";

import { changeBook, createBook } from "./books.ts";
import { currentBook } from "./current-book.ts";
import { requireBook } from "./visible-books.ts";

export const bookRoutes = (deps: Deps) =>
  new Elysia({ name: "books" })
    .use(guards(deps))
    .get("/api/books", () => deps.stores.books.listTitles(), { admin: true, response: Type.Array(BookTitle) })
    .get(
      "/api/books/current",
      synchronous(() => currentBook(deps)),
      { member: true, response: Nullable(Book) },
    )
    .get("/api/books/:id", ({ params, user }) => requireBook(deps, user, Number(params.id)), {
      admin: true,
      params: IdParams,
      response: Book,
    })
    .post("/api/books", async ({ body, by, status }) => status(201, await createBook(deps, body, by)), {
      admin: true,
      body: NewBook,
      response: { 201: Book },
    })
    .patch("/api/books/:id", ({ params, body, by }) => changeBook(deps, Number(params.id), body, by), {
      admin: true,
      params: IdParams,
      body: BookChange,
      response: Book,
    });
