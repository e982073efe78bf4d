-- Up Migration
-- Without Transaction
-- the queue of reports: those that can't wait first
drop index concurrently if exists reports_urgent;
create index concurrently reports_urgent
  on reports ((reason in ('danger', 'underage')) desc, created_at, id) where status = 'open';
