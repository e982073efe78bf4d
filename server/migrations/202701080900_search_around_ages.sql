-- Up Migration
-- Without Transaction

-- a search for ages within a distance read members of all ages in each cell of the map: most of them did not fit
drop index concurrently if exists profiles_around_ages;
create index concurrently profiles_around_ages on profiles (site_id, gender, latitude_band, longitude_band, date_of_birth)
  include (member_id, seeks_men, seeks_women, country, region, place, last_active_at, created_at, fictional,
    interest_bits, shows_photo, match_wishes) where listed;
