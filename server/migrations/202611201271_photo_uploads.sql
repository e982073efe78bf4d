-- Up Migration
-- an upload is worked on outside of any transaction, for that takes a while: the row itself carries the key
alter table photos
  add column key uuid,
  add column body_hash bytea,
  add constraint photos_key unique (member_id, key);
comment on column photos.key is 'the Idempotency-Key it was uploaded with: a repetition finds it and adds nothing; null: not uploaded';
comment on column photos.body_hash is 'SHA-256 of what was uploaded';
create index photos_inspection on photos (created_at) where status = 'inspection';
