-- As migration 37, for every format and default-ignorable character, such as an emoji's variation selector. Where two
-- members' names would become one, or a name empty, the key stays; each member is found by their own username.
UPDATE OR IGNORE users SET username_key = nullif(trim(replace(replace(replace(replace((
  WITH RECURSIVE letters (at, letter) AS (
    SELECT 1, substr(username_key, 1, 1)
    UNION ALL SELECT at + 1, substr(username_key, at + 1, 1) FROM letters WHERE at < length(username_key)
  )
  SELECT group_concat(letter, '') FROM (
    SELECT letter FROM letters
    WHERE unicode(letter) NOT IN (173, 847, 1564, 1757, 1807, 2274, 10240, 12644, 65279, 65440, 69821, 69837)
      AND unicode(letter) NOT BETWEEN 1536 AND 1541 AND unicode(letter) NOT BETWEEN 2192 AND 2193
      AND unicode(letter) NOT BETWEEN 4447 AND 4448 AND unicode(letter) NOT BETWEEN 6068 AND 6069
      AND unicode(letter) NOT BETWEEN 6155 AND 6159 AND unicode(letter) NOT BETWEEN 8203 AND 8207
      AND unicode(letter) NOT BETWEEN 8234 AND 8238 AND unicode(letter) NOT BETWEEN 8288 AND 8303
      AND unicode(letter) NOT BETWEEN 65024 AND 65039 AND unicode(letter) NOT BETWEEN 65520 AND 65531
      AND unicode(letter) NOT BETWEEN 78896 AND 78911 AND unicode(letter) NOT BETWEEN 113824 AND 113827
      AND unicode(letter) NOT BETWEEN 119155 AND 119162 AND unicode(letter) NOT BETWEEN 917504 AND 921599
    ORDER BY at
  )
), 'i̇', 'i'), ' ', ' ' || char(31)), char(31) || ' ', ''), char(31), '')), '');
