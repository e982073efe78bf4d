-- who looked at whose profile (issue 4): the day of the last time, one row for a pair, kept 90 days
create table visits (
  visited_id uuid not null references accounts on delete cascade,
  visitor_id uuid not null references accounts on delete cascade,
  site_id smallint not null references sites,
  visited_on date not null,
  seen boolean not null default false,
  primary key (visited_id, visitor_id),
  check (visited_id <> visitor_id)
);
comment on column visits.visited_on is 'by the calendar of UTC: nobody is told a time, so none is kept';
comment on column visits.seen is 'the one who was visited has had it before their eyes';
create index visits_listed on visits (visited_id, visited_on desc, visitor_id desc);
create index visits_new on visits (visited_id) where not seen;
create index visits_left on visits (visitor_id);
create index visits_old on visits (visited_on);

alter table profiles add column leaves_visits boolean not null default true;
comment on column profiles.leaves_visits is 'members may see when this one looked at their profile';

alter table notices drop constraint notices_kind_check;
alter table notices add constraint notices_kind_check check (kind in ('message', 'like', 'match', 'visitor'));
