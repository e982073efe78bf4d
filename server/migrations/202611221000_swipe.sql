-- Up Migration
-- the swipe game (D5.2): a member swipes another one once
create table swipes (
  from_id uuid not null references accounts on delete cascade,
  to_id uuid not null references accounts on delete cascade,
  site_id smallint not null references sites,
  liked boolean not null,
  created_at timestamptz not null,
  paid_until timestamptz,
  undoable boolean not null,
  primary key (from_id, to_id),
  check (from_id <> to_id),
  check (liked or paid_until is null)
);
comment on column swipes.paid_until is 'end of the day whose likes the swipe took one of; null: a pass, or a like that existed before';
comment on column swipes.undoable is 'it is the last swipe of its member, and they have not undone it yet';
create unique index swipes_undoable on swipes (from_id) where undoable;
create index swipes_received on swipes (to_id);

-- the likes of a day: one row for a member, whose lock puts that member's swipes one after the other
create table swipe_likes (
  member_id uuid primary key references accounts on delete cascade,
  site_id smallint not null references sites,
  spent smallint not null default 0 check (spent between 0 and 4),
  renewed_at timestamptz
);
comment on column swipe_likes.renewed_at is 'the midnight at which none of the likes are spent any more; null: none was ever spent';
