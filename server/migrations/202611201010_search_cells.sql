-- Up Migration
-- search (D4.3): a distance and ages together are one short stretch of the index per cell, however far the distance
alter table profiles add column longitude_band smallint generated always as (floor(longitude * 2)) stored;
comment on column profiles.latitude_band is 'a quarter of a degree: with longitude_band a cell of about 30 km each way in the middle of Europe';
comment on column profiles.longitude_band is 'half a degree';
drop index profiles_around;
create index profiles_around on profiles (site_id, gender, latitude_band, longitude_band, date_of_birth)
  include (member_id, seeks_men, seeks_women, country, region, last_active_at, created_at, place, fictional)
  where listed;
