-- a post that waited for the network may be sent again when its answer was lost: the page's own key tells
ALTER TABLE posts ADD COLUMN send_key TEXT;
CREATE UNIQUE INDEX posts_by_send_key ON posts (user_id, send_key) WHERE send_key IS NOT NULL;
