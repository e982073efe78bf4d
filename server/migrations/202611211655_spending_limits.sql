-- Up Migration
-- what members set to keep their own spending low
create table spending_limits (
  member_id uuid primary key references accounts on delete cascade,
  site_id smallint not null references sites,
  currency char(3),
  limit_minor int check (limit_minor > 0),
  next_limit_minor int check (next_limit_minor > 0),
  next_from timestamptz,
  paused_until timestamptz,
  check (limit_minor is null or currency is not null)
);
comment on column spending_limits.limit_minor is 'for a calendar month (UTC); null: no limit';
comment on column spending_limits.next_from is 'from then on next_limit_minor holds, null there: no limit; null here: no change is due';
