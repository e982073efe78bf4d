-- Up Migration
-- Without Transaction

-- what a night counts, without reading what earlier nights counted
drop index concurrently if exists answer_promises_ended;
create index concurrently answer_promises_ended on answer_promises (site_id, outcome, ended_at) where outcome is not null;
drop index concurrently if exists ledger_given_back_at;
create index concurrently ledger_given_back_at on ledger (site_id, cause, created_at)
  where cause in ('photo_refund', 'no_answer', 'declined', 'fraud');
drop index concurrently if exists fraud_warnings_warned;
create index concurrently fraud_warnings_warned on fraud_warnings (site_id, warned_at);
