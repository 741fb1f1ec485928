-- the reset that took a post off the board while what was brought to the evening stays on the shelf; no reference, because
-- resets are forgotten
ALTER TABLE posts ADD COLUMN cleared_by INTEGER;
CREATE INDEX posts_by_reset ON posts (cleared_by) WHERE cleared_by IS NOT NULL;
