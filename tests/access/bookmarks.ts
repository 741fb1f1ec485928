import { expect } from "bun:test";

import { json, madeBy, ofBook, type Rows, type Told } from "#tests/support/access-row.ts";
import { asJson, type World } from "#tests/support/access-world.ts";
import type { Person } from "#tests/support/club.ts";
import { jsonOf } from "#tests/support/json.ts";

export const told: Told = { "your bookmarks": ["bookmarks"] };

export const rows: Rows = {
  "GET /api/bookmarks": {
    ...ofBook("/api/bookmarks"),
    checks: {
      "only your own bookmarks": async ({ member, other, bookId }) => {
        await newBookmark({ bookId }, member);
        expect(await jsonOf(other.call("GET", `/api/bookmarks?bookId=${bookId}&userId=${member.user.id}`))).toEqual([]);
      },
    },
  },
  "POST /api/bookmarks": { body: ({ bookId }) => asJson({ bookId, currentTime: 5 }) },
  "DELETE /api/bookmarks/:id": {
    to: async (world, who) => `/api/bookmarks/${await newBookmark(world, who)}`,
    checks: {
      "nobody else's bookmark": async ({ member, other, admin, bookId }) => {
        const id = await newBookmark({ bookId }, member);
        for (const who of [other, admin]) expect((await who.call("DELETE", `/api/bookmarks/${id}`)).status).toBe(404);
        expect(await jsonOf(member.call("GET", `/api/bookmarks?bookId=${bookId}`))).toHaveLength(1);
      },
    },
  },
  "PATCH /api/bookmarks/:id": {
    ...json({ note: "The turn" }),
    to: async (world, who) => `/api/bookmarks/${await newBookmark(world, who)}`,
    checks: {
      "nobody else's note": async ({ member, other, admin, bookId }) => {
        const id = await newBookmark({ bookId }, member);
        for (const who of [other, admin])
          expect((await who.call("PATCH", `/api/bookmarks/${id}`, { note: "Mine" })).status).toBe(404);
        expect(await jsonOf(member.call("GET", `/api/bookmarks?bookId=${bookId}`))).toMatchObject([{ note: "" }]);
      },
    },
  },
};

/** The id of a new bookmark of that person. */
function newBookmark({ bookId }: Pick<World, "bookId">, who: Person): Promise<number> {
  return madeBy(who, "/api/bookmarks", { bookId, currentTime: 5 });
}
