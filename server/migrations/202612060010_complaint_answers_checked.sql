-- Up Migration
alter table complaints validate constraint complaints_answer_dated;
alter table complaints validate constraint complaints_answer_closes;
