-- Rows that were deleted before deleting overwrote them are still in the file's free pages: fill those with zeros. Only
-- so much at once, because SQLite takes no longer values.
CREATE TABLE zeros (bytes BLOB NOT NULL) STRICT;
INSERT INTO zeros
  SELECT zeroblob(min(500000000, freelist_count * page_size)) FROM pragma_freelist_count, pragma_page_size;
DROP TABLE zeros;
