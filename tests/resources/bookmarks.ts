import { BOOKMARKS_MAX } from "#server/progress/bookmarks.ts";
import type { World } from "#tests/support/access-world.ts";
import { type Person } from "#tests/support/club.ts";
import { madeBy, NO_EFFECT, type TestedResource } from "#tests/support/tested-resource.ts";

export const newBookmark = ({ bookId }: Pick<World, "bookId">, person: Person): Promise<number> =>
  madeBy(person, "/api/bookmarks", { bookId, currentTime: 5 });

export const resource: TestedResource = {
  ids: {
    bookmarks: newBookmark,
  },
  bodies: {
    "PATCH /api/bookmarks/:id": { note: "The turn" },
    "POST /api/bookmarks": ({ bookId }) => ({ bookId, currentTime: 5 }),
  },
  effects: {
    "PATCH /api/bookmarks/:id": NO_EFFECT,
    "POST /api/bookmarks": { rows: BOOKMARKS_MAX, limit: BOOKMARKS_MAX },
  },
  tables: {
    bookmarks: { privacy: "your bookmarks", onDeletion: "deleted" },
  },
};
