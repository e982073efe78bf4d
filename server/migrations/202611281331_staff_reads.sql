-- Up Migration

alter table staff add column reads text[] not null default '{}';
comment on column staff.reads is 'the languages that they read, as they said; empty: they did not say';
