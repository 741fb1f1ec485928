-- An admin's word on which chapter of the sound is which of the text, for these two files.
CREATE TABLE match_corrections (
  book_id INTEGER PRIMARY KEY REFERENCES books (id) ON DELETE CASCADE,
  ebook_path TEXT NOT NULL,
  audiobook_path TEXT NOT NULL,
  -- JSON: [{ "chapter", "section", "fragment", "confidence" }]
  pairs TEXT NOT NULL
) STRICT;

-- The same as progress, for text: fractions of the book.
CREATE TABLE reading_progress (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
  fraction REAL NOT NULL CHECK (fraction BETWEEN 0 AND 1),
  locator TEXT,
  revision INTEGER NOT NULL,
  updated_at TEXT NOT NULL,
  device TEXT,
  client TEXT,
  client_sequence INTEGER NOT NULL,
  streak_base INTEGER NOT NULL,
  run_start REAL NOT NULL,
  reached REAL NOT NULL,
  reached_locator TEXT,
  run_sought INTEGER NOT NULL CHECK (run_sought IN (0, 1)),
  -- the furthest that counts, and since when a jump waits to count
  counted REAL NOT NULL,
  jumped_at TEXT,
  PRIMARY KEY (user_id, book_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX reading_progress_by_book ON reading_progress (book_id);

CREATE TABLE reading_jumps (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
  fraction REAL NOT NULL,
  locator TEXT,
  device TEXT,
  left_at TEXT NOT NULL
) STRICT;
CREATE INDEX reading_jumps_by_place ON reading_jumps (user_id, book_id, id);

-- The furthest that counts, in seconds, and where the jump began that waits to count.
ALTER TABLE progress ADD COLUMN counted INTEGER NOT NULL DEFAULT 0;
ALTER TABLE progress ADD COLUMN jumped_to INTEGER;
UPDATE progress SET counted = reached;

-- What readers of paper say. `settled` is the furthest that stood for a minute.
CREATE TABLE reached_by_word (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
  fraction REAL NOT NULL,
  said_at TEXT NOT NULL,
  settled REAL NOT NULL,
  PRIMARY KEY (user_id, book_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX reached_by_word_by_book ON reached_by_word (book_id);

-- A bookmark may lie in the text as well: its position in seconds is then null.
CREATE TABLE bookmarks_of_both (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
  position INTEGER,
  fraction REAL,
  locator TEXT,
  quote TEXT NOT NULL DEFAULT '',
  chapter INTEGER NOT NULL,
  note TEXT NOT NULL,
  created_at TEXT NOT NULL,
  CHECK ((position IS NULL) <> (fraction IS NULL))
) STRICT;
INSERT INTO bookmarks_of_both (id, user_id, book_id, position, chapter, note, created_at)
  SELECT id, user_id, book_id, position, chapter, note, created_at FROM bookmarks;
DROP TABLE bookmarks;
ALTER TABLE bookmarks_of_both RENAME TO bookmarks;
CREATE INDEX bookmarks_by_place ON bookmarks (user_id, book_id, id);
