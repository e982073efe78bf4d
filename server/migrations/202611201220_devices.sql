-- Up Migration
-- browsers that have logged in before (D3.5): their cookie `device` as a hash; the same browser may serve several accounts
create table known_devices (
  token_hash bytea not null,
  account_id uuid not null references accounts on delete cascade,
  user_agent text not null default '',
  created_at timestamptz not null,
  used_at timestamptz not null,
  primary key (token_hash, account_id)
);
create index known_devices_account on known_devices (account_id);
create index known_devices_used_at on known_devices (used_at);

-- a session knows its browser, and the country that its login came from
alter table sessions
  add column device_hash bytea,
  add column country text check (country ~ '^[A-Z]{2}$'),
  add constraint sessions_device foreign key (device_hash, account_id)
    references known_devices (token_hash, account_id) on delete set null (device_hash);
create index sessions_device on sessions (device_hash);
create index sessions_expires_at on sessions (expires_at);
