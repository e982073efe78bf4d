-- Up Migration

-- mailboxes whose accounts staff banned, once the last of these accounts is erased
create table banned_mailboxes (
  site_id smallint not null references sites,
  mailbox_hash bytea not null,
  created_at timestamptz not null,
  primary key (site_id, mailbox_hash)
);
comment on column banned_mailboxes.mailbox_hash is 'keyed: the address can''t be read from it';
comment on column banned_mailboxes.created_at is 'when staff banned the account';
create index banned_mailboxes_created_at on banned_mailboxes (created_at);
