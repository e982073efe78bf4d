-- Up Migration
-- Without Transaction

drop index concurrently if exists direct_debits_iban_end;
create index concurrently direct_debits_iban_end on direct_debits (right(iban_masked, 4));
