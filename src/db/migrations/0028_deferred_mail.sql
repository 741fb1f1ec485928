-- a mail server may ask for a mail to be tried again later; until then others go first
ALTER TABLE outbox ADD COLUMN not_before TEXT NOT NULL DEFAULT '';
