ALTER TABLE users ADD COLUMN wants_monthly_mail INTEGER NOT NULL DEFAULT 1 CHECK (wants_monthly_mail IN (0, 1));

CREATE TABLE email_settings (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  enabled INTEGER NOT NULL DEFAULT 0 CHECK (enabled IN (0, 1)),
  -- signs the links that end the monthly mail
  unsubscribe_key BLOB NOT NULL,
  -- who works through the outbox, and until when nobody else may
  sender TEXT,
  lease_until TEXT,
  -- why sending paused, and when it goes on
  pause_reason TEXT,
  paused_until TEXT
) STRICT;
INSERT INTO email_settings (id, unsubscribe_key) VALUES (1, randomblob(32));

-- a row for each mail, before anything is sent: no mail goes out without one, and a row goes out once
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('monthly', 'welcome')),
  -- yyyy-MM in the club's zone
  period TEXT NOT NULL,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  state TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending', 'sent', 'failed', 'unknown')),
  -- where it went; empty until it is taken up
  email TEXT NOT NULL DEFAULT '',
  reason TEXT NOT NULL DEFAULT '',
  queued_at TEXT NOT NULL,
  changed_at TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX outbox_monthly_once ON outbox (period, user_id) WHERE kind = 'monthly';
CREATE UNIQUE INDEX outbox_welcome_once ON outbox (user_id) WHERE kind = 'welcome';
CREATE INDEX outbox_by_state ON outbox (state);
CREATE INDEX outbox_by_period ON outbox (period, kind);
CREATE INDEX outbox_by_user ON outbox (user_id);
