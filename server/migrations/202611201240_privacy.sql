-- Up Migration
-- deletion (D3.9): why somebody left, in their own words, until they are erased or come back
alter table accounts add column delete_comment text check (length(delete_comment) <= 20000);

-- what tax law wants kept of a payment stays, without the person: when, how much, which VAT, in which country
alter table payments
  add column country char(2),
  alter column member_id drop not null,
  drop constraint payments_member_id_fkey,
  add foreign key (member_id) references accounts on delete set null;
update payments set country = profiles.country from profiles where profiles.member_id = payments.member_id;
comment on column payments.member_id is 'null: erased since';
comment on column payments.country is 'where the buyer lived, for the VAT';

-- erasing one member looks at their own rows only: no scan of a whole table for what pointed at them
alter table photos add constraint photos_of_member unique (member_id, id);
alter table profiles
  drop constraint profiles_main_photo_id_fkey,
  add constraint profiles_main_photo foreign key (member_id, main_photo_id)
    references photos (member_id, id) on delete set null (main_photo_id);
alter table conversation_members drop constraint conversation_members_other_id_fkey;
comment on column conversation_members.other_id is 'the conversation''s other member; goes with the conversation';

-- the built-in outbox knows whom a mail is to or tells of, so that it can forget them
alter table outbox add column concerns uuid[] not null default '{}';
create index outbox_concerns on outbox using gin (concerns);
create index outbox_recipient on outbox (site_id, lower(recipient));

-- download of everything held about a member (D3.9): one at a time, its file beside the photos
create table data_downloads (
  member_id uuid primary key references accounts on delete cascade,
  site_id smallint not null references sites,
  id uuid not null unique,
  origin text not null,
  requested_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz,
  bytes int,
  check ((ready_at is null) = (expires_at is null) and (ready_at is null) = (bytes is null))
);
comment on column data_downloads.origin is 'scheme://host where it was asked for, for the link in the mail';
create index data_downloads_expires on data_downloads (expires_at) where expires_at is not null;
