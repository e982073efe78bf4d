-- Up Migration
-- Without Transaction
-- the other accounts of a mailbox, and its ban
drop index concurrently if exists accounts_mailbox;
create index concurrently accounts_mailbox on accounts (site_id, mailbox_of(email));
drop index concurrently if exists banned_addresses_mailbox;
create index concurrently banned_addresses_mailbox on banned_addresses (site_id, mailbox_of(email));
-- an ended session takes the stored answers along that would open it again
drop index concurrently if exists idempotency_keys_session;
create index concurrently idempotency_keys_session on idempotency_keys (session_for) where session_for is not null;
