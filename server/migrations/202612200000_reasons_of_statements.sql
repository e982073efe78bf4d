-- Up Migration
-- what a statement of reasons is about, and how the team came to know of it (DSA, article 17(3)(b) and (c))
alter table statements
  add column source text check (source in ('notice', 'own_initiative', 'program')),
  add column about text check (about in ('profile', 'chat', 'photo', 'message', 'text')),
  add column content text,
  add column content_at timestamptz;
comment on column statements.source is
  'how the team came to know: a notice, its own check, or a program that pointed it out; null: older than this column';
comment on column statements.about is 'the kind of content; null: none, or older than this column';
comment on column statements.content is 'the words of the member that it is about; null: a photo, or only for its owner';
comment on column statements.content_at is 'when the content was sent or uploaded; null: not known';
