-- As migration 27, for marks that nobody sees (Unicode's category Cf): some keyboards write them, and pasting brings them
-- along.
UPDATE OR IGNORE users SET username_key = trim((
  WITH RECURSIVE letters (at, letter) AS (
    SELECT 1, substr(username_key, 1, 1)
    UNION ALL SELECT at + 1, substr(username_key, at + 1, 1) FROM letters WHERE at < length(username_key)
  )
  SELECT group_concat(letter, '') FROM (
    SELECT letter FROM letters WHERE unicode(letter) NOT IN (173, 1564, 6158, 65279)
      AND unicode(letter) NOT BETWEEN 8203 AND 8207 AND unicode(letter) NOT BETWEEN 8234 AND 8238
      AND unicode(letter) NOT BETWEEN 8288 AND 8303 ORDER BY at
  )
));
