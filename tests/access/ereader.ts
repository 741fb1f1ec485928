import { expect } from "bun:test";

import { issueOneTimeToken } from "#server/access/one-time-tokens.ts";
import { type Rows, type Told } from "#tests/support/access-row.ts";
import { asJson, type World } from "#tests/support/access-world.ts";
import type { Person } from "#tests/support/club.ts";
import { jsonOf } from "#tests/support/json.ts";

const ADDRESS = { ereaderEmail: "reader@kindle.example" };

export const told: Told = { "books sent to your eReader": ["ereader_books"] };

export const rows: Rows = {
  "POST /api/books/:id/send": {
    to: async (world, who) => {
      await world.files();
      return `/api/books/${await withEreader(world, who)}/send`;
    },
  },
  "POST /api/profile/ereader/link": {
    to: async (_world, who) => {
      await who.call("PATCH", "/api/profile", ADDRESS);
      return "/api/profile/ereader/link";
    },
    checks: {
      "the link and the caller's other mails to eReaders are ten a day": async ({ member }) => {
        await member.call("PATCH", "/api/profile", ADDRESS);
        for (let at = 1; at < 10; at += 1)
          expect((await member.call("POST", "/api/profile/ereader/link")).status).toBe(202);
        expect((await member.call("POST", "/api/profile/ereader/link")).status).toBe(429);
      },
    },
  },
  "POST /api/ereader/confirm": {
    body: async ({ club, other }) => {
      await other.call("PATCH", "/api/profile", ADDRESS);
      return asJson({ token: issueOneTimeToken(club.deps, "ereader", { userId: other.user.id }).secret });
    },
    checks: {
      "confirms the link's owner, not the caller, and only once": async ({ club, member, other }) => {
        for (const who of [member, other]) await who.call("PATCH", "/api/profile", ADDRESS);
        const { secret: token } = issueOneTimeToken(club.deps, "ereader", { userId: other.user.id });
        expect((await member.call("POST", "/api/ereader/confirm", { token })).status).toBe(200);
        expect((await member.call("POST", "/api/ereader/confirm", { token })).status).toBe(404);
        const confirmed = async (who: Person) => (await jsonOf(who.call("GET", "/api/profile"))).ereaderConfirmed;
        expect([await confirmed(member), await confirmed(other)]).toEqual([false, true]);
      },
    },
  },
  "POST /api/profile/ereader/test": {
    to: async (world, who) => {
      await withEreader(world, who);
      return "/api/profile/ereader/test";
    },
  },
};

async function withEreader({ club, bookId }: World, who: Person): Promise<number> {
  await who.call("PATCH", "/api/profile", ADDRESS);
  const { secret: token } = issueOneTimeToken(club.deps, "ereader", { userId: who.user.id });
  await who.call("POST", "/api/ereader/confirm", { token });
  return bookId;
}
