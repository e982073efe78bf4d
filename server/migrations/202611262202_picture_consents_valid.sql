-- Up Migration

alter table consents validate constraint consents_subject_check;
