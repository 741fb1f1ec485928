import { readListening } from "#server/alignment/preserved-progress.ts";
import { attachFile } from "#server/books/book-files.ts";
import type { World } from "#tests/support/access-world.ts";
import { audioChapters, bookOf, plainChapters } from "#tests/support/reading-book.ts";

const MEMBER_COUNT = 500;
const CHAPTERS = 100;
/** A hundred years, the most that the list of months shows. */
const MONTH_COUNT = 1200;

/**
 * Fills the world's club to its limits: 500 members, the maximum number of records for a member and the world's book,
 * and a hundred years of books and meetings. The book has a text and an audiobook of a hundred chapters. Texts have
 * usual lengths.
 */
export async function fillClub({ club, admin, member, bookId }: World): Promise<void> {
  const words = Array.from({ length: CHAPTERS }, (_, index) => 300 + ((index * 37) % 290));
  const lengths = words.map((count) => count * 0.6);
  const seconds = lengths.reduce((sum, length) => sum + length, 0);
  const { deps, db } = club;
  const bytes = new Uint8Array(bookOf({ chapters: plainChapters(words) }));
  const received = await deps.disk.receive(new Blob([bytes]).stream(), { maxBytes: 50_000_000 });
  await attachFile(deps, { bookId, kind: "ebook", filename: "full.epub", received, readListening });
  const audiobook = deps.stores.books.findFile(bookId, "audiobook");
  if (!audiobook) throw new Error("The world's book has no sound");
  deps.stores.books.replaceFile(bookId, "audiobook", audiobook, { seconds, chapters: audioChapters(lengths) });
  const values = {
    $book: bookId,
    $admin: admin.user.id,
    $member: member.user.id,
    $members: MEMBER_COUNT,
    $now: deps.clock.now().toISOString(),
    $seconds: Math.floor(seconds),
    $ebookPath: deps.stores.books.findFile(bookId, "ebook")?.path ?? "",
    $audiobookPath: audiobook.path,
  };
  db.transaction(() => {
    for (const statement of STATEMENTS) {
      const usedValues = Object.fromEntries(Object.entries(values).filter(([name]) => statement.includes(name)));
      db.query(statement).run(usedValues);
    }
  })();
}

const numbersUpTo = (count: number | string) =>
  `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
const bothMembers = "(SELECT $member AS id UNION SELECT $admin)";
const longText = (length: number) => `substr(replace(hex(zeroblob(${length})), '0', 'ä b'), 1, ${length})`;

const STATEMENTS = [
  `${numbersUpTo("$members")} INSERT INTO users (username, username_key, display_name, email, email_key, password_hash, created_at)
   SELECT 'full' || i, 'full' || i, 'Full ' || i, 'full' || i || '@example.org', 'full' || i || '@example.org', 'x', $now FROM n`,
  `${numbersUpTo(MONTH_COUNT)} INSERT INTO books (title, author, synopsis, month, isbn, created_at)
   SELECT 'Title ' || i, 'Author ' || i, ${longText(1500)}, strftime('%Y-%m', '2026-11-01', '-' || i || ' months'), '', $now FROM n`,
  `INSERT INTO reviews (book_id, user_id, stars, text, finished, created_at)
   SELECT $book, id, 1 + id % 5, ${longText(400)}, 'yes', $now FROM users`,
  `INSERT INTO reviews (book_id, user_id, stars, text, finished, created_at)
   SELECT books.id, users.id, 4, ${longText(200)}, 'yes', $now FROM books, (SELECT id FROM users LIMIT 8) AS users WHERE books.id <> $book`,
  `INSERT INTO ratings (book_id, stars, stars_count, reviews_count, squares)
   SELECT book_id, sum(stars), count(*), count(*), sum(stars * stars) FROM reviews GROUP BY book_id`,
  `${numbersUpTo(MONTH_COUNT)} INSERT INTO meetings (uid, date, time, location, moved_at, changed_at, created_at)
   SELECT 'full-' || i, date('2026-12-20', '-' || i || ' months'), '19:00', ${longText(300)}, $now, $now, $now FROM n`,
  `INSERT INTO meeting_answers (meeting_id, user_id, answer, guests, answered_at)
   SELECT meetings.id, users.id, 'yes', 9, $now FROM (SELECT id FROM meetings ORDER BY date DESC LIMIT 60) AS meetings, users`,
  `${numbersUpTo(99)} INSERT INTO meeting_needs (meeting_id, what, quantity, created_at)
   SELECT meetings.id, ${longText(80)}, 99, $now FROM n, (SELECT id FROM meetings ORDER BY date DESC LIMIT 3) AS meetings`,
  `${numbersUpTo(20)} INSERT INTO posts (user_id, content, created_at, meeting_id)
   SELECT users.id, ${longText(500)}, $now, (SELECT id FROM meetings ORDER BY date DESC LIMIT 1) FROM users, n`,
  `INSERT INTO posts (user_id, content, created_at, meeting_id, need_id, quantity)
   SELECT users.id, ${longText(80)}, $now, meeting_id, needs.id, 1 FROM users, (SELECT * FROM meeting_needs LIMIT 20) AS needs`,
  `${numbersUpTo(500)} INSERT INTO bookmarks (user_id, book_id, position, quote, chapter, note, created_at)
   SELECT who.id, $book, (i * 7919) % $seconds, ${longText(500)}, 0, ${longText(500)}, $now FROM n, ${bothMembers} AS who`,
  `${numbersUpTo(30)} INSERT INTO progress_jumps (user_id, book_id, position, chapter, left_at)
   SELECT who.id, $book, i, 0, $now FROM n, ${bothMembers} AS who`,
  `${numbersUpTo(30)} INSERT INTO reading_jumps (user_id, book_id, fraction, locator, left_at)
   SELECT who.id, $book, i / 31.0, ${longText(2000)}, $now FROM n, ${bothMembers} AS who`,
  `${numbersUpTo(50)} INSERT INTO anchors (user_id, book_id, ebook_path, audiobook_path, seconds, fraction, made_at)
   SELECT users.id, $book, $ebookPath, $audiobookPath, (i * 7919 + users.id * 31) % $seconds,
          min(1, ((i * 7919 + users.id * 31) % $seconds) * 1.0 / $seconds), $now FROM users, n`,
  `${numbersUpTo(4)} INSERT INTO notes (book_id, user_id, fraction, chapter, chapter_title, text, quote, kind, created_at)
   SELECT $book, users.id, i / 5.0, i, 'Chapter', ${longText(250)}, ${longText(100)}, 'note', $now FROM users, n`,
  `INSERT INTO note_replies (note_id, user_id, text, created_at) SELECT id, user_id, ${longText(200)}, $now FROM notes`,
  `INSERT INTO note_hearts (note_id, user_id) SELECT id, user_id FROM notes`,
  `INSERT INTO revealed_notes (note_id, user_id) SELECT id, user_id FROM notes`,
  `INSERT INTO open_talks (book_id, opened_at) VALUES ($book, $now)`,
  `${numbersUpTo(5)} INSERT INTO nominations (title, author, isbn, synopsis, reason, user_id, created_at)
   SELECT 'Wish ' || users.id || ' ' || i, 'Author', '', ${longText(600)}, ${longText(200)}, users.id, $now FROM users, n`,
  `${numbersUpTo(4)} INSERT INTO wines (name, kind, note, user_id, created_at)
   SELECT ${longText(60)}, 'red', ${longText(200)}, users.id, $now FROM users, n`,
  `INSERT INTO wine_likes (wine_id, user_id) SELECT wines.id, users.id FROM (SELECT id FROM wines LIMIT 500) AS wines, (SELECT id FROM users LIMIT 100) AS users`,
  `${numbersUpTo(10_000)} INSERT INTO audit (at, actor, kind, subject) SELECT $now, 'Ada', 'book-changed', ${longText(300)} FROM n`,
  `${numbersUpTo(500)} INSERT INTO invitations (code_hash, uses, created_at, expires_at, made_by)
   SELECT randomblob(32), 1, $now, '2099-01-01T00:00:00.000Z', $admin FROM n`,
  `${numbersUpTo(50)} INSERT INTO sessions (token_hash, user_id, device, created_at, last_seen_at)
   SELECT randomblob(32), who.id, 'Another browser', $now, $now FROM n, ${bothMembers} AS who`,
  `${numbersUpTo(19)} INSERT INTO passkeys (user_id, credential_id, public_key, counter, name, created_at)
   SELECT who.id, 'full' || who.id || i, x'00', 0, 'A key', $now FROM n, ${bothMembers} AS who`,
  `${numbersUpTo(20)} INSERT INTO outbox (kind, about, period, user_id, state, email, queued_at, changed_at)
   SELECT 'announcement', i, '2026-12', users.id, 'sent', users.email, $now, $now FROM users, n`,
];
