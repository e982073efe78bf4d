-- Up Migration

alter table audit_log validate constraint audit_log_key_id_fkey;
alter table audit_log validate constraint audit_log_one_actor;
