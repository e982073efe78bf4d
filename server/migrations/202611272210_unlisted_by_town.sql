-- Up Migration
-- Without Transaction

-- the members of a town that no other member finds, for the team; the others have search_town
drop index concurrently if exists profiles_unlisted_town;
create index concurrently profiles_unlisted_town on profiles (city_id) where not listed;
