-- Up Migration
-- the best match (D4.3, D4.4): what decides how well two suit each other, answered by the search's indexes like its filters
create function goal_bits(codes text[]) returns bigint language sql immutable strict parallel safe
begin atomic
  -- as in interest_bits, new ones come last; 8 are the end here
  select coalesce(bit_or(1::bigint << (array_position(
    array['relationship', 'dates', 'friendship', 'fun', 'chatting']::text[], code) - 1)), 0) from unnest(codes) as code;
end;
create function body_type_bits(codes text[]) returns bigint language sql immutable strict parallel safe
begin atomic
  select coalesce(bit_or(1::bigint << (array_position(
    array['slim', 'athletic', 'average', 'curvy', 'large']::text[], code) - 1)), 0) from unnest(codes) as code;
end;
create function match_wishes(min_age smallint, max_age smallint, distance int, body_types text[], body_type text, goals text[])
  returns bigint language sql immutable parallel safe
begin atomic
  select coalesce(min_age, 0)::bigint | (coalesce(max_age, 0)::bigint << 7) | (coalesce(distance, 0)::bigint << 14)
    | (body_type_bits(body_types) << 29) | (body_type_bits(array[body_type]) << 37) | (goal_bits(goals) << 45);
end;
comment on function match_wishes is
  'what a member wants, and looks like, as one number, 0 for what was never said; percentage-in-sql.ts takes it apart';

alter table profiles add column match_wishes bigint not null generated always as (
  match_wishes(prefers_min_age, prefers_max_age, prefers_distance, prefers_body_types, body_type, goals)) stored;

drop index profiles_fitting, profiles_ages, profiles_around, profiles_active, profiles_newest;
create index profiles_fitting on profiles (site_id, gender, seeks_men, seeks_women, country, region, date_of_birth)
  include (member_id, latitude_band, longitude_band, place, last_active_at, created_at, fictional, interest_bits, shows_photo,
    match_wishes) where listed;
create index profiles_ages on profiles (site_id, gender, date_of_birth)
  include (member_id, seeks_men, seeks_women, country, latitude_band, longitude_band, place, last_active_at, created_at,
    fictional, interest_bits, shows_photo, match_wishes) where listed;
create index profiles_around on profiles (site_id, gender, latitude_band, longitude_band)
  include (member_id, seeks_men, seeks_women, country, region, date_of_birth, place, last_active_at, created_at, fictional,
    interest_bits, shows_photo, match_wishes) where listed;
create index profiles_active on profiles (site_id, last_active_at desc, member_id desc)
  include (gender, seeks_men, seeks_women, country, region, date_of_birth, latitude_band, longitude_band, place, created_at,
    fictional, interest_bits, shows_photo, match_wishes) where listed;
create index profiles_newest on profiles (site_id, created_at desc, member_id desc)
  include (gender, seeks_men, seeks_women, country, region, date_of_birth, latitude_band, longitude_band, place,
    last_active_at, fictional, interest_bits, shows_photo, match_wishes) where listed;
