-- Up Migration
-- a checkout that nobody used in time; the newest payments are listed at /sandbox
alter table sandbox_payments drop constraint sandbox_payments_status_check;
alter table sandbox_payments add constraint sandbox_payments_status_check
  check (status in ('open', 'pending', 'completed', 'failed', 'cancelled', 'expired'));
create index sandbox_payments_newest on sandbox_payments (created_at desc);
