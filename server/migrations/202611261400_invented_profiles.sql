-- Up Migration
-- Without Transaction

-- whether a site has invented profiles is asked every five seconds
drop index concurrently if exists profiles_invented;
create index concurrently profiles_invented on profiles (site_id) where fictional;
