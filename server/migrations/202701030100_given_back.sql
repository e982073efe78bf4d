-- Up Migration
-- Without Transaction

alter table conversations validate constraint conversations_closed;

-- why credits come back: no answer, a "no, thanks", a fraud
alter table ledger drop constraint if exists ledger_cause_check;
alter table ledger add constraint ledger_cause_check check (cause in ('signup', 'message', 'gift', 'photo',
  'photo_refund', 'no_answer', 'declined', 'fraud', 'purchase', 'demo', 'refund', 'refund_failed', 'chargeback',
  'chargeback_reversed', 'debt', 'staff')) not valid;
alter table ledger validate constraint ledger_cause_check;
alter table debts drop constraint if exists debts_cause_check;
alter table debts add constraint debts_cause_check check (cause in ('refund', 'refund_failed', 'chargeback',
  'chargeback_reversed', 'purchase', 'photo_refund', 'no_answer', 'declined', 'fraud')) not valid;
alter table debts validate constraint debts_cause_check;

-- whatever the reason, the credits of a message come back once
drop index concurrently if exists ledger_given_back;
create unique index concurrently ledger_given_back on ledger (cause_id)
  where cause in ('photo_refund', 'no_answer', 'declined', 'fraud');
