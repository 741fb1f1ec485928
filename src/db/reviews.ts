import type { Database } from "bun:sqlite";

import type { OwnReview, Review } from "#contract/shelf.ts";

import { type AuthorColumns, authorOf } from "./users.ts";

/** BEYOND 4. Those of deleted accounts stay without a name. */
export function createReviewStore(db: Database) {
  const find = db.query<OwnReview, { bookId: number; userId: number }>(
    `SELECT stars, text, finished FROM reviews WHERE book_id = $bookId AND user_id = $userId`,
  );
  const list = db.query<ReviewColumns, { bookId: number }>(
    `SELECT r.stars, r.text, r.finished, r.created_at AS createdAt, r.user_id AS userId,
            u.display_name AS displayName, u.photo_url AS photoURL
     FROM reviews r LEFT JOIN users u ON u.id = r.user_id WHERE r.book_id = $bookId ORDER BY r.id DESC`,
  );
  const count = db.query<{ count: number }, { bookId: number }>(
    `SELECT reviews_count AS count FROM ratings WHERE book_id = $bookId`,
  );
  const save = db.query<never, OwnReview & { bookId: number; userId: number; now: string }>(
    `INSERT INTO reviews (book_id, user_id, stars, text, finished, created_at)
     VALUES ($bookId, $userId, $stars, $text, $finished, $now)
     ON CONFLICT (book_id, user_id) DO UPDATE SET stars = $stars, text = $text, finished = $finished`,
  );
  const remove = db.query<{ id: number }, { bookId: number; userId: number }>(
    `DELETE FROM reviews WHERE book_id = $bookId AND user_id = $userId RETURNING id`,
  );
  const addUp = db.query<never, { bookId: number }>(
    `INSERT OR REPLACE INTO ratings (book_id, stars, squares, stars_count, reviews_count)
     SELECT $bookId, coalesce(sum(stars), 0), coalesce(sum(stars * stars), 0), count(stars), count(*) FROM reviews WHERE book_id = $bookId`,
  );

  return {
    find: (bookId: number, userId: number) => find.get({ bookId, userId }),
    list: (bookId: number, viewerId: number): Review[] =>
      list.all({ bookId }).map(({ userId, displayName, photoURL, ...review }) => ({
        ...review,
        author: authorOf({ userId, displayName, photoURL }),
        mine: userId === viewerId,
      })),
    count: (bookId: number) => count.get({ bookId })?.count ?? 0,
    /** Writes or replaces the member's review, keeping its place in the list. */
    save: (bookId: number, userId: number, review: OwnReview, now: string) => {
      save.run({ bookId, userId, ...review, now });
      addUp.run({ bookId });
    },
    remove: (bookId: number, userId: number): boolean => {
      const removed = remove.get({ bookId, userId }) !== null;
      addUp.run({ bookId });
      return removed;
    },
  };
}

type ReviewColumns = Omit<Review, "author" | "mine"> & AuthorColumns;
