-- Without Transaction
-- Up Migration

drop index concurrently if exists audit_log_key;
create index concurrently audit_log_key on audit_log (key_id, id) where key_id is not null;
