-- Up Migration
-- passkeys beside the password: what authenticators call somebody, at random, so that it tells nothing of the account
create table passkey_users (
  handle bytea primary key,
  account_id uuid not null unique references accounts on delete cascade
);

create table passkeys (
  id uuid primary key default gen_random_uuid(),
  handle bytea not null references passkey_users on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- what the authenticator counted last; 0 for ever with those that do not count
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  synced boolean not null,
  -- the host name that it was made for
  rp_id text not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkeys_handle on passkeys (handle);

-- challenges are signed, and kept only once they were answered: none is answered twice
create table spent_challenges (
  hash bytea primary key,
  expires_at timestamptz not null
);
