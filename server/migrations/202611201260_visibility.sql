-- Up Migration
-- who may see whom (D4.6, D5.3, R6.07, R6.08)
alter table profiles
  add column invisible boolean not null default false,
  add column introduces boolean not null default false,
  add column conversations_gone int not null default 0 check (conversations_gone >= 0),
  add constraint profiles_listed check (not (listed and invisible));
comment on column profiles.listed is 'account active and not invisible: may be found in lists; written by listProfile alone';
comment on column profiles.invisible is 'the member is in no list, and open to those only whom they wrote or liked';
comment on column profiles.introduces is 'the member likes to be introduced to new members (D5.3)';
comment on column profiles.conversations_gone is
  'conversations the member began that a block has deleted: they still count among those a free member may begin (D6.2)';

-- a conversation, a like or a match exists only where neither has blocked the other
create table blocks (
  blocker_id uuid not null references accounts on delete cascade,
  blocked_id uuid not null references accounts on delete cascade,
  site_id smallint not null references sites,
  created_at timestamptz not null,
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_received on blocks (blocked_id, blocker_id);

alter table likes add column automatic boolean not null default false;
comment on column likes.automatic is 'an introduction (D5.3): the one it comes from has not pressed anything';

-- one introduction a member and day (D5.3)
create table introductions (
  member_id uuid not null references accounts on delete cascade,
  day date not null,
  introduced_id uuid not null references accounts on delete cascade,
  site_id smallint not null references sites,
  primary key (member_id, day)
);
create index introductions_introduced on introductions (introduced_id);
create index profiles_introducing on profiles (site_id, gender, country, last_active_at desc) where listed and introduces;
create index profiles_fictional on profiles (site_id, gender, country, last_active_at desc) where listed and fictional;
