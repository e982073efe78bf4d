-- Up Migration
-- visits of a day that began alike (R3.09, D10.2): numbers about no one
create table visit_counts (
  site_id smallint not null references sites on delete cascade,
  day date not null,
  -- of the columns below: they may be longer together than an index entry
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
  visits integer not null check (visits > 0),
  primary key (site_id, day, id)
);
comment on table visit_counts is 'an empty text: none; a star as network: more than are counted in a day';

-- a signup, a confirmed address or a first purchase, without who it was
create table conversions (
  id uuid primary key default gen_random_uuid(),
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
  amount_minor integer check (amount_minor >= 0),
  check ((step = 'purchase') = (currency is not null)),
  check ((currency is null) = (amount_minor is null))
);
create index on conversions (site_id, day);
comment on column conversions.id is 'what a network gets to recognise a repeated postback';

-- what a network is told of a conversion: one for each, however often it is tried
create table postbacks (
  conversion_id uuid primary key references conversions on delete cascade,
  url text not null check (length(url) <= 4000),
  status text not null check (status in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  next_at timestamptz not null,
  created_at timestamptz not null
);
create index on postbacks (next_at) where status = 'waiting';
create index on postbacks (created_at);

create table postback_answers (
  conversion_id uuid not null references postbacks on delete cascade,
  attempt integer not null,
  answered_at timestamptz not null,
  outcome text not null check (outcome in ('accepted', 'refused', 'redirect', 'timeout', 'unreachable', 'forbidden')),
  status integer,
  -- the beginning of the answer
  detail text not null check (length(detail) <= 200),
  primary key (conversion_id, attempt)
);
