import type { Wine } from "#contract/wines.ts";

import { requireRow } from "./errors.ts";
import type { Query } from "./query.ts";
import { type AuthorColumns, authorOf } from "./users.ts";

type WineFields = Pick<Wine, "name" | "kind" | "note" | "bookId">;

export function createWineStore(query: Query) {
  const select = `SELECT w.id, w.name, w.kind, w.note, w.book_id AS bookId, w.created_at AS createdAt,
      w.user_id AS userId, u.display_name AS displayName, u.photo_url AS photoURL,
      (SELECT count(*) FROM wine_likes WHERE wine_id = w.id) AS likes,
      EXISTS (SELECT 1 FROM wine_likes WHERE wine_id = w.id AND user_id = $viewerId) AS liked
    FROM wines w LEFT JOIN users u ON u.id = w.user_id`;
  const list = query<WineColumns>(`${select} WHERE w.id < $before ORDER BY w.id DESC LIMIT $limit`);
  const listOfBook = query<WineColumns>(
    `${select} WHERE w.book_id = $bookId AND w.id < $before ORDER BY w.id DESC LIMIT $limit`,
  );
  const find = query<WineColumns>(`${select} WHERE w.id = $id`);
  const insert = query<{ id: number }>(
    `INSERT INTO wines (name, kind, note, book_id, user_id, created_at, send_key)
     VALUES ($name, $kind, $note, $bookId, $userId, $now, $sendKey) RETURNING id`,
  );
  const update = query(`UPDATE wines SET name = $name, kind = $kind, note = $note, book_id = $bookId WHERE id = $id`);
  const remove = query(`DELETE FROM wines WHERE id = $id`);
  const like = query(`INSERT OR IGNORE INTO wine_likes (wine_id, user_id) VALUES ($id, $userId)`);
  const unlike = query(`DELETE FROM wine_likes WHERE wine_id = $id AND user_id = $userId`);

  type Page = { bookId?: number; before?: number; limit?: number };
  return {
    list: (viewerId: number, { bookId, before = Number.MAX_SAFE_INTEGER, limit = -1 }: Page): Wine[] => {
      const page = { viewerId, before, limit };
      return (bookId === undefined ? list.all(page) : listOfBook.all({ ...page, bookId })).map((row) =>
        toWine(row, viewerId),
      );
    },
    find: (id: number, viewerId: number): Wine | null => {
      const row = find.get({ id, viewerId });
      return row && toWine(row, viewerId);
    },
    insert: (fields: WineFields, row: NewRow): number =>
      requireRow(insert.get({ ...fields, ...row, sendKey: row.sendKey ?? null })).id,
    update: (id: number, fields: WineFields) => void update.run({ id, ...fields }),
    remove: (id: number) => void remove.run({ id }),
    like: (id: number, userId: number) => void like.run({ id, userId }),
    unlike: (id: number, userId: number) => void unlike.run({ id, userId }),
  };
}

type NewRow = { userId: number; now: string; sendKey?: string | undefined };
type WineColumns = Omit<Wine, "author" | "mine" | "liked"> & AuthorColumns & { liked: number };

function toWine({ userId, displayName, photoURL, liked, ...row }: WineColumns, viewerId: number): Wine {
  const author = authorOf({ userId, displayName, photoURL });
  return { ...row, author, mine: userId === viewerId, liked: liked === 1 };
}
