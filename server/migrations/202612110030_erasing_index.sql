-- Up Migration
-- Without Transaction
-- accounts whose erasure was interrupted
drop index concurrently if exists accounts_erasing_at;
create index concurrently accounts_erasing_at on accounts (erasing_at) where erasing_at is not null;
