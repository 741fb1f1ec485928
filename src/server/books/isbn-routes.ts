import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";

import { IsbnLookup } from "#contract/books.ts";
import { LOOKUPS_AN_HOUR } from "#contract/limits.ts";
import { LongText } from "#contract/text.ts";
import { guards } from "#server/access/guards.ts";
import { createRateLimit } from "#server/access/rate-limit.ts";
import type { Deps } from "#server/deps.ts";

export const isbnRoutes = (deps: Deps) => {
  const limitMembers = createRateLimit({
    max: LOOKUPS_AN_HOUR,
    windowMs: 60 * 60 * 1000,
    message: `You can look up ${LOOKUPS_AN_HOUR} books an hour.`,
  });
  return new Elysia({ name: "isbn" }).use(guards(deps)).get(
    "/api/books/isbn/:isbn?",
    async ({ params, user }) => {
      if (!user.isAdmin) limitMembers(String(user.id), deps.clock.now());
      const { lookUpIsbn } = await import("./isbn.ts");
      return lookUpIsbn(deps, params.isbn ?? "");
    },
    {
      member: true,
      params: Type.Object({ isbn: Type.Optional(LongText({ max: 10_000 })) }),
      response: IsbnLookup,
    },
  );
};
