-- Up Migration

-- the credits of a message that its author took back (R11.02)
alter table ledger drop constraint ledger_cause_check;
alter table ledger add constraint ledger_cause_check
  check (cause in ('signup', 'message', 'gift', 'photo', 'photo_refund', 'taken_back', 'no_answer', 'declined', 'fraud',
    'purchase', 'demo', 'refund', 'refund_failed', 'chargeback', 'chargeback_reversed', 'debt', 'staff')) not valid;
alter table debts drop constraint debts_cause_check;
alter table debts add constraint debts_cause_check
  check (cause in ('refund', 'refund_failed', 'chargeback', 'chargeback_reversed', 'purchase', 'photo_refund',
    'taken_back', 'no_answer', 'declined', 'fraud')) not valid;
