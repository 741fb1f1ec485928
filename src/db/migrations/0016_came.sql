-- how many came to a meeting, guests included: 500 answers to each are too many to add up for every look at the shelf
ALTER TABLE meetings ADD COLUMN came INTEGER NOT NULL DEFAULT 0;
UPDATE meetings SET came = (SELECT coalesce(sum(1 + guests), 0) FROM meeting_answers
  WHERE meeting_id = meetings.id AND answer = 'yes');

CREATE TRIGGER came_answered AFTER INSERT ON meeting_answers WHEN new.answer = 'yes' BEGIN
  UPDATE meetings SET came = came + 1 + new.guests WHERE id = new.meeting_id;
END;
CREATE TRIGGER came_changed AFTER UPDATE ON meeting_answers BEGIN
  UPDATE meetings SET came = came + iif(new.answer = 'yes', 1 + new.guests, 0) - iif(old.answer = 'yes', 1 + old.guests, 0)
  WHERE id = new.meeting_id;
END;
-- also when an account goes
CREATE TRIGGER came_withdrawn AFTER DELETE ON meeting_answers WHEN old.answer = 'yes' BEGIN
  UPDATE meetings SET came = came - 1 - old.guests WHERE id = old.meeting_id;
END;
