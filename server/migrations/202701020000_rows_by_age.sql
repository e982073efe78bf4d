-- Up Migration
-- Without Transaction

-- the job that deletes rows by their age notes when it last went well
alter table last_done drop constraint if exists last_done_part_check;
alter table last_done add constraint last_done_part_check
  check (part in ('worker', 'mail', 'webhook', 'retention')) not valid;
alter table last_done validate constraint last_done_part_check;

-- what that job deletes by
drop index concurrently if exists audit_checks_age;
create index concurrently audit_checks_age on audit_checks (checked_at);
drop index concurrently if exists bounces_age;
create index concurrently bounces_age on bounces (day);
drop index concurrently if exists content_notices_decided;
create index concurrently content_notices_decided on content_notices (decided_at) where decided_at is not null;
drop index concurrently if exists content_notices_old;
drop index concurrently if exists sms_days_age;
create index concurrently sms_days_age on sms_days (day);
drop index concurrently if exists staff_claims_until;
create index concurrently staff_claims_until on staff_claims (until);
drop index concurrently if exists staff_invitations_expires_at;
create index concurrently staff_invitations_expires_at on staff_invitations (expires_at);
drop index concurrently if exists staff_sessions_expires_at;
create index concurrently staff_sessions_expires_at on staff_sessions (expires_at);
