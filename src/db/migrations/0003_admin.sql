-- what admins did; the name stays when its owner is deleted
CREATE TABLE audit (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL
) STRICT;

-- a reset of the board, kept with the posts that it took while it can be undone
CREATE TABLE board_resets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  reset_at TEXT NOT NULL
) STRICT;

CREATE TABLE removed_posts (
  id INTEGER PRIMARY KEY,
  reset_id INTEGER NOT NULL REFERENCES board_resets (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  content TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX removed_posts_by_reset ON removed_posts (reset_id);
CREATE INDEX removed_posts_by_user ON removed_posts (user_id);
