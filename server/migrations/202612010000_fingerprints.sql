-- Up Migration
-- perceptual hashes (D8.2): 128 bits instead of 64, also of the mirror image and of slight crops, found by an index
alter table photos drop column fingerprint;
alter table chat_photos drop column fingerprint;
alter table rejected_photos drop column fingerprint;

-- the bands of fingerprints: eight numbers for each, of 16 bits and the band's place
create function fingerprint_bands(fingerprints bit(128)[]) returns int[]
  language sql immutable parallel safe return (
    select array_agg(distinct (band << 16) + substring(fingerprint from band * 16 + 1 for 16)::bit(16)::int)
    from unnest(fingerprints) as fingerprint, generate_series(0, 7) as band);

-- how many bits two fingerprints differ in
create function fingerprint_distance(one bit(128), other bit(128)) returns int
  language sql immutable parallel safe return bit_count(one # other)::int;

alter table photos add column fingerprints bit(128)[],
  add column bands int[] generated always as (fingerprint_bands(fingerprints[1:6])) stored;
alter table chat_photos add column fingerprints bit(128)[];
alter table rejected_photos alter column body_hash drop not null, add column fingerprints bit(128)[],
  add column bands int[] generated always as (fingerprint_bands(fingerprints)) stored,
  add column everywhere boolean not null default false;
comment on column photos.fingerprints is 'perceptual hashes: whole, mirrored, slight crops; null: too plain to compare, or older than this column';
comment on column photos.bands is 'by which a copy is found: of the whole picture, its mirror image, and the slightest crops';
comment on column chat_photos.fingerprints is 'as those of photos';
comment on column rejected_photos.body_hash is 'null: the photo was not uploaded, as those of demo members';
comment on column rejected_photos.bands is 'by which a copy of any of them is found';
comment on column rejected_photos.everywhere is 'refused on all sites: it shows a minor';
comment on column rejected_photos.decision_id is 'the decision of staff: if it is reversed, the picture is forgotten; null: without a statement of reasons';

create index photos_bands on photos using gin (bands) where status = 'active';
create index rejected_photos_bands on rejected_photos using gin (bands);
create index rejected_photos_body on rejected_photos (body_hash);

-- what the checks of an upload found: a person has to look at the photo (D8.2)
create table photo_suspicions (
  photo_id uuid not null references photos on delete cascade,
  kind text not null check (kind in ('copy', 'nudity', 'known_picture', 'no_answer')),
  original_id uuid references photos on delete cascade,
  found_at timestamptz not null,
  primary key (photo_id, kind),
  check ((kind = 'copy') = (original_id is not null)),
  check (photo_id <> original_id)
);
create index photo_suspicions_original on photo_suspicions (original_id) where original_id is not null;
comment on column photo_suspicions.kind is 'copy: it looks like another member''s photo; nudity, known_picture: what the service found; no_answer: the service did not answer';
comment on column photo_suspicions.original_id is 'the other member''s photo';
