-- Up Migration
-- Without Transaction

-- whatever the reason, the credits of a message come back once
drop index concurrently if exists ledger_returned;
create unique index concurrently ledger_returned on ledger (cause_id)
  where cause in ('photo_refund', 'taken_back', 'no_answer', 'declined', 'fraud');
drop index concurrently if exists ledger_given_back;
