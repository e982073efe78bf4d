-- Up Migration

-- people whose details another platform of the operator handed over, until they join, or for 30 days (R13.05)
create table imported_members (
  id uuid default uuidv7() primary key,
  site_id smallint not null references sites,
  mailbox_hash bytea not null,
  email citext not null,
  language text not null,
  source text not null check (length(source) between 1 and 70),
  details jsonb not null,
  created_at timestamptz not null,
  mailed_at timestamptz,
  unique (site_id, mailbox_hash)
);
comment on column imported_members.source is 'the platform that the person was a member of';
comment on column imported_members.details is 'what prefills the signup: name, gender, seeks, date_of_birth, country';
comment on column imported_members.mailed_at is 'when the one email was queued; null: not yet';
create index imported_members_created_at on imported_members (created_at);
create index imported_members_unmailed on imported_members (id) where mailed_at is null;

-- who was asked already, so that a second import of the same file sends no second email
create table imported_mailboxes (
  site_id smallint not null references sites,
  mailbox_hash bytea not null,
  created_at timestamptz not null,
  primary key (site_id, mailbox_hash)
);
comment on column imported_mailboxes.mailbox_hash is 'keyed: the address can''t be read from it';
create index imported_mailboxes_created_at on imported_mailboxes (created_at);
