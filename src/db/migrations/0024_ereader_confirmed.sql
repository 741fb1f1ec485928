-- An e-reader's address gets books once its owner pressed the link in a first mail.
ALTER TABLE users ADD COLUMN ereader_confirmed INTEGER NOT NULL DEFAULT 0 CHECK (ereader_confirmed IN (0, 1));

-- Nobody confirmed the addresses of before, so each gets its link now.
INSERT INTO outbox (kind, about, period, user_id, email, queued_at, changed_at)
SELECT 'ereader-link', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m', 'now'), id, ereader_email,
       strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
FROM users WHERE ereader_email IS NOT NULL;
