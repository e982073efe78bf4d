-- Up Migration
-- what members answered the match finder (D4.4); null or empty: they never said, or do not mind
alter table profiles
  add column prefers_min_age smallint check (prefers_min_age between 18 and 120),
  add column prefers_max_age smallint check (prefers_max_age between 18 and 120),
  add column prefers_distance int check (prefers_distance between 1 and 20000),
  add column prefers_body_types text[] not null default '{}',
  add column goals text[] not null default '{}',
  add column preferences_at timestamptz,
  add constraint profiles_prefers_ages check (prefers_min_age <= prefers_max_age);
comment on column profiles.prefers_distance is 'kilometres; 20000, half around the earth: anywhere';
comment on column profiles.goals is 'what for; others learn of those that they have too';
comment on column profiles.preferences_at is 'when the member last answered';
