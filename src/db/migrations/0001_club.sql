CREATE TABLE invitations (
  id INTEGER PRIMARY KEY,
  code_hash BLOB NOT NULL UNIQUE,
  is_admin INTEGER NOT NULL DEFAULT 0 CHECK (is_admin IN (0, 1)),
  uses INTEGER NOT NULL CHECK (uses > 0),
  used INTEGER NOT NULL DEFAULT 0 CHECK (used BETWEEN 0 AND uses),
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  revoked_at TEXT
) STRICT;

CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  username TEXT NOT NULL,
  -- the one form in which names are compared: NFKC, trimmed, lower case
  username_key TEXT NOT NULL UNIQUE,
  display_name TEXT NOT NULL,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL UNIQUE,
  photo_url TEXT,
  is_admin INTEGER NOT NULL DEFAULT 0 CHECK (is_admin IN (0, 1)),
  password_hash TEXT NOT NULL,
  -- set by an admin's reset: the password is good for signing in until then
  temporary_until TEXT,
  invitation_id INTEGER REFERENCES invitations (id) ON DELETE SET NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX users_by_invitation ON users (invitation_id);

CREATE TABLE sessions (
  id INTEGER PRIMARY KEY,
  token_hash BLOB NOT NULL UNIQUE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  device TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_seen_at TEXT NOT NULL
) STRICT;
CREATE INDEX sessions_by_user ON sessions (user_id);

-- a browser in which a member has signed in before: an outsider's guesses never delay it
CREATE TABLE known_devices (
  token_hash BLOB NOT NULL,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  seen_at TEXT NOT NULL,
  PRIMARY KEY (token_hash, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX known_devices_by_user ON known_devices (user_id);

CREATE TABLE attempts (
  -- who tries what: 'sign-in:name:ann', 'sign-in:address:203.0.113.9', 'code:address:…'
  key TEXT PRIMARY KEY,
  failures INTEGER NOT NULL,
  last_at TEXT NOT NULL,
  blocked_until TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- at most one row: the printed link that makes the first admin
CREATE TABLE set_up (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  code_hash BLOB NOT NULL,
  expires_at TEXT NOT NULL
) STRICT;

CREATE TABLE content (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  welcome_message TEXT NOT NULL DEFAULT '',
  president_message TEXT NOT NULL DEFAULT '',
  meeting_date TEXT NOT NULL DEFAULT '',
  meeting_time TEXT NOT NULL DEFAULT '',
  meeting_location TEXT NOT NULL DEFAULT ''
) STRICT;
INSERT INTO content (id) VALUES (1);

CREATE TABLE books (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  title TEXT NOT NULL,
  author TEXT NOT NULL,
  synopsis TEXT NOT NULL DEFAULT '',
  month TEXT NOT NULL,
  isbn TEXT NOT NULL DEFAULT '',
  audiobook_narrator TEXT NOT NULL DEFAULT '',
  audiobook_duration TEXT NOT NULL DEFAULT '',
  cover_image TEXT,
  ebook_filename TEXT,
  -- below STORAGE_DIR
  ebook_path TEXT,
  ebook_size INTEGER,
  ebook_sha256 TEXT,
  ebook_uploaded_at TEXT,
  audiobook_filename TEXT,
  audiobook_path TEXT,
  audiobook_size INTEGER,
  audiobook_sha256 TEXT,
  audiobook_uploaded_at TEXT,
  audiobook_seconds REAL,
  -- JSON: [{ "title": …, "start": seconds }]
  chapters TEXT NOT NULL DEFAULT '[]',
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX books_by_month ON books (month);

CREATE TABLE posts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  content TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX posts_by_user ON posts (user_id);

CREATE TABLE progress (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
  -- seconds
  position INTEGER NOT NULL CHECK (position >= 0),
  chapter INTEGER NOT NULL DEFAULT 0,
  revision INTEGER NOT NULL DEFAULT 0,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (user_id, book_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX progress_by_book ON progress (book_id);
