-- Up Migration

-- the built-in outbox: every mail the product would have sent (D12.1)
create table outbox (
  id uuid default uuidv7() primary key,
  site_id smallint not null references sites,
  channel text not null check (channel in ('mail', 'sms')),
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text,
  headers jsonb not null default '{}'::jsonb,
  created_at timestamptz not null,
  concerns uuid[] not null default '{}'
);
create index outbox_concerns on outbox using gin (concerns);
create index outbox_newest on outbox (created_at desc);
create index outbox_recipient on outbox (site_id, lower(recipient));

create table mail_feedback (
  account_id uuid not null references accounts on delete cascade,
  mail_id uuid not null,
  kind text not null check (kind in ('hard_bounce', 'soft_bounce', 'complaint', 'unsubscribe', 'delivered')),
  mail_epoch int not null,
  at timestamptz not null,
  primary key (account_id, mail_id, kind)
);
comment on column mail_feedback.at is 'when it happened or, if the report does not say, when it arrived';
create index mail_feedback_at on mail_feedback (at);

-- what a member is to be told of, one row for each kind and sender; a job looks at it when it is due
create table notices (
  member_id uuid not null references accounts on delete cascade,
  kind text not null,
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
create index notices_happened_at on notices (happened_at);

-- how far messages were looked through for notices
create table notices_collected (
  one boolean default true primary key check (one),
  at timestamptz not null
);
comment on column notices_collected.at is 'by the clock of the database, like the ids of messages';

-- what was sent, for the limits of an hour and a day (D9.1)
create table notices_sent (
  account_id uuid not null references accounts on delete cascade,
  kind text not null,
  channel text not null check (channel in ('email', 'push')),
  sent_at timestamptz not null
);
create index notices_sent_account on notices_sent (account_id, sent_at);
create index notices_sent_at on notices_sent (sent_at);

-- what members want to be told of while they are away (D9.1): rows over the defaults in rules.ts
create table notification_preferences (
  account_id uuid not null references accounts on delete cascade,
  kind text not null,
  channel text not null check (channel in ('email', 'push')),
  enabled boolean not null,
  changed_at timestamptz not null,
  primary key (account_id, kind, channel)
);
comment on column notification_preferences.changed_at is 'when the consent was given or taken back';
create index notification_preferences_weekly on notification_preferences (kind, account_id)
  where enabled and channel = 'email' and kind in ('suggestions', 'digest');

-- browsers that take pushes (R3.06); one for a session, and it ends with it (D9.4)
create table push_subscriptions (
  id uuid default uuidv7() primary key,
  account_id uuid not null references accounts on delete cascade,
  session_id uuid not null references sessions (id) on delete cascade unique,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  time_zone text not null,
  user_agent text not null default '',
  created_at timestamptz not null
);
create index push_subscriptions_account on push_subscriptions (account_id);

create table weekly_mails (
  account_id uuid not null references accounts on delete cascade,
  kind text not null check (kind in ('suggestions', 'digest')),
  written_at timestamptz not null,
  primary key (account_id, kind)
);
comment on column weekly_mails.written_at is 'when the last one was due, also if there was nothing to say';
