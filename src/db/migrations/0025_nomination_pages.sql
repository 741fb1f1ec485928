-- How long a nominated book is; null where nobody knows.
ALTER TABLE nominations ADD COLUMN pages INTEGER;
