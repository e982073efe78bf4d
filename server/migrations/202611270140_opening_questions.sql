-- Up Migration

-- what a first message to a member can answer (R11.01)
create table opening_questions (
  id uuid primary key,
  member_id uuid not null references accounts on delete cascade,
  position smallint not null check (position between 1 and 3),
  code text,
  body text,
  inspection_since timestamptz,
  created_at timestamptz not null,
  constraint opening_questions_words check ((code is null) <> (body is null)),
  constraint opening_questions_inspection check (inspection_since is null or body is not null)
);
comment on column opening_questions.code is 'a question of the list; null: the member wrote it, as body';
comment on column opening_questions.inspection_since is 'it has contact details: others don''t see it; null: they do';
create index opening_questions_member on opening_questions (member_id);
-- the queue of the back office reads them in this order
create index opening_questions_waiting on opening_questions (inspection_since, id) where inspection_since is not null;

alter table messages add column question text;
comment on column messages.question is
  'the question that this first message answers, in the words that its author read; it stays if its owner changes it';
alter table held_messages add column question text;
comment on column held_messages.question is 'the question that it answers, as in messages';

alter table reports drop constraint reports_about_check;
alter table reports add constraint reports_about_check
  check (about in ('profile', 'chat', 'photo', 'message', 'question')) not valid;
alter table statements drop constraint statements_about_check;
alter table statements add constraint statements_about_check
  check (about in ('profile', 'chat', 'photo', 'message', 'text', 'question')) not valid;
