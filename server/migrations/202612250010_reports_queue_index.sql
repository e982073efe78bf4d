-- Up Migration
-- Without Transaction
-- the queue of reports: urgent ones first, then the oldest; one item for each reported member
drop index concurrently if exists reports_queue;
create index concurrently reports_queue on reports (urgent desc, created_at, coalesce(reported_id, id)) where status = 'open';
