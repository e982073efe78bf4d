-- Up Migration
-- the order "for you" (D4.3): each cell on the map is walked from who was here last, so that the nearest come first without a sort
drop index profiles_around;
create index profiles_around
  on profiles (site_id, gender, latitude_band, longitude_band, last_active_at desc, member_id desc)
  include (seeks_men, seeks_women, country, region, date_of_birth, place, created_at, fictional, interest_bits, shows_photo,
    match_wishes) where listed;
