-- Up Migration
-- Without Transaction
drop index concurrently if exists accounts_address;
create unique index concurrently accounts_address on accounts (id, site_id, email);
drop index concurrently if exists complaints_proven;
create unique index concurrently complaints_proven on complaints (id, site_id, proven_address);
drop index concurrently if exists banned_addresses_once;
create unique index concurrently banned_addresses_once on banned_addresses (site_id, email, cause);
drop index concurrently if exists banned_addresses_complaint;
create index concurrently banned_addresses_complaint on banned_addresses (complaint_id) where complaint_id is not null;
