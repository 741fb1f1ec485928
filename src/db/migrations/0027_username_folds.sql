-- Names are now found in whichever way a keyboard writes them (`members/names.ts`). Where two members' names would become
-- one, both keep their keys.
UPDATE OR IGNORE users SET username_key =
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(username_key, 'i̇', 'i'), 'ı', 'i'), 'ß', 'ss'), 'ς', 'σ'), 'ά', 'α'), 'έ', 'ε'), 'ή', 'η'), 'ί', 'ι'), 'ϊ', 'ι'), 'ΐ', 'ι'), 'ό', 'ο'), 'ύ', 'υ'), 'ϋ', 'υ'), 'ΰ', 'υ'), 'ώ', 'ω'), 'ي', 'ی'), 'ى', 'ی'), 'ك', 'ک');
