-- a note changed since mustn't be overwritten when the bookmark is sent again with its older one
ALTER TABLE bookmarks ADD COLUMN edited_at TEXT;
