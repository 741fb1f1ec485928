-- Editions of a book's files that were replaced or removed, and where their places are in the one that followed.
CREATE TABLE editions (
  book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('ebook', 'audiobook')),
  edition TEXT NOT NULL,
  -- the edition that followed; null while there is none
  next TEXT,
  -- JSON: with `next`, places in it and in the next one, [from, to, …]; without, its titles, lengths and some words
  known TEXT NOT NULL,
  PRIMARY KEY (book_id, kind, edition)
) STRICT, WITHOUT ROWID;

-- What counted of the sound as a file or the match last changed, as a share of the text, and the seconds it was.
ALTER TABLE progress ADD COLUMN held_share REAL;
ALTER TABLE progress ADD COLUMN held_seconds INTEGER;

-- places measured on a longer sound than the one that replaced it: they move with the file from now on, so nothing reads
-- of_seconds any more
UPDATE progress SET
  position = CAST(position * share AS INTEGER), run_start = CAST(run_start * share AS INTEGER),
  reached = CAST(progress.reached * share AS INTEGER), counted = CAST(counted * share AS INTEGER),
  jumped_to = CAST(jumped_to * share AS INTEGER)
FROM (SELECT b.id, b.audiobook_seconds / p.of_seconds AS share, p.user_id FROM books b
      JOIN progress p ON p.book_id = b.id WHERE p.of_seconds > b.audiobook_seconds) old
WHERE progress.book_id = old.id AND progress.user_id = old.user_id;
