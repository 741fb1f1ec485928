-- when a change, not the time, put a meeting into the past: a mistyped date can be corrected from then on
ALTER TABLE meetings ADD COLUMN set_past_at TEXT;
