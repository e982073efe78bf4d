-- Up Migration
-- Without Transaction

-- the accounts of a site with the same "About me", for the team
drop index concurrently if exists profiles_same_text;
create index concurrently profiles_same_text
  on profiles (site_id, md5(lower(btrim(regexp_replace(about_me, '\s+', ' ', 'g')))))
  where char_length(about_me) >= 40;
