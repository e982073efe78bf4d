-- Up Migration
-- Without Transaction

-- a mandate's reference ends with these; the row outlives the member's direct debit
drop index concurrently if exists direct_debit_uses_reference;
create index concurrently direct_debit_uses_reference on direct_debit_uses (right(id::text, 12));
