CREATE TABLE reviews (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
  -- null once the account is deleted: the review stays
  user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
  stars INTEGER CHECK (stars BETWEEN 1 AND 5),
  text TEXT NOT NULL,
  finished TEXT CHECK (finished IN ('yes', 'partly', 'no')),
  created_at TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX reviews_by_book ON reviews (book_id, user_id);
CREATE INDEX reviews_by_user ON reviews (user_id);

-- the sums of reviews, so that a shelf of years doesn't read each of them
CREATE TABLE ratings (
  book_id INTEGER PRIMARY KEY REFERENCES books (id) ON DELETE CASCADE,
  stars INTEGER NOT NULL,
  stars_count INTEGER NOT NULL,
  reviews_count INTEGER NOT NULL
) STRICT;
