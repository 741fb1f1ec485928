-- a monthly mail that was due before the service was enabled is left to the admin: enabling alone writes to nobody
ALTER TABLE email_settings ADD COLUMN enabled_at TEXT;
