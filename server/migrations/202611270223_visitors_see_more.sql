-- Up Migration

alter table profiles add column visitors_see_more boolean not null default false;
comment on column profiles.visitors_see_more is
  'switched on with shown_to_visitors since its words name questions and interests, too; earlier consents did not (R11.07)';
