-- A member's paper copy, and the page they're on; null before they said one.
CREATE TABLE paper_places (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
  pages INTEGER NOT NULL,
  page INTEGER,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (user_id, book_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX paper_places_by_book ON paper_places (book_id);

-- Pages whose place in the text is known.
CREATE TABLE paper_points (
  user_id INTEGER NOT NULL,
  book_id INTEGER NOT NULL,
  page INTEGER NOT NULL,
  fraction REAL NOT NULL,
  PRIMARY KEY (user_id, book_id, page),
  FOREIGN KEY (user_id, book_id) REFERENCES paper_places (user_id, book_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Pages that another page replaced.
CREATE TABLE paper_jumps (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
  page INTEGER NOT NULL,
  pages INTEGER NOT NULL,
  left_at TEXT NOT NULL
) STRICT;
CREATE INDEX paper_jumps_by_place ON paper_jumps (user_id, book_id, id);
CREATE INDEX paper_jumps_by_book ON paper_jumps (book_id);
