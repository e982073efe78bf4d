-- Up Migration
-- Without Transaction

alter table profiles validate constraint profiles_height;

-- the search's indexes of 202611261203, with fact_bits: each replaces one that it has the columns of
drop index concurrently if exists search_active;
create index concurrently search_active on profiles (site_id, last_active_at desc, member_id desc)
  include (gender, seeks_men, seeks_women, country, region, date_of_birth, latitude_band, longitude_band, place, created_at,
    fictional, interest_bits, shows_photo, match_wishes, fact_bits) where listed;
drop index concurrently if exists search_ages;
create index concurrently search_ages on profiles (site_id, gender, date_of_birth)
  include (member_id, seeks_men, seeks_women, latitude_band, longitude_band, place, last_active_at, created_at, fictional,
    interest_bits, shows_photo, match_wishes, fact_bits) where listed;
drop index concurrently if exists search_around;
create index concurrently search_around
  on profiles (site_id, gender, latitude_band, longitude_band, last_active_at desc, member_id desc)
  include (seeks_men, seeks_women, country, region, date_of_birth, place, created_at, fictional, interest_bits, shows_photo,
    match_wishes, fact_bits) where listed;
drop index concurrently if exists search_around_ages;
create index concurrently search_around_ages on profiles (site_id, gender, latitude_band, longitude_band, date_of_birth)
  include (member_id, seeks_men, seeks_women, country, region, place, last_active_at, created_at, fictional,
    interest_bits, shows_photo, match_wishes, fact_bits) where listed;
drop index concurrently if exists search_fitting;
create index concurrently search_fitting
  on profiles (site_id, gender, seeks_men, seeks_women, country, region, date_of_birth)
  include (member_id, latitude_band, longitude_band, place, last_active_at, created_at, fictional, interest_bits, shows_photo,
    match_wishes, fact_bits) where listed;
drop index concurrently if exists search_newest;
create index concurrently search_newest on profiles (site_id, created_at desc, member_id desc)
  include (gender, seeks_men, seeks_women, country, region, date_of_birth, latitude_band, longitude_band, place,
    last_active_at, fictional, interest_bits, shows_photo, match_wishes, fact_bits) where listed;
drop index concurrently if exists search_town;
create index concurrently search_town on profiles (site_id, city_id, member_id)
  include (gender, seeks_men, seeks_women, date_of_birth, latitude_band, fictional, last_active_at, created_at,
    interest_bits, shows_photo, fact_bits) where listed;
drop index concurrently if exists profiles_active;
drop index concurrently if exists profiles_ages;
drop index concurrently if exists profiles_around;
drop index concurrently if exists profiles_around_ages;
drop index concurrently if exists profiles_fitting;
drop index concurrently if exists profiles_newest;
drop index concurrently if exists profiles_town;
