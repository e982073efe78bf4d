-- Up Migration
-- Without Transaction

drop index concurrently if exists direct_debits_phone;
create index concurrently direct_debits_phone on direct_debits (phone_key) where confirmed_at is not null;
