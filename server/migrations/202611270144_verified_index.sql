-- Up Migration
-- Without Transaction

-- the search for verified members: few have the badge
drop index concurrently if exists profiles_verified;
create index concurrently profiles_verified on profiles (site_id, gender, last_active_at desc)
  where verified_at is not null and listed;
