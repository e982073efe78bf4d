-- Up Migration
-- what finance looks up by day (0064)
create index receipts_issued on receipts (site_id, issued_at, id);
create index payments_listed on payments (created_at desc, id desc);
create index refunds_listed on refunds (created_at);
create index chargebacks_listed on chargebacks (created_at);
