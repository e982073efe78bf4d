-- Up Migration
-- Without Transaction

alter table withdrawals validate constraint withdrawals_outcome_check;
alter table refunds validate constraint refunds_reason_check;
drop index concurrently if exists withdrawals_declared_once;
create unique index concurrently withdrawals_declared_once on withdrawals (payment_id) where outcome <> 'recorded';
drop index concurrently if exists withdrawals_once;
