-- Up Migration

alter table answer_promises add column with_question boolean not null default false;
comment on column answer_promises.with_question is 'the first message answers a question of the recipient''s (R11.08)';
