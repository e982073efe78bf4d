-- Up Migration

-- dates that members tell a friend of by a link (R12.03); the other member never learns of it
create table shared_dates (
  id uuid default uuidv7() primary key,
  owner_id uuid not null references accounts on delete cascade,
  other_id uuid not null references accounts on delete cascade,
  site_id smallint not null references sites,
  other_name text not null,
  link_id uuid default gen_random_uuid() not null unique,
  time_zone text not null,
  starts_at timestamptz not null,
  remind_at timestamptz not null,
  ends_at timestamptz not null,
  place text not null,
  note text not null,
  friend text not null,
  fine_at timestamptz,
  reminded_at timestamptz,
  created_at timestamptz not null,
  unique (owner_id, other_id),
  constraint shared_dates_two check (owner_id <> other_id),
  constraint shared_dates_order check (starts_at < remind_at and remind_at <= ends_at)
);
comment on column shared_dates.other_name is 'the other member''s name when the date was shared: it outlives a block, a ban and a deletion';
comment on column shared_dates.link_id is 'signed, it is the link: nothing in the database opens the friend''s page';
comment on column shared_dates.fine_at is 'when the owner pressed "I''m fine" since the reminder was set';
comment on column shared_dates.reminded_at is 'when the owner was reminded, since the reminder was set';
create index shared_dates_other on shared_dates (other_id);
create index shared_dates_ends on shared_dates (ends_at);
create index shared_dates_reminders on shared_dates (remind_at) where fine_at is null and reminded_at is null;
