-- Up Migration
-- places (D4.5): the names a town is found by, and which data is loaded
alter table regions add column retired boolean not null default false;
alter table cities drop column search, add column retired boolean not null default false;
comment on column regions.retired is 'no longer in the data: kept for members who live there, offered to nobody';
comment on column cities.retired is 'no longer in the data: kept for members who live there, offered to nobody';
create index cities_nearest on cities using gist (ll_to_earth(latitude, longitude)) where not retired;

create table city_names (
  country char(2) not null,
  search text collate "C" not null,
  city_id int not null references cities on delete cascade,
  population int not null,
  historical boolean not null,
  primary key (country, search, city_id) include (population, historical)
);
comment on column city_names.search is 'lower case, without accents: a town is found by what this begins like';
comment on column city_names.historical is 'a former, regional or foreign name that no language of ours shows: found last';

create table places_loaded (
  one boolean primary key default true check (one),
  checksum text not null
);
