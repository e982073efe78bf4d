-- Up Migration
-- Without Transaction

-- the queues with urgent items, the gravest first; the previous version reads reports_queue and complaints_queue
drop index concurrently if exists reports_by_urgency;
create index concurrently reports_by_urgency on reports (
  (case reason when 'danger' then 3 when 'underage' then 2 when 'intimate' then 1 else 0 end) desc,
  created_at, coalesce(reported_id, id)) where status = 'open';
drop index concurrently if exists complaints_by_urgency;
create index concurrently complaints_by_urgency on complaints (
  (case topic when 'safety' then 1 else 0 end) desc, coalesce(waiting_since, created_at), id) where closed_at is null;
