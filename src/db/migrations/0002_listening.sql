-- A run is a stretch of listening without a jump: it began at run_start and came as far as reached.
ALTER TABLE progress ADD COLUMN device TEXT;
-- The running player that saved last, the number of its save, and the revision before its first save in a row.
ALTER TABLE progress ADD COLUMN client TEXT;
ALTER TABLE progress ADD COLUMN client_sequence INTEGER NOT NULL DEFAULT 0;
ALTER TABLE progress ADD COLUMN streak_base INTEGER NOT NULL DEFAULT 0;
ALTER TABLE progress ADD COLUMN run_start INTEGER NOT NULL DEFAULT 0;
ALTER TABLE progress ADD COLUMN reached INTEGER NOT NULL DEFAULT 0;
ALTER TABLE progress ADD COLUMN run_sought INTEGER NOT NULL DEFAULT 0;
UPDATE progress SET run_start = position, reached = position;

-- Places that a member left by a jump, so that no slip and no second device loses one.
CREATE TABLE progress_jumps (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  chapter INTEGER NOT NULL,
  device TEXT,
  left_at TEXT NOT NULL
) STRICT;
CREATE INDEX progress_jumps_by_place ON progress_jumps (user_id, book_id, id);

CREATE TABLE bookmarks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  chapter INTEGER NOT NULL,
  note TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX bookmarks_by_place ON bookmarks (user_id, book_id, position);
