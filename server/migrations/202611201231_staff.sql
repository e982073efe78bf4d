-- Up Migration
-- staff are no members (D11.4): accounts of their own, for all sites of the installation
create table staff (
  id uuid primary key default gen_random_uuid(),
  email citext not null unique,
  name text not null,
  role text not null check (role in ('support', 'moderator', 'finance', 'admin')),
  enabled boolean not null default false,
  password_hash text,
  -- encrypted under a key that comes of SECRET
  totp_secret bytea,
  -- the half minute of the last code that was taken: none is taken twice
  totp_last_step int,
  -- a login that everybody may know: it opens nothing where a site is no demo site
  demo boolean not null default false,
  created_at timestamptz not null,
  last_login_at timestamptz,
  constraint staff_complete check (not enabled or (password_hash is not null and totp_secret is not null))
);

-- one open invitation each; a spent one is gone
create table staff_invitations (
  token_hash bytea primary key,
  staff_id uuid not null unique references staff on delete cascade,
  expires_at timestamptz not null
);

create table staff_sessions (
  token_hash bytea primary key,
  staff_id uuid not null references staff on delete cascade,
  user_agent text not null,
  created_at timestamptz not null,
  used_at timestamptz not null,
  expires_at timestamptz not null
);
create index staff_sessions_staff on staff_sessions (staff_id);

-- staff may have passkeys, too
alter table passkey_users
  alter column account_id drop not null,
  add column staff_id uuid unique references staff on delete cascade,
  add constraint passkey_users_owner check (num_nonnulls(account_id, staff_id) = 1);
