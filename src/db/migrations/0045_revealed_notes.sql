-- Notes that stay visible to a member although the text they are about is ahead of them in a later edition.
CREATE TABLE revealed_notes (
  note_id INTEGER NOT NULL REFERENCES notes (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (note_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX revealed_notes_by_user ON revealed_notes (user_id);

-- JSON: passages that are at another place in the next edition, [from, end, to, end in that edition]
ALTER TABLE editions ADD COLUMN moved TEXT NOT NULL DEFAULT '[]';
