-- Up Migration

-- a reported message may carry a photo, of which a copy is kept like that of a reported photo
alter table reports add column message_photo_id uuid;
comment on column reports.message_photo_id is 'the photo that the reported message carries; null: none, or erased with its member';
alter table reports drop constraint reports_check3;
alter table reports add constraint reports_check3 check (photo_until is null or about = 'photo'
  or message_photo_id is not null) not valid;
