-- Up Migration
-- Without Transaction
-- staff find complaints by the address in them, on all sites
drop index concurrently if exists complaints_address;
create index concurrently complaints_address on complaints (lower(email));
