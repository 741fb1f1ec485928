-- why a service didn't take what was last sent there; empty when it did
ALTER TABLE push_subscriptions ADD COLUMN refused TEXT NOT NULL DEFAULT '';
ALTER TABLE ereader_books ADD COLUMN refused TEXT NOT NULL DEFAULT '';
