-- Up Migration
-- the first page of the visit that ended in a signup; empty: no lander, no variant
alter table signup_tracking
  add column lander text not null default '' check (length(lander) <= 40),
  add column slug text not null default '' check (length(slug) <= 100),
  add column variant text not null default '' check (variant in ('', 'a', 'b'));
alter table signup_tracking
  alter column lander drop default,
  alter column slug drop default,
  alter column variant drop default;
