-- who made it: with the admin's place in the club goes every invitation of theirs that is still open
ALTER TABLE invitations ADD COLUMN made_by INTEGER REFERENCES users (id) ON DELETE SET NULL;
CREATE INDEX invitations_by_maker ON invitations (made_by);

-- names change; no reference, because the entry outlives the account, whose id is never used again
ALTER TABLE audit ADD COLUMN actor_id INTEGER;
ALTER TABLE audit ADD COLUMN subject_id INTEGER;
