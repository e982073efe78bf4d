-- Up Migration
-- search (D4.3): interests, who is new or online and who shows a photo, answered by the same indexes as before
create function interest_bits(codes text[]) returns bigint language sql immutable strict parallel safe
begin atomic
  -- a code's place is its bit: new ones come last, and one that is gone leaves its place empty; 63 are the end
  select coalesce(bit_or(1::bigint << (array_position(array[
    'adventure', 'analsex', 'animals', 'art', 'astrology', 'bbq', 'beach', 'beer', 'biking', 'bondage',
    'coffee', 'cooking', 'dancing', 'exchanging_pictures', 'fashion', 'foodie', 'gardening', 'gym', 'hiking', 'hugging',
    'kissing', 'lingerie', 'massages', 'masturbating', 'movies', 'music', 'one_night_stand', 'oral_sex', 'outdoors', 'party',
    'photography', 'politics', 'public_sex', 'reading', 'relationship', 'sadomasochism', 'safe_sex', 'sex', 'sex_toys', 'shopping',
    'sports', 'sushi', 'tattoos', 'tea', 'theater', 'threesome', 'travelling', 'vegetarian', 'video_games', 'wine'
  ]::text[], code) - 1)), 0) from unnest(codes) as code;
end;
comment on function interest_bits is 'interests as one number, so that a covering index answers for all of them at once';

alter table profiles
  add column interest_bits bigint not null default 0,
  add column shows_photo boolean not null default false;
comment on column profiles.interest_bits is 'interest_bits(interests), kept by a trigger';
comment on column profiles.shows_photo is 'the main photo is one that others may see, kept by triggers';

create function keep_search_columns() returns trigger language plpgsql as $$
begin
  new.interest_bits := interest_bits(new.interests);
  new.shows_photo := new.main_photo_id is not null and exists (
    select from photos where member_id = new.member_id and id = new.main_photo_id and status = 'active');
  return new;
end $$;
create trigger keep_search_columns before insert or update of interests, main_photo_id on profiles
  for each row execute function keep_search_columns();

-- a photo's status changes after the photo was made the main one, or at the same instant: whoever comes second on the
-- lock of the profile's row sees what the first one did, so the row is asked for by its member alone
create function keep_shows_photo() returns trigger language plpgsql as $$
begin
  update profiles set shows_photo = case when main_photo_id = new.id then new.status = 'active' else shows_photo end
  where member_id = new.member_id;
  return null;
end $$;
create trigger keep_shows_photo after update of status on photos
  for each row when (new.status is distinct from old.status) execute function keep_shows_photo();

update profiles set interests = interests where interests <> '{}' or main_photo_id is not null;

drop index profiles_fitting, profiles_ages, profiles_around, profiles_active, profiles_newest, profiles_town;
create index profiles_fitting on profiles (site_id, gender, seeks_men, seeks_women, country, region, date_of_birth)
  include (member_id, latitude_band, longitude_band, place, last_active_at, created_at, fictional, interest_bits, shows_photo)
  where listed;
create index profiles_ages on profiles (site_id, gender, date_of_birth)
  include (member_id, seeks_men, seeks_women, latitude_band, longitude_band, place, last_active_at, created_at, fictional,
    interest_bits, shows_photo) where listed;
create index profiles_around on profiles (site_id, gender, latitude_band, longitude_band)
  include (member_id, seeks_men, seeks_women, country, region, date_of_birth, place, last_active_at, created_at, fictional,
    interest_bits, shows_photo) where listed;
-- the orders are walked, and hold everything too: who is online or new is a stretch of one
create index profiles_active on profiles (site_id, last_active_at desc, member_id desc)
  include (gender, seeks_men, seeks_women, country, region, date_of_birth, latitude_band, longitude_band, place, created_at,
    fictional, interest_bits, shows_photo) where listed;
create index profiles_newest on profiles (site_id, created_at desc, member_id desc)
  include (gender, seeks_men, seeks_women, country, region, date_of_birth, latitude_band, longitude_band, place,
    last_active_at, fictional, interest_bits, shows_photo) where listed;
create index profiles_town on profiles (site_id, city_id, member_id)
  include (gender, seeks_men, seeks_women, date_of_birth, latitude_band, fictional, last_active_at, created_at,
    interest_bits, shows_photo) where listed;
