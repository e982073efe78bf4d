-- Up Migration

-- visits of a day that began alike (R3.09, D10.2): numbers about no one
create table visit_counts (
  site_id smallint not null references sites on delete cascade,
  day date not null,
  id bytea not null check (length(id) = 16),
  lander text not null,
  slug text not null,
  variant text not null,
  network text not null,
  ref text not null,
  sub1 text not null,
  sub2 text not null,
  sub3 text not null,
  language text not null,
  visits int not null check (visits > 0),
  primary key (site_id, day, id)
);
comment on table visit_counts is 'an empty text: none; a star as network: more than are counted in a day';

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
create index bounces_age on bounces (day);

-- a signup, a confirmed address or a first purchase, without who it was
create table conversions (
  id uuid default gen_random_uuid() primary key,
  site_id smallint not null references sites on delete cascade,
  day date not null,
  step text not null check (step in ('signup', 'confirmation', 'purchase')),
  lander text not null,
  slug text not null,
  variant text not null,
  network text not null,
  ref text not null,
  sub1 text not null,
  sub2 text not null,
  sub3 text not null,
  language text not null,
  currency text check (currency ~ '^[A-Z]{3}$'),
  amount_minor int check (amount_minor >= 0),
  constraint conversions_check check ((step = 'purchase') = (currency is not null)),
  constraint conversions_check1 check ((currency is null) = (amount_minor is null))
);
comment on column conversions.id is 'what a network gets to recognise a repeated postback';
CREATE INDEX conversions_site_id_day_idx ON conversions (site_id, day);

-- what a network is told of a conversion: one for each, however often it is tried
create table postbacks (
  conversion_id uuid primary key references conversions on delete cascade,
  url text not null check (length(url) <= 4000),
  status text not null check (status in ('waiting', 'sent', 'failed')),
  attempts int not null default 0,
  next_at timestamptz not null,
  created_at timestamptz not null
);
CREATE INDEX postbacks_created_at_idx ON postbacks (created_at);
CREATE INDEX postbacks_next_at_idx ON postbacks (next_at) WHERE (status = 'waiting'::text);

create table postback_answers (
  conversion_id uuid not null references postbacks on delete cascade,
  attempt int not null,
  answered_at timestamptz not null,
  outcome text not null check (outcome in ('accepted', 'refused', 'redirect', 'timeout', 'unreachable', 'forbidden')),
  status int,
  detail text not null check (length(detail) <= 200),
  primary key (conversion_id, attempt)
);
