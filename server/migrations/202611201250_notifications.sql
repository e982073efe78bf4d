-- Up Migration
-- what members want to be told of while they are away (D9.1): rows over the defaults in rules.ts
create table notification_preferences (
  account_id uuid not null references accounts on delete cascade,
  kind text not null check (kind in ('message', 'like', 'match', 'visitor', 'offers', 'news')),
  channel text not null check (channel in ('email', 'push')),
  enabled boolean not null,
  changed_at timestamptz not null,
  primary key (account_id, kind, channel)
);
comment on column notification_preferences.changed_at is 'when the consent was given or taken back';

-- browsers that take pushes (R3.06); one for a session, and it ends with it (D9.4)
create table push_subscriptions (
  id uuid primary key default uuidv7(),
  account_id uuid not null references accounts on delete cascade,
  session_id uuid not null unique references sessions (id) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  time_zone text not null,
  user_agent text not null default '',
  created_at timestamptz not null
);
create index push_subscriptions_account on push_subscriptions (account_id);

-- what a member is to be told of, one row for each kind and sender; a job looks at it when it is due
create table notices (
  member_id uuid not null references accounts on delete cascade,
  kind text not null check (kind in ('message', 'like', 'match')),
  from_id uuid not null references accounts on delete cascade,
  site_id smallint not null references sites,
  happened_at timestamptz not null,
  due_at timestamptz,
  mailed_at timestamptz,
  pushed_at timestamptz,
  primary key (member_id, kind, from_id)
);
comment on column notices.happened_at is 'the newest of what it tells of';
comment on column notices.due_at is 'when to look at it next; null: nothing is left to be told';
create index notices_due on notices (due_at) where due_at is not null;
create index notices_from on notices (from_id);

-- what was sent, for the limits of an hour and a day (D9.1)
create table notices_sent (
  account_id uuid not null references accounts on delete cascade,
  kind text not null,
  channel text not null check (channel in ('email', 'push')),
  sent_at timestamptz not null
);
create index notices_sent_account on notices_sent (account_id, sent_at);

-- how far messages were looked through for notices
create table notices_collected (
  one boolean primary key default true check (one),
  at timestamptz not null
);
comment on column notices_collected.at is 'by the clock of the database, like the ids of messages';
