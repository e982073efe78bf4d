-- Up Migration
-- search (D4.3): whichever filters are given, an index alone finds who fits
alter table profiles
  add column latitude_band smallint generated always as (floor(latitude * 4)) stored,
  add column longitude_band smallint generated always as (floor(longitude * 2)) stored;
comment on column profiles.latitude_band is 'a quarter of a degree: with longitude_band a cell of about 30 km each way in the middle of Europe';
comment on column profiles.longitude_band is 'half a degree';

drop index profiles_active, profiles_newest, profiles_nearest;
-- by what people are and where: conditions that are left out are skipped over
create index profiles_fitting on profiles (site_id, gender, seeks_men, seeks_women, country, region, date_of_birth)
  include (member_id, latitude_band, longitude_band, place, last_active_at, created_at, fictional) where listed;
-- by age where no country is given, for that is skipped over region by region
create index profiles_ages on profiles (site_id, gender, date_of_birth)
  include (member_id, seeks_men, seeks_women, latitude_band, longitude_band, place, last_active_at, created_at, fictional)
  where listed;
-- by distance, cell by cell
create index profiles_around on profiles (site_id, gender, latitude_band, longitude_band)
  include (member_id, seeks_men, seeks_women, country, region, date_of_birth, place, last_active_at, created_at, fictional)
  where listed;

-- the orders, walked from where a page begins while so many fit that it is soon full
create index profiles_active on profiles (site_id, last_active_at desc, member_id desc)
  include (gender, seeks_men, seeks_women, country, region, date_of_birth, fictional) where listed;
create index profiles_newest on profiles (site_id, created_at desc, member_id desc)
  include (gender, seeks_men, seeks_women, country, region, date_of_birth, fictional) where listed;
create index profiles_town on profiles (site_id, city_id, member_id)
  include (gender, seeks_men, seeks_women, date_of_birth, latitude_band, fictional) where listed;
create index cities_around on cities using gist (country, ll_to_earth(latitude, longitude));

-- members are noted as here again and again: without a prompt vacuum an index alone could not answer for their pages
alter table profiles set (autovacuum_vacuum_scale_factor = 0.01);
