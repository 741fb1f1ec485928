-- how often the password was reset; answer links are signed with it, so they end with a reset
ALTER TABLE users ADD COLUMN resets INTEGER NOT NULL DEFAULT 0 CHECK (resets >= 0);
