-- Pages of a text that were turned as one reads, their code points and their seconds (BEYOND 9).
ALTER TABLE reading_progress ADD COLUMN paced_pages INTEGER NOT NULL DEFAULT 0;
ALTER TABLE reading_progress ADD COLUMN paced_code_points INTEGER NOT NULL DEFAULT 0;
ALTER TABLE reading_progress ADD COLUMN paced_seconds INTEGER NOT NULL DEFAULT 0;

-- Whether a member is told what is left until the meeting.
ALTER TABLE users ADD COLUMN wants_pace INTEGER NOT NULL DEFAULT 1 CHECK (wants_pace IN (0, 1));
