-- Up Migration

-- mailboxes and phones of people from whom a member hides, with or without an account (R11.04)
create table hidden_contacts (
  member_id uuid not null references accounts on delete cascade,
  site_id smallint not null references sites,
  contact_key bytea not null,
  created_at timestamptz not null,
  primary key (member_id, contact_key)
);
comment on column hidden_contacts.contact_key is 'keyed hash: neither mailbox nor phone can be read from it';
create index hidden_contacts_key on hidden_contacts (contact_key);

-- two members who don't find each other, because the owner hides from the other one's mailbox or phone
create table hidden_pairs (
  owner_id uuid not null references accounts on delete cascade,
  member_id uuid not null references accounts on delete cascade,
  site_id smallint not null references sites,
  created_at timestamptz not null,
  primary key (owner_id, member_id),
  constraint hidden_pairs_two check (owner_id <> member_id)
);
create index hidden_pairs_member on hidden_pairs (member_id);
