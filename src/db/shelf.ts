import type { OwnReview, Review, ShelfBook, ShelfPage } from "#contract/shelf.ts";

import { changesOf, type Query, rowOf } from "./query.ts";
import { AUTHOR } from "./users.ts";

/** The service decides who sees the rating. */
type ShelfRow = Omit<ShelfBook, "metOn" | "evening">;

export type ShelfMeeting = {
  id: number;
  bookId: number;
  date: string;
  time: string;
  place: string;
  came: number;
};

export function createShelfStore({ sql, all }: Query) {
  // a meeting without a book is about its month's book
  const meetingColumns = sql`m.date, m.time, m.location AS place, m.came`;

  return {
    list: ({ from, to }: DateRange, userId: number): ShelfRow[] =>
      all<ShelfColumns>`
        SELECT b.id, b.title, b.author, b.cover_image AS coverImage, b.month, b.ebook_path IS NOT NULL AS "hasEbook:boolean",
               b.audiobook_path IS NOT NULL AS "hasAudiobook:boolean",
               t.stars AS allStars, t.squares, t.stars_count AS starsCount,
               CASE WHEN r.id IS NOT NULL THEN json_object('stars', r.stars, 'text', r.text, 'finished', r.finished) END
                 AS "mine:json",
               EXISTS (SELECT 1 FROM bookmarks k WHERE k.user_id = ${userId} AND k.book_id = b.id)
                 AS "hasHighlights:boolean"
        FROM books b LEFT JOIN ratings t ON t.book_id = b.id
          LEFT JOIN reviews r ON r.book_id = b.id AND r.user_id = ${userId}
        WHERE b.month BETWEEN ${from} AND ${to} ORDER BY b.month DESC, b.id DESC`.map(fromColumns),
    listMeetings: ({ from, to }: DateRange): ShelfMeeting[] => all<ShelfMeeting>`
      SELECT m.id, m.book_id AS bookId, ${meetingColumns} FROM books b JOIN meetings m ON m.book_id = b.id
      WHERE b.month BETWEEN ${from} AND ${to} AND m.cancelled_at IS NULL AND m.date <> ''
      UNION ALL
      SELECT m.id, (SELECT max(id) FROM books WHERE month = substr(m.date, 1, 7)), ${meetingColumns} FROM meetings m
      WHERE m.date BETWEEN ${`${from}-01`} AND ${`${to}-31`} AND m.book_id IS NULL AND m.cancelled_at IS NULL
      ORDER BY 3, 4, 1`,
    listWines: ({ from, to }: DateRange) => all<{ bookId: number; name: string }>`
      SELECT w.book_id AS bookId, w.name FROM books b JOIN wines w ON w.book_id = b.id
      WHERE b.month BETWEEN ${from} AND ${to} ORDER BY w.id`,
    listBrought: (meetingId: number) => all<ShelfPage["brought"][number]>`
      SELECT ${AUTHOR} AS "author:json", CASE WHEN n.id IS NULL THEN p.content WHEN p.quantity = 1 THEN n.what
               ELSE p.quantity || ' × ' || n.what END AS content
      FROM posts p JOIN users u ON u.id = p.user_id LEFT JOIN meeting_needs n ON n.id = p.need_id
      WHERE p.meeting_id = ${meetingId} ORDER BY p.id LIMIT 500`,
  };
}

export type DateRange = { from: string; to: string };

type StarSums = { allStars: number | null; squares: number | null; starsCount: number | null };
type ShelfColumns = Omit<ShelfRow, "rating" | "spread"> & StarSums;

function fromColumns({ allStars, squares, starsCount, ...book }: ShelfColumns): ShelfRow {
  const average = allStars && starsCount ? allStars / starsCount : null;
  return {
    ...book,
    rating: average && starsCount ? { average, count: starsCount } : null,
    // rounding errors must not make it negative
    spread: average && starsCount ? Math.sqrt(Math.max(0, (squares ?? 0) / starsCount - average ** 2)) : null,
  };
}

/** Reviews of deleted accounts remain without a name (BEYOND 4). */
export function createReviewStore({ oneOrNull, all, valueOrNull, exists, run }: Query) {
  const updateRating = (bookId: number) => run`
    INSERT OR REPLACE INTO ratings (book_id, stars, squares, stars_count, reviews_count)
    SELECT ${bookId}, coalesce(sum(stars), 0), coalesce(sum(stars * stars), 0), count(stars), count(*) FROM reviews
    WHERE book_id = ${bookId}`;

  return {
    find: (bookId: number, userId: number) => oneOrNull<OwnReview>`
      SELECT stars, text, finished FROM reviews WHERE book_id = ${bookId} AND user_id = ${userId}`,
    list: (bookId: number, viewerId: number) => all<Review>`
      SELECT r.stars, r.text, r.finished, r.created_at AS createdAt, ${AUTHOR} AS "author:json",
             r.user_id IS ${viewerId} AS "mine:boolean"
      FROM reviews r LEFT JOIN users u ON u.id = r.user_id WHERE r.book_id = ${bookId} ORDER BY r.id DESC`,
    count: (bookId: number) => valueOrNull<number>`SELECT reviews_count FROM ratings WHERE book_id = ${bookId}` ?? 0,
    /** An edited review retains its position in the list. */
    save: (bookId: number, userId: number, { stars, text, finished }: OwnReview, now: string) => {
      run`
        INSERT INTO reviews ${rowOf({ bookId, userId, stars, text, finished, createdAt: now })}
        ON CONFLICT (book_id, user_id) DO UPDATE SET ${changesOf({ stars, text, finished })}`;
      updateRating(bookId);
    },
    delete: (bookId: number, userId: number): boolean => {
      const wasDeleted = exists`DELETE FROM reviews WHERE book_id = ${bookId} AND user_id = ${userId} RETURNING id`;
      updateRating(bookId);
      return wasDeleted;
    },
  };
}
