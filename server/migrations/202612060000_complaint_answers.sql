-- Up Migration
-- the answer of staff to a complaint, mailed to its sender (R2.01)
alter table complaints
  add column language text,
  add column answer text,
  add column answered_at timestamptz,
  add column answered_by uuid references staff,
  add constraint complaints_answer_dated check ((answered_at is null) = (answer is null)) not valid,
  add constraint complaints_answer_closes check (answered_at is null or closed_at is not null) not valid;
comment on column complaints.language is 'the language of the page that it was sent from; null: the row is older than this column';
