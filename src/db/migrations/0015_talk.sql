-- What members say about a place in a book. They go with the account, unless their author's name is taken off before.
CREATE TABLE notes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
  user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  fraction REAL NOT NULL CHECK (fraction BETWEEN 0 AND 1),
  -- of the file that was there: another one doesn't move a note
  chapter INTEGER,
  chapter_title TEXT,
  text TEXT NOT NULL,
  quote TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('note', 'question')),
  created_at TEXT NOT NULL,
  edited_at TEXT
) STRICT;
CREATE INDEX notes_by_place ON notes (book_id, fraction, id, chapter, user_id);
CREATE INDEX notes_by_chapter ON notes (book_id, chapter, fraction, id, user_id);
CREATE INDEX notes_by_user ON notes (user_id);

CREATE TABLE note_replies (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  note_id INTEGER NOT NULL REFERENCES notes (id) ON DELETE CASCADE,
  user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  text TEXT NOT NULL,
  created_at TEXT NOT NULL,
  edited_at TEXT
) STRICT;
CREATE INDEX note_replies_by_note ON note_replies (note_id, id);
CREATE INDEX note_replies_by_user ON note_replies (user_id);

CREATE TABLE note_hearts (
  note_id INTEGER NOT NULL REFERENCES notes (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (note_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX note_hearts_by_user ON note_hearts (user_id);

-- Books whose talk an admin has opened.
CREATE TABLE open_talks (
  book_id INTEGER PRIMARY KEY REFERENCES books (id) ON DELETE CASCADE,
  opened_at TEXT NOT NULL
) STRICT;
