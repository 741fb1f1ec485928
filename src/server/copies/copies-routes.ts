import { Copies, NewCopy } from "#contract/copies.ts";
import { IdParams } from "#contract/ids.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

import { readCopies, sayCopy, withdrawCopy } from "./copies.ts";

export const copyRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "copies", tag: "Books" })
    .get("/api/books/:id/copies", ({ user, params }) => readCopies(deps, user, params.id), {
      member: true,
      detail: {
        summary: "Show who can lend a book",
        description: "And who is looking for one. Nobody once its meeting is over.",
      },
      params: IdParams,
      response: Copies,
    })
    .put("/api/books/:id/copy", ({ by, params, body }) => sayCopy(deps, by, params.id, body.kind), {
      member: true,
      detail: { summary: "Say that you can lend a book, or look for one" },
      throws: { conflict: "The meeting about this book is over." },
      params: IdParams,
      body: NewCopy,
      response: Copies,
    })
    .delete("/api/books/:id/copy", ({ by, params }) => withdrawCopy(deps, by, params.id), {
      member: true,
      detail: { summary: "Take back that you can lend a book, or look for one" },
      params: IdParams,
      response: Copies,
    });
