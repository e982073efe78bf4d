-- Up Migration

-- A site's figures of a day, which anyone may read (R10.04). They are about no single person, and stay.
create table fair_days (
  site_id smallint not null references sites on delete cascade,
  day date not null,
  members int not null check (members >= 0),
  fictional int not null check (fictional >= 0),
  answer_days smallint not null check (answer_days >= 0),
  decision_hours int check (decision_hours >= 0),
  decided_until date,
  totals jsonb not null,
  primary key (site_id, day),
  constraint fair_days_decided check ((decision_hours is null) = (decided_until is null))
);
comment on column fair_days.day is 'UTC';
comment on column fair_days.totals is
  'of each figure its running total, and the day up to which it is counted; exact, the call gives whole tens';
create index fair_days_age on fair_days (day);
