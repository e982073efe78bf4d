-- Up Migration
-- Without Transaction
-- the queue of complaints: those about safety first, then those that have waited longest
drop index concurrently if exists complaints_queue;
create index concurrently complaints_queue on complaints ((topic = 'safety') desc, coalesce(waiting_since, created_at), id)
  where closed_at is null;
