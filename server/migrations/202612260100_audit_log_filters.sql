-- Up Migration
-- Without Transaction
-- the audit log by action, and the commands on the machine itself
drop index concurrently if exists audit_log_action;
create index concurrently audit_log_action on audit_log (action, id);
drop index concurrently if exists audit_log_commands;
create index concurrently audit_log_commands on audit_log (id) where staff_id is null;
