-- Secret addresses of members' feeds; kept readable, because their owners look them up.
CREATE TABLE feeds (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('podcast', 'opds')),
  token TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL,
  last_fetched_at TEXT,
  last_fetched_by TEXT,
  PRIMARY KEY (user_id, kind)
) STRICT;

-- An e-reader's own address takes books by email; null for none.
ALTER TABLE users ADD COLUMN ereader_email TEXT;
ALTER TABLE users ADD COLUMN ereader_each_book INTEGER NOT NULL DEFAULT 0 CHECK (ereader_each_book IN (0, 1));

-- Books that went to an e-reader by themselves, so that each goes once.
CREATE TABLE ereader_books (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
  sent_at TEXT NOT NULL,
  PRIMARY KEY (user_id, book_id)
) STRICT;
