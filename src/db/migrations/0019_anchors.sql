-- "I'm here": a member's word that a second of this audiobook is this place in this text.
CREATE TABLE anchors (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
  ebook_path TEXT NOT NULL,
  audiobook_path TEXT NOT NULL,
  seconds INTEGER NOT NULL CHECK (seconds >= 0),
  fraction REAL NOT NULL CHECK (fraction BETWEEN 0 AND 1),
  made_at TEXT NOT NULL
) STRICT;
CREATE INDEX anchors_by_book ON anchors (book_id, id);
CREATE INDEX anchors_by_user ON anchors (user_id);
