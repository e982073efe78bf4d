-- D4.5: whoever types the beginning of another name of a town than the one shown is told which name that was. The index answers with it,
-- as it does with the rest.
alter table city_names add column name text not null default '';
comment on column city_names.name is 'the name that search was made of, as it is written';
alter table city_names
  drop constraint city_names_pkey,
  add primary key (country, search, city_id) include (population, historical, name);
-- the next start brings the names along
delete from places_loaded;
