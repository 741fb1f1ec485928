-- As migration 27, for apostrophes: a phone writes O’Brien, a laptop O'Brien.
UPDATE OR IGNORE users SET username_key = replace(replace(replace(username_key, '’', ''''), '‘', ''''), 'ʼ', '''');
