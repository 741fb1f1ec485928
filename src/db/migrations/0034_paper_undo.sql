-- The fixed points of a page that was left, so that going back restores them; null for those left before.
-- JSON: [{ "page", "fraction" }]
ALTER TABLE paper_jumps ADD COLUMN points TEXT;
