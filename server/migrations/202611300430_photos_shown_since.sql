-- Up Migration

alter table chat_photos add column shown_since timestamptz;
comment on column chat_photos.shown_since is
  'when it passed the inspection; null: it has not, or before this column existed';
