-- Up Migration
-- with the country in it, this index was read for a country's people of some ages: those of all countries, five times as many
drop index profiles_ages;
create index profiles_ages on profiles (site_id, gender, date_of_birth)
  include (member_id, seeks_men, seeks_women, latitude_band, longitude_band, place, last_active_at, created_at, fictional,
    interest_bits, shows_photo, match_wishes) where listed;
