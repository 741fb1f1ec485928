import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";

import { IsbnLookup } from "#contract/books.ts";
import { LongText } from "#contract/text.ts";
import { writeAs } from "#server/access/caller.ts";
import { guards } from "#server/access/guards.ts";
import { spend } from "#server/access/limits.ts";
import type { Deps } from "#server/deps.ts";

export const isbnRoutes = (deps: Deps) =>
  new Elysia({ name: "isbn" }).use(guards(deps)).get(
    "/api/books/isbn/:isbn?",
    async ({ params, by }) => {
      writeAs(deps, by, (author) => spend(deps, author, "look-up"));
      const { lookUpIsbn } = await import("./isbn.ts");
      return lookUpIsbn(deps, params.isbn ?? "");
    },
    {
      member: true,
      params: Type.Object({ isbn: Type.Optional(LongText({ max: 10_000 })) }),
      response: IsbnLookup,
    },
  );
