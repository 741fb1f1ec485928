-- How often a member did what has a limit, since the first time of the running minute, hour, day or month.
CREATE TABLE usage (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  what TEXT NOT NULL,
  since TEXT NOT NULL,
  count INTEGER NOT NULL CHECK (count > 0),
  PRIMARY KEY (user_id, what)
) STRICT, WITHOUT ROWID;
