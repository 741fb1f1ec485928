ALTER TABLE users ADD COLUMN wants_meeting_mail INTEGER NOT NULL DEFAULT 1 CHECK (wants_meeting_mail IN (0, 1));
ALTER TABLE users ADD COLUMN wants_announcements INTEGER NOT NULL DEFAULT 1 CHECK (wants_announcements IN (0, 1));

CREATE TABLE announcements (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  subject TEXT NOT NULL,
  message TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;

-- kept readable: their owners look them up
CREATE TABLE calendar_feeds (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  token TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL
) STRICT;

-- The outbox anew, because a CHECK can't be changed: more kinds, each at most once for a person and what it is about.
CREATE TABLE new_outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  -- the month it was queued in, yyyy-MM in the club's zone
  period TEXT NOT NULL,
  -- what it may go out once for: a month, a meeting and its date, a meeting and its sequence, an announcement
  about TEXT NOT NULL DEFAULT '',
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  state TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending', 'sent', 'failed', 'unknown')),
  email TEXT NOT NULL DEFAULT '',
  reason TEXT NOT NULL DEFAULT '',
  queued_at TEXT NOT NULL,
  changed_at TEXT NOT NULL
) STRICT;
INSERT INTO new_outbox (id, kind, period, about, user_id, state, email, reason, queued_at, changed_at)
SELECT id, kind, period, CASE kind WHEN 'monthly' THEN period ELSE '' END, user_id, state, email, reason, queued_at, changed_at
FROM outbox;
DROP TABLE outbox;
ALTER TABLE new_outbox RENAME TO outbox;
CREATE UNIQUE INDEX outbox_once ON outbox (kind, about, user_id);
CREATE INDEX outbox_by_state ON outbox (state);
CREATE INDEX outbox_by_period ON outbox (period, kind);
CREATE INDEX outbox_by_user ON outbox (user_id);
