-- Who hosts a meeting, and the dates it asks members about.
ALTER TABLE meetings ADD COLUMN host_id INTEGER REFERENCES users (id) ON DELETE SET NULL;
CREATE INDEX meetings_by_host ON meetings (host_id);
-- how often it asked for a date, so that an email's link ends with its question
ALTER TABLE meetings ADD COLUMN date_questions INTEGER NOT NULL DEFAULT 0;

CREATE TABLE meeting_dates (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  meeting_id INTEGER NOT NULL REFERENCES meetings (id) ON DELETE CASCADE,
  -- yyyy-MM-dd and HH:mm in the club's zone
  date TEXT NOT NULL,
  time TEXT NOT NULL,
  UNIQUE (meeting_id, date, time)
) STRICT;

-- who can come on a date
CREATE TABLE meeting_date_votes (
  date_id INTEGER NOT NULL REFERENCES meeting_dates (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (date_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX meeting_date_votes_by_user ON meeting_date_votes (user_id);

-- who answered the question, also with "none of them"
CREATE TABLE meeting_date_answers (
  meeting_id INTEGER NOT NULL REFERENCES meetings (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  answered_at TEXT NOT NULL,
  PRIMARY KEY (meeting_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX meeting_date_answers_by_user ON meeting_date_answers (user_id);
