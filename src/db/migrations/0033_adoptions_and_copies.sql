-- A vote may give several months their book; a book may be lent and looked for.
CREATE TABLE poll_adoptions (
  poll_id INTEGER NOT NULL REFERENCES polls (id) ON DELETE CASCADE,
  nomination_id INTEGER NOT NULL REFERENCES nominations (id) ON DELETE CASCADE,
  -- yyyy-MM
  month TEXT NOT NULL,
  book_id INTEGER REFERENCES books (id) ON DELETE SET NULL,
  adopted_at TEXT NOT NULL,
  PRIMARY KEY (poll_id, month),
  UNIQUE (poll_id, nomination_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX poll_adoptions_by_nomination ON poll_adoptions (nomination_id);
CREATE INDEX poll_adoptions_by_book ON poll_adoptions (book_id);

INSERT INTO poll_adoptions (poll_id, nomination_id, month, book_id, adopted_at)
SELECT p.id, n.id, p.month, (SELECT min(b.id) FROM books b WHERE b.month = p.month AND b.title = n.title), p.adopted_at
FROM polls p JOIN nominations n ON n.id = p.adopted_id WHERE p.adopted_at IS NOT NULL;

-- the old columns stay as they were, and nothing reads them

CREATE TABLE book_copies (
  book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('lend', 'borrow')),
  said_at TEXT NOT NULL,
  PRIMARY KEY (book_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX book_copies_by_user ON book_copies (user_id);
