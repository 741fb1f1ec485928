-- keys of what was deleted: a device whose answer was lost may send it again, and mustn't bring it back
CREATE TABLE deleted_sends (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  noun TEXT NOT NULL,
  send_key TEXT NOT NULL,
  PRIMARY KEY (user_id, noun, send_key)
) STRICT, WITHOUT ROWID;
-- triggers, because rows are also deleted with what they belong to
CREATE TRIGGER post_sends AFTER DELETE ON posts
  WHEN old.send_key IS NOT NULL AND EXISTS (SELECT 1 FROM users WHERE id = old.user_id) BEGIN
  INSERT OR IGNORE INTO deleted_sends (user_id, noun, send_key) VALUES (old.user_id, 'posts', old.send_key);
END;
CREATE TRIGGER bookmark_sends AFTER DELETE ON bookmarks
  WHEN old.send_key IS NOT NULL AND EXISTS (SELECT 1 FROM users WHERE id = old.user_id) BEGIN
  INSERT OR IGNORE INTO deleted_sends (user_id, noun, send_key) VALUES (old.user_id, 'bookmarks', old.send_key);
END;
CREATE TRIGGER note_sends AFTER DELETE ON notes
  WHEN old.send_key IS NOT NULL AND EXISTS (SELECT 1 FROM users WHERE id = old.user_id) BEGIN
  INSERT OR IGNORE INTO deleted_sends (user_id, noun, send_key) VALUES (old.user_id, 'notes', old.send_key);
END;
CREATE TRIGGER reply_sends AFTER DELETE ON note_replies
  WHEN old.send_key IS NOT NULL AND EXISTS (SELECT 1 FROM users WHERE id = old.user_id) BEGIN
  INSERT OR IGNORE INTO deleted_sends (user_id, noun, send_key) VALUES (old.user_id, 'note_replies', old.send_key);
END;
CREATE TRIGGER wine_sends AFTER DELETE ON wines
  WHEN old.send_key IS NOT NULL AND EXISTS (SELECT 1 FROM users WHERE id = old.user_id) BEGIN
  INSERT OR IGNORE INTO deleted_sends (user_id, noun, send_key) VALUES (old.user_id, 'wines', old.send_key);
END;
