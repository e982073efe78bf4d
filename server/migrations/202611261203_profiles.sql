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
comment on function interest_bits(text[]) is
  'interests as one number, so that a covering index answers for all of them at once';

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
comment on function match_wishes(smallint,smallint,integer,text[],text,text[]) is
  'what a member wants, and looks like, as one number, 0 for what was never said; percentage-in-sql.ts takes it apart';

-- the bands of fingerprints: eight numbers for each, of 16 bits and the band's place
create function fingerprint_bands(fingerprints bit(128)[]) returns int[]
  language sql immutable parallel safe return (
    select array_agg(distinct (band << 16) + substring(fingerprint from band * 16 + 1 for 16)::bit(16)::int)
    from unnest(fingerprints) as fingerprint, generate_series(0, 7) as band);

-- how many bits two fingerprints differ in
create function fingerprint_distance(one bit(128), other bit(128)) returns int
  language sql immutable parallel safe return bit_count(one # other)::int;

-- profiles (D4)
create table profiles (
  member_id uuid primary key references accounts on delete cascade,
  site_id smallint not null references sites,
  name text not null,
  gender text not null check (gender in ('male', 'female')),
  sexuality text check (sexuality in ('hetero', 'gay', 'lesbian', 'bi')),
  seeks_men boolean not null,
  seeks_women boolean not null,
  date_of_birth date not null,
  country char(2) not null,
  region text references regions,
  city_id int references cities,
  latitude real,
  longitude real,
  place cube generated always as (ll_to_earth(latitude::float8, longitude::float8)) stored,
  hair_color text,
  eye_color text,
  body_type text,
  relationship_status text,
  tattoos text,
  interests text[] not null default '{}',
  about_me text not null default '',
  main_photo_id uuid,
  premium boolean not null default false,
  fictional boolean not null default false,
  automatic boolean not null default false,
  hides_fictional boolean not null default false,
  listed boolean not null default false,
  created_at timestamptz not null,
  last_active_at timestamptz not null,
  latitude_band smallint generated always as (floor((latitude * 4::float8))) stored,
  longitude_band smallint generated always as (floor((longitude * 2::float8))) stored,
  sexuality_consent_at timestamptz,
  invisible boolean not null default false,
  introduces boolean not null default false,
  conversations_deleted int not null default 0,
  interest_bits bigint not null default 0,
  shows_photo boolean not null default false,
  prefers_min_age smallint check (prefers_min_age >= 18 and prefers_min_age <= 120),
  prefers_max_age smallint check (prefers_max_age >= 18 and prefers_max_age <= 120),
  prefers_distance int check (prefers_distance >= 1 and prefers_distance <= 20000),
  prefers_body_types text[] not null default '{}',
  goals text[] not null default '{}',
  preferences_at timestamptz,
  about_me_inspection text,
  about_me_inspection_since timestamptz,
  explicit_consent_at timestamptz,
  leaves_visits boolean not null default true,
  match_wishes bigint generated always as (match_wishes(prefers_min_age, prefers_max_age, prefers_distance,
    prefers_body_types, body_type, goals)) stored not null,
  shows_gifts boolean not null default true,
  shows_typing boolean not null default true,
  shows_read boolean not null default true,
  muted_until timestamptz,
  verified_at timestamptz,
  shown_to_visitors boolean not null default false,
  about_me_consent_at timestamptz,
  shows_odds boolean not null default true,
  only_fitting_write boolean not null default false,
  only_verified_write boolean not null default false,
  constraint profiles_about_me_inspection check ((about_me_inspection is null) = (about_me_inspection_since is null)),
  constraint profiles_check check (((gender = 'male') and (sexuality <> 'lesbian')) or ((gender = 'female') and
    (sexuality <> 'gay'))),
  constraint profiles_check1 check (seeks_men = (((gender = 'female') and (sexuality in ('hetero', 'bi'))) or ((gender
    = 'male') and (sexuality in ('gay', 'bi'))))),
  constraint profiles_check2 check (seeks_women = (((gender = 'male') and (sexuality in ('hetero', 'bi'))) or ((gender
    = 'female') and (sexuality in ('lesbian', 'bi'))))),
  constraint profiles_check3 check ((verified_at is null) or ((main_photo_id is not null) and (not fictional) and (not
    automatic))),
  constraint profiles_conversations_gone_check check (conversations_deleted >= 0),
  constraint profiles_listed check (not (listed and invisible)),
  constraint profiles_prefers_ages check (prefers_min_age <= prefers_max_age),
  constraint profiles_sexuality_known check ((sexuality is not null) or ((not (seeks_men or seeks_women or listed))
    and (sexuality_consent_at is null)))
) with (autovacuum_vacuum_scale_factor = 0.01);
comment on column profiles.automatic is 'a demo member who answers by itself';
comment on column profiles.listed is
  'account active and not invisible: may be found in lists; written by listProfile alone';
comment on column profiles.latitude_band is
  'a quarter of a degree: with longitude_band a cell of about 30 km each way in the middle of Europe';
comment on column profiles.longitude_band is 'half a degree';
comment on column profiles.sexuality_consent_at is
  'when the member agreed that their sexuality is kept and used (D11.5)';
comment on column profiles.invisible is 'the member is in no list, and open to those only whom they wrote or liked';
comment on column profiles.introduces is 'the member likes to be introduced to new members (D5.3)';
comment on column profiles.conversations_deleted is
  'conversations the member began that a block has deleted: they still count among those a free member may begin (D6.2)';
comment on column profiles.interest_bits is 'interest_bits(interests), kept by a trigger';
comment on column profiles.shows_photo is 'the main photo is one that others may see, kept by triggers';
comment on column profiles.prefers_distance is 'kilometres; 20000, half around the earth: anywhere';
comment on column profiles.goals is 'what for; others learn of those that they have too';
comment on column profiles.preferences_at is 'when the member last answered';
comment on column profiles.about_me_inspection is
  'what the member wrote last, while it is under inspection; others see about_me';
comment on column profiles.explicit_consent_at is
  'when the member agreed that explicit interests are kept and shown to members (D11.5)';
comment on column profiles.leaves_visits is 'members may see when this one looked at their profile';
comment on column profiles.shows_gifts is
  'members who see the profile see which gifts this one received, never from which member';
comment on column profiles.shows_typing is
  'others see when this member is writing to them, and this member sees it of others';
comment on column profiles.shows_read is
  'others see that this member has read their messages, and this member sees it of others';
comment on column profiles.muted_until is 'the member can''t send messages before; may be in the past';
comment on column profiles.verified_at is
  'since when staff know that the main photo shows the member; a trigger clears it when that photo, or its crop, changes';
comment on column profiles.shown_to_visitors is
  'the member lets people who are not logged in see them; fictional profiles follow the site''s settings instead';
comment on column profiles.about_me_consent_at is
  'when the member agreed that what they write about themselves is kept and shown; null: not asked yet, or withdrawn';
comment on column profiles.shows_odds is 'others see how often the member answers first messages (R10.03)';
comment on column profiles.only_fitting_write is
  'first messages only from members of the gender, ages and distance that this one looks for (R10.05)';
comment on column profiles.only_verified_write is 'first messages only from verified members (R10.05)';
create index profiles_active on profiles (site_id, last_active_at desc, member_id desc)
  include (gender, seeks_men, seeks_women, country, region, date_of_birth, latitude_band, longitude_band, place, created_at,
    fictional, interest_bits, shows_photo, match_wishes) where listed;
create index profiles_ages on profiles (site_id, gender, date_of_birth)
  include (member_id, seeks_men, seeks_women, latitude_band, longitude_band, place, last_active_at, created_at, fictional,
    interest_bits, shows_photo, match_wishes) where listed;
create index profiles_around
  on profiles (site_id, gender, latitude_band, longitude_band, last_active_at desc, member_id desc)
  include (seeks_men, seeks_women, country, region, date_of_birth, place, created_at, fictional, interest_bits, shows_photo,
    match_wishes) where listed;
-- for ages within a distance: by the index above, each cell of the map has members of all ages
create index profiles_around_ages on profiles (site_id, gender, latitude_band, longitude_band, date_of_birth)
  include (member_id, seeks_men, seeks_women, country, region, place, last_active_at, created_at, fictional,
    interest_bits, shows_photo, match_wishes) where listed;
-- the few demo members who answer by themselves are looked for every second: not through all members
create index profiles_automatic on profiles (member_id) where automatic;
create index profiles_fictional on profiles (site_id, gender, country, last_active_at desc) where listed and fictional;
create index profiles_fitting on profiles (site_id, gender, seeks_men, seeks_women, country, region, date_of_birth)
  include (member_id, latitude_band, longitude_band, place, last_active_at, created_at, fictional, interest_bits, shows_photo,
    match_wishes) where listed;
create index profiles_for_visitors on profiles (site_id, last_active_at desc, member_id desc)
  include (gender, seeks_men, seeks_women, country, region, date_of_birth, latitude_band, longitude_band, place, created_at,
    fictional, shown_to_visitors, interest_bits, shows_photo) where listed and (shown_to_visitors or fictional);
create index profiles_inspection on profiles (about_me_inspection_since) where about_me_inspection is not null;
create index profiles_introducing on profiles (site_id, gender, country, last_active_at desc) where listed and introduces;
create index profiles_newest on profiles (site_id, created_at desc, member_id desc)
  include (gender, seeks_men, seeks_women, country, region, date_of_birth, latitude_band, longitude_band, place,
    last_active_at, fictional, interest_bits, shows_photo, match_wishes) where listed;
create index profiles_town on profiles (site_id, city_id, member_id)
  include (gender, seeks_men, seeks_women, date_of_birth, latitude_band, fictional, last_active_at, created_at,
    interest_bits, shows_photo) where listed;

-- photos (D8)
create table photos (
  id uuid default gen_random_uuid() primary key,
  site_id smallint not null references sites,
  member_id uuid not null references accounts on delete cascade,
  status text not null default 'inspection' check (status in ('inspection', 'active')),
  width int not null,
  height int not null,
  thumbhash text not null,
  created_at timestamptz not null,
  key uuid,
  body_hash bytea,
  position int not null default 0,
  caption text not null default '' check (length(caption) <= 8000),
  crop jsonb,
  edition text not null default '',
  fingerprints bit(128)[],
  bands int[] generated always as (fingerprint_bands(fingerprints[1:6])) stored,
  constraint photos_key unique (member_id, key),
  constraint photos_of_member unique (member_id, id),
  constraint photos_check check ((crop is null) = (edition = ''))
);
comment on column photos.key is
  'the Idempotency-Key it was uploaded with: a repetition finds it and adds nothing; null: not uploaded';
comment on column photos.body_hash is 'SHA-256 of what was uploaded';
comment on column photos.position is 'smaller is earlier, after the main photo; the same: the older one is earlier';
comment on column photos.crop is
  'the part of the whole picture that is shown: x, y, width, height as shares of it; null: all of it';
comment on column photos.edition is 'names the files that were made for this crop; empty: those of the whole picture';
comment on column photos.fingerprints is
  'perceptual hashes: whole, mirrored, slight crops; null: too plain to compare';
comment on column photos.bands is
  'by which a copy is found: of the whole picture, its mirror image, and the slightest crops';
create index photos_bands on photos using gin (bands) where status = 'active';
create index photos_inspection on photos (created_at) where status = 'inspection';
create index photos_member on photos (member_id, created_at);
create index photos_waiting on photos (created_at, id) where status = 'inspection';

-- what the checks of an upload found: a person has to look at the photo (D8.2)
create table photo_suspicions (
  photo_id uuid not null references photos on delete cascade,
  kind text not null check (kind in ('copy', 'nudity', 'known_picture', 'no_answer')),
  original_id uuid references photos on delete cascade,
  found_at timestamptz not null,
  primary key (photo_id, kind),
  constraint photo_suspicions_check check ((kind = 'copy') = (original_id is not null)),
  constraint photo_suspicions_check1 check (photo_id <> original_id)
);
comment on column photo_suspicions.kind is
  'copy: it looks like another member''s photo; nudity, known_picture: what the service found; no_answer: the service did not answer';
comment on column photo_suspicions.original_id is 'the other member''s photo';
create index photo_suspicions_original on photo_suspicions (original_id) where original_id is not null;

-- what staff rejected, without the member: the same picture is refused when it is uploaded again (D8.2)
create table rejected_photos (
  id bigint generated always as identity primary key,
  site_id smallint not null references sites,
  body_hash bytea,
  rejected_at timestamptz not null,
  decision_id uuid not null,
  fingerprints bit(128)[],
  bands int[] generated always as (fingerprint_bands(fingerprints)) stored,
  everywhere boolean not null default false
);
comment on column rejected_photos.body_hash is 'null: the photo was not uploaded, as those of demo members';
comment on column rejected_photos.decision_id is 'the decision of staff: if it is reversed, the picture is forgotten';
comment on column rejected_photos.bands is 'by which a copy of any of them is found';
comment on column rejected_photos.everywhere is 'refused on all sites: it shows a minor';
create index rejected_photos_age on rejected_photos (rejected_at);
create index rejected_photos_bands on rejected_photos using gin (bands);
create index rejected_photos_body on rejected_photos (body_hash);
create index rejected_photos_decision on rejected_photos (decision_id);
create index rejected_photos_site on rejected_photos (site_id);

-- a member asks the team to compare a selfie, or a document, with their profile (D8.2, D11.6): the picture is erased
-- with the decision
create table verifications (
  member_id uuid not null references accounts on delete cascade,
  kind text not null check (kind in ('selfie', 'document')),
  site_id smallint not null references sites,
  status text not null check (status in ('asked', 'waiting', 'approved', 'rejected')),
  pose text check (pose in ('open_hand', 'two_fingers', 'thumb_up', 'hand_on_head', 'hand_on_chin', 'finger_on_nose')),
  picture_id uuid unique,
  key uuid,
  reason text,
  asked_at timestamptz not null,
  sent_at timestamptz,
  decided_at timestamptz,
  primary key (member_id, kind),
  constraint verifications_check check ((kind = 'selfie') = (pose is not null)),
  constraint verifications_check1 check ((status = 'waiting') = (picture_id is not null)),
  constraint verifications_check2 check ((status = 'rejected') = (reason is not null)),
  constraint verifications_check3 check ((status in ('approved', 'rejected')) = (decided_at is not null)),
  constraint verifications_check4 check ((status = 'asked') or (sent_at is not null))
);
comment on column verifications.picture_id is
  'the id of the picture''s file and of the item in the queue; null: none was sent, or it is erased';
comment on column verifications.key is 'of the last upload';
comment on column verifications.reason is 'why staff rejected the last picture';
create index verifications_undecided on verifications (asked_at) where status in ('asked', 'waiting');
create index verifications_waiting on verifications (kind, sent_at, picture_id) where status = 'waiting';

-- search by interests (D4.3): every index of profiles had to look at everybody for them, 100 ms among a million
create table interest_holders (
  interest_bits bigint not null,
  member_id uuid not null,
  date_of_birth date not null,
  site_id smallint not null,
  latitude_band smallint,
  seeks_men boolean not null,
  seeks_women boolean not null,
  fictional boolean not null,
  shows_photo boolean not null,
  country char(2) not null,
  gender text not null,
  interest text not null,
  primary key (site_id, interest, gender, seeks_men, seeks_women, country, date_of_birth, member_id) INCLUDE
    (fictional, shows_photo, interest_bits, latitude_band)
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01);
comment on table interest_holders is
  'listed members once for each of their interests, with what a search asks for beside; kept by a trigger of profiles alone';
comment on column interest_holders.interest_bits is 'all the interests of the member';

create function keep_search_columns() returns trigger language plpgsql as $$
begin
  new.interest_bits := interest_bits(new.interests);
  new.shows_photo := new.main_photo_id is not null and exists (
    select from photos where member_id = new.member_id and id = new.main_photo_id and status = 'active');
  return new;
end $$;

-- D11.1: a fictional profile stays one, no statement can take the label off
create function keep_fictional() returns trigger language plpgsql as $$
begin
  if new.fictional is distinct from old.fictional then
    raise exception 'fictional can not be changed' using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- a photo's status changes after the photo was made the main one, or at the same instant: whoever comes second on the
-- lock of the profile's row sees what the first one did, so the row is asked for by its member alone
create function keep_shows_photo() returns trigger language plpgsql as $$
begin
  update profiles set shows_photo = case when main_photo_id = new.id then new.status = 'active' else shows_photo end
  where member_id = new.member_id;
  return null;
end $$;

create function keep_interest_holders() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.listed then
    delete from interest_holders where site_id = old.site_id and interest = any (old.interests) and gender = old.gender
      and seeks_men = old.seeks_men and seeks_women = old.seeks_women and country = old.country
      and date_of_birth = old.date_of_birth and member_id = old.member_id;
  end if;
  if tg_op <> 'DELETE' and new.listed then
    insert into interest_holders (interest_bits, member_id, date_of_birth, site_id, latitude_band, seeks_men,
      seeks_women, fictional, shows_photo, country, gender, interest)
    select distinct new.interest_bits, new.member_id, new.date_of_birth, new.site_id, new.latitude_band, new.seeks_men,
      new.seeks_women, new.fictional, new.shows_photo, new.country, new.gender, code from unnest(new.interests) as code;
  end if;
  return null;
end $$;

create function drop_verification() returns trigger language plpgsql as $$
begin
  new.verified_at := null;
  return new;
end
$$;

create function drop_verification_of_crop() returns trigger language plpgsql as $$
begin
  update profiles set verified_at = null
    where member_id = new.member_id and main_photo_id = new.id and verified_at is not null;
  return null;
end
$$;

create trigger keep_shows_photo after update of status on photos
  for each row when (new.status is distinct from old.status) execute function keep_shows_photo();

create trigger photos_crop after update of edition on photos for each row
  when (old.edition is distinct from new.edition)
  execute function drop_verification_of_crop();

create trigger keep_fictional before update of fictional on profiles for each row execute function keep_fictional();

-- not `update of`, which does not know what other triggers change; being noted as here changes none of these
create trigger keep_interest_holders after update on profiles
  for each row when ((old.listed or new.listed) and (old.interests <> '{}' or new.interests <> '{}') and
    (old.listed, old.interests, old.gender, old.country, old.date_of_birth, old.seeks_men, old.seeks_women, old.fictional,
      old.shows_photo, old.latitude_band, old.site_id) is distinct from
    (new.listed, new.interests, new.gender, new.country, new.date_of_birth, new.seeks_men, new.seeks_women, new.fictional,
      new.shows_photo, new.latitude_band, new.site_id))
  execute function keep_interest_holders();

create trigger keep_interest_holders_of_gone after delete on profiles
  for each row when (old.listed and old.interests <> '{}') execute function keep_interest_holders();

create trigger keep_interest_holders_of_new after insert on profiles
  for each row when (new.listed and new.interests <> '{}') execute function keep_interest_holders();

create trigger keep_search_columns before insert or update of interests, main_photo_id on profiles
  for each row execute function keep_search_columns();

create trigger profiles_main_photo before update of main_photo_id on profiles for each row
  when (old.verified_at is not null and new.main_photo_id is distinct from old.main_photo_id)
  execute function drop_verification();

alter table profiles add constraint profiles_main_photo foreign key (member_id, main_photo_id) references photos (member_id, id) on delete set null (main_photo_id);
