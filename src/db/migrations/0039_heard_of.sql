-- length of the sound that a place was measured on: a shorter file may replace it
ALTER TABLE progress ADD COLUMN of_seconds REAL;
UPDATE progress SET of_seconds = (SELECT audiobook_seconds FROM books WHERE id = book_id);
