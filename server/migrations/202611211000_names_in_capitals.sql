-- A name in capitals of another script can look like a Latin one though their small letters differ (D3.2): the Greek ΑΝΝΑ is
-- kept as `avva`, and a new `Anna` was not taken for it.
alter table accounts add column name_key_capitals text;
comment on column accounts.name_key_capitals is
  'what the name looks like with its capitals read as they are written; null where name_key says the same';
create index accounts_name_key_capitals on accounts (site_id, name_key_capitals) where name_key_capitals is not null;

-- of names that are there: the Greek and Cyrillic capitals that have a Latin look-alike
update accounts set name_key_capitals = looks.as_capitals
from (
  select id, translate(
    lower(translate(name, 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕЅІЈКМНОРСТУХ', 'ABEZHIKMNOPTYXABESIJKMHOPCTYX')), '01l|', 'oiii') as as_capitals
  from accounts where name ~ '[ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕЅІЈКМНОРСТУХ]'
) as looks
where looks.id = accounts.id and looks.as_capitals <> accounts.name_key;
