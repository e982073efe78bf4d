-- Up Migration
-- Without Transaction
-- what staff opened within some weeks
drop index concurrently if exists audit_log_at;
create index concurrently audit_log_at on audit_log (at);
