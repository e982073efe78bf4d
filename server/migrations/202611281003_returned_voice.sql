-- Up Migration
-- Without Transaction

-- whatever the reason, the credits of a message come back once; also those of a rejected voice message
drop index concurrently if exists ledger_returned_once;
create unique index concurrently ledger_returned_once on ledger (cause_id)
  where cause in ('photo_refund', 'voice_refund', 'taken_back', 'no_answer', 'declined', 'fraud');
drop index concurrently if exists ledger_returned;
