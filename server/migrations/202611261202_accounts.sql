-- Up Migration

-- What is the same for all addresses that lead to one mailbox: lower case, without a +tag, and without dots if the
-- provider ignores them. Only for what is counted, given or barred once; an account has its own address.
create function mailbox_of(address text) returns text language sql immutable strict parallel safe as $$
  select case
    when domain in ('gmail.com', 'googlemail.com') then replace(untagged, '.', '') || '@gmail.com'
    else untagged || '@' || domain
  end
  from (select lower(regexp_replace(address, '^.*@', '')) as domain,
    lower(regexp_replace(regexp_replace(address, '@[^@]*$', ''), '(.)\+.*$', '\1')) as untagged) as parts
$$;

-- staff are no members (D11.4): accounts of their own, for all sites of the installation
create table staff (
  id uuid default gen_random_uuid() primary key,
  email citext not null unique,
  name text not null,
  role text not null check (role in ('support', 'moderator', 'finance', 'admin')),
  enabled boolean not null default false,
  password_hash text,
  totp_secret bytea,
  totp_last_step int,
  demo boolean not null default false,
  created_at timestamptz not null,
  last_login_at timestamptz,
  constraint staff_complete check ((not enabled) or ((password_hash is not null) and (totp_secret is not null)))
);

-- account (D3)
create table accounts (
  id uuid default gen_random_uuid() primary key,
  site_id smallint not null references sites,
  name text not null,
  name_key text not null,
  email citext not null,
  password_hash text not null,
  language text not null,
  status text not null default 'not_confirmed' check (status in ('not_confirmed', 'active', 'suspended', 'banned',
    'deleted')),
  paid_since timestamptz,
  notifications_disabled text[] not null default '{}',
  created_at timestamptz not null,
  confirmed_at timestamptz,
  deleted_at timestamptz,
  delete_reason text,
  delete_comment text check (length(delete_comment) <= 20000),
  name_key_capitals text,
  mail_epoch int not null default 0,
  terms_version date,
  suspended_until timestamptz,
  banned_at timestamptz,
  sanction_version int not null default 0,
  erasing_at timestamptz,
  access_epoch int not null default 0,
  unique (site_id, email),
  unique (site_id, name_key),
  constraint accounts_banned check ((status = 'banned') = (banned_at is not null)),
  constraint accounts_deleted check ((status = 'deleted') = (deleted_at is not null)),
  constraint accounts_suspended check ((status = 'suspended') = (suspended_until is not null))
);
comment on column accounts.name_key_capitals is
  'what the name looks like with its capitals read as they are written; null where name_key says the same';
comment on column accounts.mail_epoch is
  'counts up when the member lifts a stop or changes the address: reports about earlier mails change nothing';
comment on column accounts.terms_version is
  'the date of the terms that were accepted at the signup; null: a fictional profile''s account';
comment on column accounts.suspended_until is 'from then on the account can be used again; a job lifts the suspension';
comment on column accounts.banned_at is 'the data is kept while the ban can be objected to, then erased';
comment on column accounts.sanction_version is
  'changes with each act of staff: an act that was based on an earlier state is refused';
comment on column accounts.access_epoch is
  'counts up when the sessions of the account are ended: a login that was checked earlier opens none';
create unique index accounts_address on accounts (id, site_id, email);
create index accounts_banned_at on accounts (banned_at) where banned_at is not null;
create index accounts_confirmations on accounts (site_id, confirmed_at) where confirmed_at is not null;
create index accounts_deleted_at on accounts (deleted_at) where deleted_at is not null;
create index accounts_erasing_at on accounts (erasing_at) where erasing_at is not null;
create index accounts_mail_domain on accounts (lower(split_part(email::text, '@', 2)), created_at desc, id desc);
create index accounts_mailbox on accounts (site_id, mailbox_of(email));
-- staff find members by the beginning of their name
create index accounts_name_beginning on accounts (name_key text_pattern_ops);
create index accounts_name_key_capitals on accounts (site_id, name_key_capitals) where name_key_capitals is not null;
create index accounts_name_part on accounts using gin (name_key gin_trgm_ops);
create index accounts_newest on accounts (created_at desc, id desc);
-- what the back office counts by day (0064): BRIN where rows arrive in the order of time, as adding a row costs nothing
create index accounts_signups on accounts (site_id, created_at);
create index accounts_suspended_until on accounts (suspended_until) where suspended_until is not null;

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

create table sessions (
  token_hash bytea primary key,
  account_id uuid not null references accounts on delete cascade,
  user_agent text not null default '',
  created_at timestamptz not null,
  used_at timestamptz not null,
  expires_at timestamptz not null,
  id uuid not null default gen_random_uuid() unique,
  device_hash bytea,
  country text check (country ~ '^[A-Z]{2}$'),
  constraint sessions_device foreign key (device_hash, account_id) references known_devices on delete set null
    (device_hash)
);
create index sessions_account on sessions (account_id);
create index sessions_device on sessions (device_hash);
create index sessions_expires_at on sessions (expires_at);

create table email_links (
  token_hash bytea primary key,
  kind text not null check (kind in ('activation', 'reset', 'login', 'mail_change', 'mail_undo', 'reactivation')),
  account_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  spent_at timestamptz,
  email citext
);
create index email_links_account on email_links (account_id);
create index email_links_expires_at on email_links (expires_at);
-- The addresses that accounts had before a change of address: no other account takes one while a link can undo the
-- change, and their mailboxes get no second welcome credits.
create index email_links_mailbox on email_links (mailbox_of(email)) where kind = 'mail_undo';

-- passkeys beside the password: what authenticators call somebody, at random, so that it tells nothing of the account
create table passkey_users (
  handle bytea primary key,
  account_id uuid references accounts on delete cascade unique,
  staff_id uuid references staff on delete cascade unique,
  constraint passkey_users_owner check (num_nonnulls(account_id, staff_id) = 1)
);

create table passkeys (
  id uuid default gen_random_uuid() primary key,
  handle bytea not null references passkey_users on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  synced boolean not null,
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
create index spent_challenges_expires_at on spent_challenges (expires_at);

-- where a member came from, as the address of their first page told it (R3.09); empty: not told
create table signup_tracking (
  account_id uuid primary key references accounts on delete cascade,
  network text not null check (length(network) <= 100),
  ref text not null check (length(ref) <= 100),
  sub1 text not null check (length(sub1) <= 100),
  sub2 text not null check (length(sub2) <= 100),
  sub3 text not null check (length(sub3) <= 100),
  created_at timestamptz not null,
  lander text not null check (length(lander) <= 40),
  slug text not null check (length(slug) <= 100),
  variant text not null check (variant in ('', 'a', 'b'))
);

-- the next terms of a site: a draft, then announced, then in force (docs/decisions/0076)
create table terms_versions (
  id uuid default uuidv7() primary key,
  site_id smallint not null references sites on delete cascade,
  texts jsonb not null check (jsonb_typeof(texts) = 'object'),
  staff_id uuid references staff,
  announced_at timestamptz,
  applies_on date,
  mailed_at timestamptz,
  applied_at timestamptz,
  constraint terms_versions_check check ((announced_at is null) = (applies_on is null)),
  constraint terms_versions_check1 check ((announced_at is not null) or ((mailed_at is null) and (applied_at is
    null))),
  constraint terms_versions_check2 check (applies_on > (((announced_at AT TIME ZONE 'UTC'))::date + 30))
);
comment on column terms_versions.texts is 'sections that differ, by keys such as en.s3; null: the built-in text';
comment on column terms_versions.mailed_at is 'when every member of that time had been mailed';
create unique index terms_versions_open on terms_versions (site_id) where applied_at is null;
create index terms_versions_site on terms_versions (site_id);
create index terms_versions_staff on terms_versions (staff_id) where staff_id is not null;

-- which members were mailed about which announced terms, so that none is mailed twice
create table terms_notices (
  version_id uuid not null references terms_versions on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  mailed_at timestamptz not null,
  primary key (version_id, account_id)
);
create index terms_notices_account on terms_notices (account_id);

-- what a member agreed to, in the words that they saw, and what they withdrew (GDPR, articles 7(1) and 9(2)(a))
create table consents (
  id bigint generated always as identity primary key,
  member_id uuid not null references accounts on delete cascade,
  subject text not null check (subject in ('sexuality', 'explicit_interests', 'about_me', 'shown_to_visitors',
    'introductions', 'visitor_email', 'visitor_push', 'suggestions_email', 'digest_email')),
  given boolean not null,
  words text,
  language text,
  created_at timestamptz not null,
  constraint consents_words check (((words is null) = (language is null)) and (given = (words is not null)))
);
comment on column consents.words is
  'the words that the member agreed to, whole: they are their own version; null: withdrawn';
create index consents_member on consents (member_id, subject, id);

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
  constraint data_downloads_check check (((ready_at is null) = (expires_at is null)) and ((ready_at is null) = (bytes
    is null)))
);
comment on column data_downloads.origin is 'scheme://host where it was asked for, for the link in the mail';
create index data_downloads_expires on data_downloads (expires_at) where expires_at is not null;

-- what the product tells a member about their own account and is neither a chat, a like nor a visit
create table updates (
  id uuid default uuidv7() primary key,
  member_id uuid not null references accounts on delete cascade,
  kind text not null,
  path text,
  created_at timestamptz not null,
  seen_at timestamptz
);
comment on column updates.path is 'where it leads on the site, without the language; null: nowhere';
create index updates_listed on updates (member_id, created_at desc, id desc);
create index updates_new on updates (member_id) where seen_at is null;
create index updates_old on updates (created_at);

-- what was changed of a site, by a screen or a command, so that each change can be taken back (D2.2)
create table site_changes (
  id uuid default uuidv7() primary key,
  site_id smallint not null references sites on delete cascade,
  changed_at timestamptz not null,
  staff_id uuid references staff,
  undoes uuid references site_changes on delete cascade unique,
  changes jsonb not null check ((jsonb_typeof(changes) = 'array') and (changes <> '[]'::jsonb))
);
comment on column site_changes.staff_id is 'null: a command on the machine itself';
comment on column site_changes.undoes is 'the change that this one takes back';
comment on column site_changes.changes is 'a list of {name, before, after}; a missing value is the default';
create index site_changes_site on site_changes (site_id, id);
create index site_changes_staff on site_changes (staff_id) where staff_id is not null;

-- discount codes (D7.6)
create table discount_codes (
  id uuid default uuidv7() primary key,
  site_id smallint not null references sites,
  code citext not null check (code ~ '^[A-Za-z0-9_-]{3,40}$'::citext),
  percentage smallint check (percentage >= 1 and percentage <= 90),
  value_minor int check (value_minor > 0),
  currency char(3),
  minimum_minor int not null default 0 check (minimum_minor >= 0),
  country char(2),
  member_id uuid references accounts on delete cascade,
  validity text not null check (validity in ('once', 'once-per-user', 'many')),
  methods text[] not null default '{}',
  first_purchase boolean not null default false,
  window_seconds int check (window_seconds > 0),
  expires_at timestamptz,
  active boolean not null default true,
  created_at timestamptz not null,
  unique (site_id, code),
  constraint discount_codes_check check ((percentage is null) <> (value_minor is null)),
  constraint discount_codes_check1 check ((value_minor is null) or (currency is not null))
);
comment on column discount_codes.currency is 'of value_minor and minimum_minor; null: a percentage in any currency';
comment on column discount_codes.methods is 'payment methods it is limited to; empty: all';
comment on column discount_codes.window_seconds is
  'valid for this long after the member signed up; null: no such limit';
create index discount_codes_member on discount_codes (member_id) where member_id is not null;
