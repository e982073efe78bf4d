-- Up Migration
-- Without Transaction

drop index concurrently if exists answer_promises_question;
create index concurrently answer_promises_question on answer_promises (site_id, outcome, ended_at) where with_question;
