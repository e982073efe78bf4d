-- Up Migration
-- Without Transaction

-- who bought on a site, and their first purchase (R13.01)
drop index concurrently if exists receipts_bought;
create index concurrently receipts_bought on receipts (site_id, member_id, issued_at, id)
  where kind = 'receipt' and chargeback_id is null and member_id is not null;
