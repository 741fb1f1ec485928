import type { Database } from "bun:sqlite";

import type { OwnReview, ShelfBook, ShelfPage } from "#contract/shelf.ts";

import { type AuthorColumns, authorOf } from "./users.ts";

/** Who may see the rating, and whether the meeting is over, is the service's decision. */
type ShelfRow = Omit<ShelfBook, "metOn" | "evening">;

export type ShelfMeeting = {
  id: number;
  bookId: number;
  date: string;
  time: string;
  place: string;
  came: number;
};

export function createShelfStore(db: Database) {
  const list = db.query<ShelfColumns, Range & { userId: number }>(
    `SELECT b.id, b.title, b.author, b.cover_image AS coverImage, b.month, b.ebook_path IS NOT NULL AS hasEbook,
            b.audiobook_path IS NOT NULL AS hasAudiobook, t.stars AS allStars, t.squares, t.stars_count AS starsCount,
            r.id AS reviewId, r.stars, r.text, r.finished,
            EXISTS (SELECT 1 FROM bookmarks k WHERE k.user_id = $userId AND k.book_id = b.id) AS hasHighlights
     FROM books b LEFT JOIN ratings t ON t.book_id = b.id
       LEFT JOIN reviews r ON r.book_id = b.id AND r.user_id = $userId
     WHERE b.month BETWEEN $from AND $to ORDER BY b.month DESC, b.id DESC`,
  );
  // a meeting without its own book is about its month's
  const fields = "m.date, m.time, m.location AS place, m.came";
  const meetings = db.query<ShelfMeeting, Range & { firstDay: string; lastDay: string }>(
    `SELECT m.id, m.book_id AS bookId, ${fields} FROM books b JOIN meetings m ON m.book_id = b.id
     WHERE b.month BETWEEN $from AND $to AND m.cancelled_at IS NULL AND m.date <> ''
     UNION ALL
     SELECT m.id, (SELECT max(id) FROM books WHERE month = substr(m.date, 1, 7)), ${fields} FROM meetings m
     WHERE m.date BETWEEN $firstDay AND $lastDay AND m.book_id IS NULL AND m.cancelled_at IS NULL
     ORDER BY 3, 4, 1`,
  );
  const wines = db.query<{ bookId: number; name: string }, Range>(
    `SELECT w.book_id AS bookId, w.name FROM books b JOIN wines w ON w.book_id = b.id
     WHERE b.month BETWEEN $from AND $to ORDER BY w.id`,
  );
  const brought = db.query<AuthorColumns & { content: string }, { meetingId: number }>(
    `SELECT CASE WHEN n.id IS NULL THEN p.content WHEN p.quantity = 1 THEN n.what ELSE p.quantity || ' × ' || n.what END
              AS content, u.id AS userId, u.display_name AS displayName, u.photo_url AS photoURL
     FROM posts p JOIN users u ON u.id = p.user_id LEFT JOIN meeting_needs n ON n.id = p.need_id
     WHERE p.meeting_id = $meetingId ORDER BY p.id LIMIT 500`,
  );

  return {
    list: (range: Range, userId: number): ShelfRow[] => list.all({ ...range, userId }).map(fromColumns),
    meetings: ({ from, to }: Range): ShelfMeeting[] =>
      meetings.all({ from, to, firstDay: `${from}-01`, lastDay: `${to}-31` }),
    wines: (range: Range) => wines.all(range),
    brought: (meetingId: number): ShelfPage["brought"] =>
      brought.all({ meetingId }).map(({ content, ...author }) => ({ content, author: authorOf(author) })),
  };
}

export type Range = { from: string; to: string };

type ShelfColumns = Omit<ShelfRow, "rating" | "spread" | "mine" | "hasEbook" | "hasAudiobook" | "hasHighlights"> &
  OwnReview & {
    hasEbook: number;
    hasAudiobook: number;
    hasHighlights: number;
    allStars: number | null;
    squares: number | null;
    starsCount: number | null;
    reviewId: number | null;
  };

function fromColumns(row: ShelfColumns): ShelfRow {
  const {
    hasEbook,
    hasAudiobook,
    hasHighlights,
    allStars,
    squares,
    starsCount,
    reviewId,
    stars,
    text,
    finished,
    ...book
  } = row;
  const average = allStars && starsCount ? allStars / starsCount : null;
  return {
    ...book,
    rating: average && starsCount ? { average, count: starsCount } : null,
    // rounding must not make it negative
    spread: average && starsCount ? Math.sqrt(Math.max(0, (squares ?? 0) / starsCount - average ** 2)) : null,
    hasEbook: hasEbook === 1,
    hasAudiobook: hasAudiobook === 1,
    hasHighlights: hasHighlights === 1,
    mine: reviewId === null ? null : { stars, text, finished },
  };
}
