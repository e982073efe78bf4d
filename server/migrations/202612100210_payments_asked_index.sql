-- Up Migration
-- Without Transaction
-- unsettled payments, those first that were asked about longest ago
drop index concurrently if exists payments_unsettled_asked;
create index concurrently payments_unsettled_asked on payments (asked_at nulls first, created_at) where status in ('open', 'pending');
