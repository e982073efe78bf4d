-- Up Migration
-- a danger to a person's life or safety (DSA, article 18), and reports and objections that are manifestly unfounded
-- (article 23)
alter table reports drop constraint reports_reason_check;
alter table reports add constraint reports_reason_check
  check (reason in ('danger', 'harassment', 'scam', 'fake', 'explicit', 'underage', 'other')) not valid;
alter table reports add column unfounded boolean not null default false;
comment on column reports.unfounded is 'staff found the report manifestly unfounded when they dismissed it';
alter table statements add column unfounded boolean not null default false;
comment on column statements.unfounded is 'staff found the objection manifestly unfounded when they rejected it';
