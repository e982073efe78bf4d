-- photos sent in chats (R1.06, D8): the message carries one, this is it
create table chat_photos (
  id uuid primary key,
  message_id uuid unique references messages on delete set null,
  site_id smallint not null references sites,
  author_id uuid not null references accounts on delete cascade,
  status text not null default 'inspection' check (status in ('inspection', 'active', 'rejected')),
  reason text check (reason in ('explicit', 'minor', 'someone_else', 'contact_details', 'advertising', 'other')),
  width int not null,
  height int not null,
  thumbhash text not null,
  fingerprint text check (fingerprint ~ '^[01]{64}$'),
  body_hash bytea not null,
  has_files boolean not null default true,
  created_at timestamptz not null,
  check ((status = 'rejected') = (reason is not null))
);
comment on column chat_photos.message_id is 'null: the chat was deleted, and a job removes the files and then this row';
comment on column chat_photos.reason is 'why staff rejected it';
comment on column chat_photos.fingerprint is 'the perceptual hash; null: too plain to compare';
comment on column chat_photos.body_hash is 'SHA-256 of what was uploaded';
comment on column chat_photos.has_files is 'false: rejected, and its files are removed';
create index chat_photos_author on chat_photos (author_id);
create index chat_photos_inspection on chat_photos (created_at) where status = 'inspection';
create index chat_photos_to_remove on chat_photos (id) where message_id is null or (status = 'rejected' and has_files);

-- what staff rejected, without the member: the same picture is refused when it is uploaded again (D8.2)
create table rejected_photos (
  id bigint generated always as identity primary key,
  site_id smallint not null references sites,
  body_hash bytea not null,
  fingerprint text check (fingerprint ~ '^[01]{64}$'),
  rejected_at timestamptz not null
);
create index rejected_photos_site on rejected_photos (site_id);
