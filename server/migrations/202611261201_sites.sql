-- Up Migration

-- sites (D2): members, chats, prices and settings belong to one site
create table companies (
  id int generated always as identity primary key,
  name text not null,
  address1 text not null,
  address2 text not null default '',
  address3 text not null default '',
  city text not null,
  country char(2) not null,
  kvk text not null,
  tradenames text[] not null default '{}',
  vat_numbers text[] not null default '{}',
  support_phone text not null default '',
  delete_discount int not null default 0,
  added timestamptz not null,
  creditor_id text not null default ''
);
comment on column companies.creditor_id is 'SEPA creditor identifier; empty: the company collects no direct debits';

create table sites (
  id smallint generated always as identity primary key,
  key text not null unique,
  company_id int not null references companies,
  demo boolean not null default false,
  created_at timestamptz not null
);

create table site_hosts (
  host text primary key,
  site_id smallint not null references sites
);

create table site_settings (
  site_id smallint not null references sites,
  key text not null,
  value jsonb not null,
  primary key (site_id, key)
);

-- sections of pages that a site words itself, by page, language and section (docs/decisions/0076); the history of the
-- texts is in site_changes
create table page_texts (
  site_id smallint not null references sites on delete cascade,
  page text not null check (length(page) <= 30),
  language text not null check (length(language) = 2),
  section text not null check (section ~ '^(s[1-9][0-9]?|own[1-5])$'),
  title text check ((length(title) >= 1) and (length(title) <= 120)),
  body text check ((length(body) >= 1) and (length(body) <= 8000)),
  changed_at timestamptz not null,
  primary key (site_id, page, language, section),
  constraint page_texts_check check ((title is null) = (body is null))
);
comment on table page_texts is 'a row without a text: the built-in text is back since changed_at, which dates the page';

-- places (D4.5): open data shipped with the product
create table regions (
  code text primary key,
  country char(2) not null,
  names jsonb not null,
  retired boolean not null default false
);
comment on column regions.retired is 'no longer in the data: kept for members who live there, offered to nobody';
create index regions_country on regions (country);

create table cities (
  id int primary key,
  country char(2) not null,
  region text references regions,
  name text not null,
  names jsonb not null default '{}'::jsonb,
  population int not null,
  latitude real not null,
  longitude real not null,
  retired boolean not null default false
);
comment on column cities.retired is 'no longer in the data: kept for members who live there, offered to nobody';
create index cities_around on cities using gist (country, ll_to_earth(latitude, longitude));
create index cities_country on cities (country, population desc);
create index cities_nearest on cities using gist (ll_to_earth(latitude, longitude)) where not retired;

create table city_names (
  country char(2) not null,
  search text collate "C" not null,
  city_id int not null references cities on delete cascade,
  population int not null,
  historical boolean not null,
  name text not null default '',
  primary key (country, search, city_id) INCLUDE (population, historical, name)
);
comment on column city_names.search is 'lower case, without accents: a town is found by what this begins like';
comment on column city_names.historical is
  'a former, regional or foreign name that no language of ours shows: found last';
comment on column city_names.name is 'the name that search was made of, as it is written';

create table places_loaded (
  one boolean default true primary key check (one),
  checksum text not null
);

create table bundles (
  id uuid default gen_random_uuid() primary key,
  site_id smallint not null references sites,
  country char(2),
  currency char(3) not null,
  credits int not null check (credits > 0),
  price_minor int not null check (price_minor > 0),
  vat_percent numeric(4,1) not null,
  active boolean not null default true,
  chosen int not null default 0
);
comment on column bundles.country is 'null: wherever the site has no bundles of the country itself';
comment on column bundles.chosen is 'buyers of the last 90 days; a daily job counts them';
create index bundles_site on bundles (site_id, country) where active;
