-- Up Migration
-- Without Transaction

-- the accounts of a site with the same short "About me", of which the team sees those of one birth date or town
drop index concurrently if exists profiles_same_short_text;
create index concurrently profiles_same_short_text
  on profiles (site_id, md5(lower(btrim(regexp_replace(about_me, '\s+', ' ', 'g')))))
  where char_length(about_me) >= 12 and char_length(about_me) < 40;
