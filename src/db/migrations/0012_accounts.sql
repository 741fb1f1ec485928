-- one-time secrets of links, codes and challenges, as SHA-256; one is taken by deleting its row
CREATE TABLE one_time_secrets (
  hash BLOB PRIMARY KEY,
  purpose TEXT NOT NULL,
  user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  -- a device's code ends with the session that made it
  session_id INTEGER REFERENCES sessions (id) ON DELETE CASCADE,
  -- the admin who made a link for somebody else
  made_by INTEGER REFERENCES users (id) ON DELETE CASCADE,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX one_time_secrets_by_user ON one_time_secrets (user_id);
CREATE INDEX one_time_secrets_by_session ON one_time_secrets (session_id);
CREATE INDEX one_time_secrets_by_maker ON one_time_secrets (made_by);

CREATE TABLE passkeys (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- base64url, as browsers send it
  credential_id TEXT NOT NULL UNIQUE,
  public_key BLOB NOT NULL,
  counter INTEGER NOT NULL,
  name TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_used_at TEXT
) STRICT;
CREATE INDEX passkeys_by_user ON passkeys (user_id);

-- a browser that wants notifications; they end with its session
CREATE TABLE push_subscriptions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  endpoint TEXT NOT NULL UNIQUE,
  p256dh TEXT NOT NULL,
  auth TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX push_subscriptions_by_user ON push_subscriptions (user_id);
CREATE INDEX push_subscriptions_by_session ON push_subscriptions (session_id);

-- at most one row: the club's VAPID keys, base64url
CREATE TABLE push_keys (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  public_key TEXT NOT NULL,
  private_key TEXT NOT NULL
) STRICT;

-- what has been notified of, so that nobody hears of it twice
CREATE TABLE push_sent (
  about TEXT PRIMARY KEY,
  sent_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
