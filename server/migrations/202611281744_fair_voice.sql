-- Up Migration
-- Without Transaction

-- the page of figures counts the credits of rejected voice messages, too
drop index concurrently if exists ledger_returned_at;
create index concurrently ledger_returned_at on ledger (site_id, cause, created_at)
  where cause in ('photo_refund', 'voice_refund', 'no_answer', 'declined', 'fraud');
drop index concurrently if exists ledger_given_back_at;
