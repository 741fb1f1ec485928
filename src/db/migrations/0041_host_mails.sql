-- When a host's change was mailed to members, to count it (BEYOND 14). The host is null once the account is deleted.
CREATE TABLE host_mails (
  id INTEGER PRIMARY KEY,
  meeting_id INTEGER NOT NULL REFERENCES meetings (id) ON DELETE CASCADE,
  user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
  sent_at TEXT NOT NULL
) STRICT;
CREATE INDEX host_mails_by_meeting ON host_mails (meeting_id);
CREATE INDEX host_mails_by_user ON host_mails (user_id);

-- Whether its latest change was its host's: admins' changes are notified at once.
ALTER TABLE meetings ADD COLUMN changed_by_host INTEGER NOT NULL DEFAULT 0 CHECK (changed_by_host IN (0, 1));
