-- what the product tells a member about their own account and is neither a chat, a like nor a visit
create table updates (
  id uuid primary key default uuidv7(),
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
