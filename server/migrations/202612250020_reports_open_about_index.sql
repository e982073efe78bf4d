-- Up Migration
-- Without Transaction
-- whether an open report is the first one about its member
drop index concurrently if exists reports_open_about;
create index concurrently reports_open_about on reports (reported_id, urgent desc, created_at, id) where status = 'open';
