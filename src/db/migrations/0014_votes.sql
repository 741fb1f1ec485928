CREATE TABLE nominations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  title TEXT NOT NULL,
  author TEXT NOT NULL,
  isbn TEXT NOT NULL,
  synopsis TEXT NOT NULL,
  cover_image TEXT,
  reason TEXT NOT NULL,
  -- null once the account is deleted
  user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
  -- when it became a month's book
  chosen_at TEXT,
  -- a closed poll shows it for a while
  removed_at TEXT,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX nominations_by_user ON nominations (user_id);

CREATE TABLE polls (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- yyyy-MM of the book it decides
  month TEXT NOT NULL,
  closes_at TEXT NOT NULL,
  -- null while it's open; a clock that is set back opens nothing
  closed_at TEXT,
  -- ballots that weren't empty, and members, when it closed
  voted INTEGER NOT NULL DEFAULT 0,
  members INTEGER NOT NULL DEFAULT 0,
  adopted_id INTEGER REFERENCES nominations (id) ON DELETE SET NULL,
  adopted_at TEXT,
  created_at TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX polls_one_open ON polls (closed_at IS NULL) WHERE closed_at IS NULL;
CREATE INDEX polls_by_adopted ON polls (adopted_id);

CREATE TABLE poll_options (
  poll_id INTEGER NOT NULL REFERENCES polls (id) ON DELETE CASCADE,
  nomination_id INTEGER NOT NULL REFERENCES nominations (id) ON DELETE CASCADE,
  -- counted when it closes, so that an account deleted later takes no vote along
  votes INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (poll_id, nomination_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX poll_options_by_nomination ON poll_options (nomination_id);

-- who voted for what; goes when the poll is no longer shown
CREATE TABLE ballots (
  poll_id INTEGER NOT NULL REFERENCES polls (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  nomination_id INTEGER NOT NULL REFERENCES nominations (id) ON DELETE CASCADE,
  PRIMARY KEY (poll_id, user_id, nomination_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX ballots_by_user ON ballots (user_id);
CREATE INDEX ballots_by_nomination ON ballots (nomination_id);

CREATE TABLE wines (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  note TEXT NOT NULL,
  book_id INTEGER REFERENCES books (id) ON DELETE SET NULL,
  -- null once the account is deleted
  user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX wines_by_book ON wines (book_id);
CREATE INDEX wines_by_user ON wines (user_id);

-- a like stays without its member
CREATE TABLE wine_likes (
  wine_id INTEGER NOT NULL REFERENCES wines (id) ON DELETE CASCADE,
  user_id INTEGER REFERENCES users (id) ON DELETE SET NULL
) STRICT;
CREATE UNIQUE INDEX wine_likes_by_wine ON wine_likes (wine_id, user_id);
CREATE INDEX wine_likes_by_user ON wine_likes (user_id);

-- what came onto the shelf together can be taken back together
CREATE TABLE imports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  undone_at TEXT
) STRICT;

CREATE TABLE import_books (
  import_id INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
  PRIMARY KEY (import_id, book_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX import_books_by_book ON import_books (book_id);

-- how far opinions of a book lie apart is the spread of its stars
ALTER TABLE ratings ADD COLUMN squares INTEGER NOT NULL DEFAULT 0;
UPDATE ratings SET squares = (SELECT coalesce(sum(stars * stars), 0) FROM reviews WHERE book_id = ratings.book_id);
