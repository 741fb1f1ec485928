-- like posts: what waited for the network may be sent again when its answer was lost
ALTER TABLE bookmarks ADD COLUMN send_key TEXT;
ALTER TABLE notes ADD COLUMN send_key TEXT;
ALTER TABLE note_replies ADD COLUMN send_key TEXT;
ALTER TABLE wines ADD COLUMN send_key TEXT;
CREATE UNIQUE INDEX bookmarks_by_send_key ON bookmarks (user_id, send_key) WHERE send_key IS NOT NULL;
CREATE UNIQUE INDEX notes_by_send_key ON notes (user_id, send_key) WHERE send_key IS NOT NULL;
CREATE UNIQUE INDEX note_replies_by_send_key ON note_replies (user_id, send_key) WHERE send_key IS NOT NULL;
CREATE UNIQUE INDEX wines_by_send_key ON wines (user_id, send_key) WHERE send_key IS NOT NULL;
