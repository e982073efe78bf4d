-- how many visitors left on the first screen, for addresses with `lb` (R4.21); no row is about a person
create table bounces (
  site_id smallint not null references sites,
  day date not null,
  screen text not null,
  network text not null,
  visits int not null check (visits > 0),
  primary key (site_id, day, screen, network)
);
comment on column bounces.network is 'the advertisement''s network; empty: none';
