import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";

import { Book } from "#contract/books.ts";
import type { Deps } from "#server/deps.ts";
import { guards } from "#server/guards.ts";
import { currentBook } from "#server/services/current-book.ts";

/** The club's books (SPEC 7). */
export const bookRoutes = (deps: Deps) =>
  new Elysia({ name: "books" }).use(guards(deps)).get("/api/books/current", () => currentBook(deps), {
    member: true,
    response: Type.Union([Book, Type.Null()]),
  });
