-- Up Migration
-- search (D4.3): every filter is answered from an index alone, whichever of them are given
alter table profiles add column latitude_band smallint generated always as (floor(latitude * 4)) stored;
comment on column profiles.latitude_band is 'a quarter of a degree, so that a box around a place is one short stretch of profiles_around per band';

drop index profiles_active, profiles_newest, profiles_nearest;
-- who fits: conditions that are left out are skipped over
create index profiles_fitting on profiles (site_id, gender, seeks_men, seeks_women, country, region, date_of_birth)
  include (member_id, last_active_at, created_at, place, fictional) where listed;
create index profiles_around on profiles (site_id, gender, latitude_band, longitude)
  include (member_id, seeks_men, seeks_women, country, region, date_of_birth, last_active_at, created_at, place, fictional)
  where listed;
-- the orders, walked from where a page begins while so many fit that a page is soon full
create index profiles_active on profiles (site_id, last_active_at desc, member_id desc)
  include (gender, seeks_men, seeks_women, country, region, date_of_birth, fictional) where listed;
create index profiles_newest on profiles (site_id, created_at desc, member_id desc)
  include (gender, seeks_men, seeks_women, country, region, date_of_birth, fictional) where listed;
create index profiles_town on profiles (site_id, city_id, member_id)
  include (gender, seeks_men, seeks_women, date_of_birth, fictional) where listed;
create index cities_around on cities using gist (country, ll_to_earth(latitude, longitude));
