-- The file whose seek table was looked at: MP3s from before uploads did so get one (books/mend-sound.ts).
ALTER TABLE books ADD COLUMN audiobook_checked_path TEXT;
-- Sentences about what of it members don't get, in JSON.
ALTER TABLE books ADD COLUMN audiobook_warnings TEXT NOT NULL DEFAULT '[]';
