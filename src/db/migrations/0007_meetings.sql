-- The meeting was five strings of `content`; each is a record now. The old columns stay as they were, and nothing reads
-- them: the way back is the copy from before this step.
CREATE TABLE meetings (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- of the calendar event; without an @ it is completed by the club's short name, as it was before there were records
  uid TEXT NOT NULL UNIQUE,
  -- null: the book of the date's month
  book_id INTEGER REFERENCES books (id) ON DELETE SET NULL,
  -- yyyy-MM-dd, HH:mm in the club's zone, or empty
  date TEXT NOT NULL DEFAULT '',
  time TEXT NOT NULL DEFAULT '',
  location TEXT NOT NULL DEFAULT '',
  cancelled_at TEXT,
  sequence INTEGER NOT NULL DEFAULT 0,
  -- when date or time were last set: reminders skip what moved too late
  moved_at TEXT NOT NULL,
  changed_at TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX meetings_by_date ON meetings (date, time);
CREATE INDEX meetings_by_book ON meetings (book_id);

CREATE TABLE meeting_answers (
  meeting_id INTEGER NOT NULL REFERENCES meetings (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  answer TEXT NOT NULL CHECK (answer IN ('yes', 'maybe', 'no')),
  guests INTEGER NOT NULL DEFAULT 0,
  answered_at TEXT NOT NULL,
  PRIMARY KEY (meeting_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX meeting_answers_by_user ON meeting_answers (user_id);

CREATE TABLE meeting_needs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  meeting_id INTEGER NOT NULL REFERENCES meetings (id) ON DELETE CASCADE,
  what TEXT NOT NULL,
  quantity INTEGER NOT NULL CHECK (quantity > 0),
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX meeting_needs_by_meeting ON meeting_needs (meeting_id);

-- a claim is a post with a need
ALTER TABLE posts ADD COLUMN edited_at TEXT;
ALTER TABLE posts ADD COLUMN meeting_id INTEGER REFERENCES meetings (id) ON DELETE SET NULL;
ALTER TABLE posts ADD COLUMN need_id INTEGER REFERENCES meeting_needs (id) ON DELETE CASCADE;
ALTER TABLE posts ADD COLUMN quantity INTEGER;
CREATE INDEX posts_by_meeting ON posts (meeting_id, id);
CREATE UNIQUE INDEX posts_by_need ON posts (need_id, user_id) WHERE need_id IS NOT NULL;
ALTER TABLE removed_posts ADD COLUMN edited_at TEXT;
ALTER TABLE removed_posts ADD COLUMN meeting_id INTEGER REFERENCES meetings (id) ON DELETE SET NULL;
ALTER TABLE removed_posts ADD COLUMN need_id INTEGER REFERENCES meeting_needs (id) ON DELETE CASCADE;
ALTER TABLE removed_posts ADD COLUMN quantity INTEGER;
CREATE INDEX removed_posts_by_meeting ON removed_posts (meeting_id);
CREATE INDEX removed_posts_by_need ON removed_posts (need_id);

-- the message from the team, by the month from which on it holds
CREATE TABLE month_messages (
  month TEXT PRIMARY KEY,
  message TEXT NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO meetings (uid, book_id, date, time, location, moved_at, changed_at, created_at)
SELECT
  'meeting-' || CASE WHEN meeting_date = '' THEN 'first' ELSE substr(meeting_date, 1, 7) END,
  (SELECT id FROM books WHERE month <= CASE WHEN meeting_date = '' THEN strftime('%Y-%m', 'now') ELSE substr(meeting_date, 1, 7) END
   ORDER BY month DESC, id DESC LIMIT 1),
  meeting_date, meeting_time, meeting_location,
  strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
FROM content
WHERE meeting_date <> '' OR meeting_time <> '' OR meeting_location <> '';

-- what was posted after the meeting's evening is for the next one
UPDATE posts SET meeting_id = (SELECT id FROM meetings LIMIT 1)
WHERE EXISTS (SELECT 1 FROM meetings WHERE date = '' OR posts.created_at < date(meetings.date, '+2 days'));

-- half a day back, because the club's month may begin later than UTC's, and a message of a coming month is not shown
INSERT INTO month_messages (month, message)
SELECT strftime('%Y-%m', 'now', '-12 hours'), president_message FROM content WHERE president_message <> '';
