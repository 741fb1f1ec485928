import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";

import { IsbnLookup } from "#contract/books.ts";
import type { Deps } from "#server/deps.ts";
import { guards } from "#server/http/guards.ts";

/** What the world knows of a book (SPEC 7). Without an ISBN the answer says so, and not that the address is unknown. */
export const isbnRoutes = (deps: Deps) =>
  new Elysia({ name: "isbn" }).use(guards(deps)).get(
    "/api/books/isbn/:isbn?",
    async ({ params }) => {
      const { lookUpIsbn } = await import("./isbn.ts");
      return lookUpIsbn(deps, params.isbn ?? "");
    },
    {
      admin: true,
      params: Type.Object({ isbn: Type.Optional(Type.String()) }),
      response: IsbnLookup,
    },
  );
