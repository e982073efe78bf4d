-- Up Migration
-- the answer of staff to a complaint, mailed to its sender (R2.01)
alter table complaints
  add column language text,
  add column answer text,
  add column answered_at timestamptz,
  add column answered_by uuid references staff,
  add check ((answered_at is null) = (answer is null)),
  add check (answered_at is null or closed_at is not null);
create index complaints_sender on complaints (site_id, lower(email), created_at);
create index complaints_answered_by on complaints (answered_by) where answered_by is not null;
comment on column complaints.language is 'the language of the page that it was sent from; null: the row is older than this column';
