-- Up Migration
-- complaints, and requests to be banned from a site (R2.01, D10.1)
create table complaints (
  id uuid primary key default uuidv7(),
  site_id smallint not null references sites,
  number text not null unique,
  kind text not null check (kind in ('complaint', 'ban')),
  member_id uuid references accounts on delete cascade,
  email text not null,
  logged_in boolean not null,
  text text not null,
  created_at timestamptz not null,
  closed_at timestamptz
);
create index complaints_member on complaints (member_id, created_at) where member_id is not null;
create index complaints_open on complaints (created_at) where closed_at is null;
create index complaints_closed on complaints (closed_at) where closed_at is not null;
comment on column complaints.number is 'what the sender and staff call it by; can''t be guessed';
comment on column complaints.member_id is 'null: it was sent without a login, and the address belongs to no account of the site';
comment on column complaints.email is 'where the answer goes, as given';

-- addresses with which no account of a site can be made or restored
create table banned_addresses (
  site_id smallint not null references sites,
  email citext not null,
  created_at timestamptz not null,
  primary key (site_id, email)
);

-- R9.05: the version of the terms and of the privacy statement that a member accepted
alter table accounts add column terms_version date;
comment on column accounts.terms_version is 'the date of the terms that were accepted at the signup; null: the account is older than this column';
