import type { Wine } from "#contract/wines.ts";

import { changesOf, type Query, rowOf } from "./query.ts";
import { AUTHOR } from "./users.ts";

type WineFields = Pick<Wine, "name" | "kind" | "note" | "bookId">;

export function createWineStore({ sql, oneOrNull, all, value, run }: Query) {
  const selectFor = (viewerId: number) => sql`
    SELECT w.id, w.name, w.kind, w.note, w.book_id AS bookId, w.created_at AS createdAt,
      ${AUTHOR} AS "author:json", w.user_id IS ${viewerId} AS "mine:boolean",
      (SELECT count(*) FROM wine_likes WHERE wine_id = w.id) AS likes,
      EXISTS (SELECT 1 FROM wine_likes WHERE wine_id = w.id AND user_id = ${viewerId}) AS "liked:boolean"
    FROM wines w LEFT JOIN users u ON u.id = w.user_id`;

  type Page = { bookId?: number; before?: number; limit?: number };
  return {
    list: (viewerId: number, { bookId, before = Number.MAX_SAFE_INTEGER, limit = -1 }: Page) => all<Wine>`
      ${selectFor(viewerId)} WHERE ${bookId === undefined ? sql`TRUE` : sql`w.book_id = ${bookId}`}
        AND w.id < ${before} ORDER BY w.id DESC LIMIT ${limit}`,
    find: (id: number, viewerId: number) => oneOrNull<Wine>`${selectFor(viewerId)} WHERE w.id = ${id}`,
    insert: ({ name, kind, note, bookId }: WineFields, { userId, now, sendKey }: NewRow): number => value<number>`
      INSERT INTO wines ${rowOf({ name, kind, note, bookId, userId, createdAt: now, sendKey })} RETURNING id`,
    update: (id: number, { name, kind, note, bookId }: WineFields) => run`
      UPDATE wines SET ${changesOf({ name, kind, note, bookId })} WHERE id = ${id}`,
    delete: (id: number) => run`DELETE FROM wines WHERE id = ${id}`,
    like: (id: number, userId: number) => run`
      INSERT OR IGNORE INTO wine_likes (wine_id, user_id) VALUES (${id}, ${userId})`,
    unlike: (id: number, userId: number) => run`DELETE FROM wine_likes WHERE wine_id = ${id} AND user_id = ${userId}`,
  };
}

type NewRow = { userId: number; now: string; sendKey?: string | undefined };
