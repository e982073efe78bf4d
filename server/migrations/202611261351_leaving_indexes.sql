-- Up Migration
-- Without Transaction

drop index concurrently if exists accounts_unconfirmed;
create index concurrently accounts_unconfirmed on accounts (created_at) where status = 'not_confirmed';
drop index concurrently if exists message_risks_created_at;
create index concurrently message_risks_created_at on message_risks (created_at);
drop index concurrently if exists banned_addresses_created_at;
create index concurrently banned_addresses_created_at on banned_addresses (created_at);
