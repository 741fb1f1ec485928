-- It served the removal of a member alone, and cost each post a page of its own in the write-ahead log.
DROP INDEX posts_by_user;
