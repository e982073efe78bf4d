-- Up Migration
-- Without Transaction

-- the payments of a month, by site and method (R13.04)
drop index concurrently if exists payments_completed;
create index concurrently payments_completed on payments (completed_at) include (site_id, method)
  where status = 'completed';
